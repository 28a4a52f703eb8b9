import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { waiting } from './harness/waiting'
import { openWorlds } from './harness/world'

test('a sandbox that waits keeps no engine alive, and goes with it', async () => {
  const worlds = await openWorlds()
  try {
    const world = worlds.of('ordinary')
    expect(await world.run({ confined: true, command: ['true'] })).toMatchObject({ exitCode: 0 })
    await expect.poll(() => waiting(world.workspace).size, { timeout: 20_000 }).toBe(1)
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
