import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { waiting } from './harness/waiting'
import { openWorld, openWorlds, users } from './harness/world'

/** Each user by turns. */
const chosen = oneBySeed('users of waiting sandbox end', users)

test('a sandbox that waits keeps no engine alive, and goes with it', async () => {
  const worlds = openWorlds()
  try {
    const world = worlds.of('ordinary')
    expect(await world.run({ confined: true, command: ['true'] })).toMatchObject({ exitCode: 0 })
    await expect.poll(() => waiting(world.workspace).size).toBe(1)
    const { host, workspace } = world
    const exit = once(host, 'exit')
    host.stdin?.end()
    expect(await exit).toEqual([0, null])
    await expect.poll(() => waiting(workspace).size).toBe(0)
    expect(readdirSync(workspace)).toEqual([])
  } finally {
    worlds.close()
  }
})

test.each(chosen)(
  'an engine that is killed takes it along, and the next one tidies up, as %s',
  async (user) => {
    const worlds = openWorlds()
    try {
      const world = worlds.of(user)
      await world.sh('true')
      await expect.poll(() => waiting(world.workspace).size).toBe(1)
      world.host.kill('SIGKILL')
      await expect.poll(() => waiting(world.workspace).size).toBe(0)
      expect(readdirSync(world.workspace)).toEqual([])
      const next = openWorld({ bundle: worlds.bundle, user })
      await next.sh('true', { inTurn: false })
      next.close()
      expect(readdirSync(world.workspace)).toEqual([])
    } finally {
      worlds.close()
    }
  },
)
