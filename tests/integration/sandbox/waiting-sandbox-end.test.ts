import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openWorlds } from './harness/world'

test('a sandbox that waits keeps no engine alive, and goes with it', async () => {
  const worlds = await openWorlds({ env: { CS_PREPARES: '1' } })
  try {
    const world = worlds.of('ordinary')
    expect(await world.run({ confined: true, command: ['true'] })).toMatchObject({ exitCode: 0 })
    await expect.poll(() => isWaitedFor(world.workspace), { timeout: 20_000 }).toBe(true)
    const { host, workspace } = world
    const exit = once(host, 'exit')
    host.stdin?.end()
    expect(await exit).toEqual([0, null])
    await expect.poll(() => isWaitedFor(workspace)).toBe(false)
    expect(readdirSync(workspace)).toEqual([])
  } finally {
    worlds.close()
  }
})

/** Whether bubblewrap holds a sandbox ready for this workspace. */
const isWaitedFor = (workspace: string): boolean =>
  readdirSync('/proc').some((pid) => {
    const path = `/proc/${pid}/cmdline`
    try {
      const words = /^\d+$/.test(pid) ? readFileSync(path, 'utf8') : ''
      return words.includes('countersign-gate') && words.includes(workspace)
    } catch (error) {
      if (error instanceof Error && 'code' in error) return false // it ended meanwhile
      throw error
    }
  })
