import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { heldBy } from './harness/held'
import { openWorld, openWorlds, users } from './harness/world'

/** Each user by turns. */
const chosen = oneBySeed('users of prewarmed sandbox end', users)

/** Those that name the folder in their words. */
const processesIn = (folder: string): readonly string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error
      return false // it ended meanwhile
    }
  })

test('a sandbox that is held keeps no engine alive, and goes with it', async () => {
  const worlds = openWorlds()
  try {
    const world = worlds.of('ordinary')
    expect(await world.run({ confined: true, command: ['true'] })).toMatchObject({ exitCode: 0 })
    expect(await world.settled()).toBeDefined()
    expect(heldBy(world.host.pid)).toHaveLength(1)
    const { host, workspace } = world
    const exit = once(host, 'exit')
    host.stdin?.end()
    expect(await exit).toEqual([0, null])
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
      expect(await world.settled()).toBeDefined()
      expect(heldBy(world.host.pid)).toHaveLength(1)
      const exit = once(world.host, 'exit')
      world.host.kill('SIGKILL')
      await exit
      // No process stays that could hold it.
      expect(heldBy(world.host.pid)).toEqual([])
      expect(processesIn(world.workspace)).toEqual([])
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
