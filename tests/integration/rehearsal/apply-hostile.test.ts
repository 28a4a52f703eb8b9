import { lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { oneBySeed, runsBySeed } from '../../fakes/by-seed'
import { users } from '../sandbox/harness/world'
import {
  digestOf,
  keeping,
  letGo,
  openKeeping,
  own,
  applyKept,
  treeOf,
  wide,
  type KeepingWorld,
} from './harness'
import { attacks, attacksOnApplying } from './hostile-table'

/** Whatever a command did in its rehearsal, a yes puts in place what was shown and nothing else, nowhere else. */

describe.each(oneBySeed('the user of rehearsal/apply-hostile', users))('as %s', (user) => {
  let world: KeepingWorld
  let applied = 0
  beforeAll(() => {
    world = openKeeping(user)
  })
  afterAll(() => {
    world.close()
  })
  beforeEach(async () => {
    await letGo(world)
    const { workspace, outside } = world
    for (const folder of [workspace, outside])
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true })
    mkdirSync(join(workspace, 'tree'))
    for (const path of [join(workspace, 'a'), join(workspace, 'tree/b'), join(outside, 'far')])
      writeFileSync(path, `${path}\n`)
    symlinkSync(join(outside, 'far'), join(workspace, 'out'))
    symlinkSync(outside, join(workspace, 'away'))
    own(workspace, workspace)
    own(outside, workspace)
  })

  const all = [...attacks, ...attacksOnApplying].filter(([name]) => name !== 'by running on')
  test.each(all)('%s', { timeout: 120_000 }, async (_, script) => {
    const { workspace, outside } = world
    const [before, digest] = [treeOf(world.folder), digestOf(workspace, outside)]
    const found = await keeping(world, script.replaceAll('$O', outside).replaceAll('$W', workspace), {
      bounds: { ...wide, timeoutMs: 5_000 },
    })
    expect(digestOf(workspace, outside)).toBe(digest)
    if (found.kept?.kind !== 'kept') {
      expect((await applyKept(world)).kind).toBe('failed')
      expect(digestOf(workspace, outside)).toBe(digest)
      return
    }
    const done = await applyKept(world)
    expect(done.kind === 'failed' && done.left).toBeFalsy()
    if (done.kind === 'applied') applied += 1
    const after = treeOf(world.folder)
    const shown = found.changes.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]))
    const differs = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (name) => before[name] !== after[name],
    )
    const isShown = (name: string): boolean => {
      const path = `${world.folder}${name}`
      // A tree that goes is one change.
      return shown.some((each) => path === each || (path.startsWith(`${each}/`) && after[name] === undefined))
    }
    const unseen = differs.filter((name) => !isShown(name))
    expect(unseen).toEqual([])
    expect(differs.filter((name) => name.startsWith('/outside'))).toEqual([])
    expect(Object.entries(after).filter(([, what]) => /^(file|folder) [1-7]\d{3}/.test(what))).toEqual([])
  })

  test('some of these were put in place', () => {
    expect(applied).toBeGreaterThan(8)
  })

  test(
    'a folder that is exchanged for a link again and again leads nowhere',
    { timeout: 240_000 },
    async () => {
      const { workspace, outside } = world
      const flip = join(workspace, 'flip')
      mkdirSync(flip)
      own(workspace, workspace)
      const { uid, gid } = lstatSync(workspace)
      const before = digestOf(outside)
      const racer = world.run({
        confined: false,
        command: [
          'sh',
          '-c',
          `while [ ! -e stop ]; do mv flip real && ln -s ${outside} flip; rm flip && mv real flip; done`,
        ],
        timeoutMs: 100_000,
      })
      const ends = new Set<string>()
      for (let round = 0; round < runsBySeed(60); round += 1) {
        const { kept } = await keeping(
          world,
          `for i in 1 2 3 4 5 6 7 8; do echo bad > flip/n$i-${String(round)}; done`,
        )
        ends.add(kept?.kind === 'kept' ? (await applyKept(world)).kind : 'not-kept')
        await letGo(world)
      }
      writeFileSync(join(workspace, 'stop'), '')
      await racer
      expect([lstatSync(outside).uid, lstatSync(outside).gid]).toEqual([uid, gid])
      expect(readdirSync(outside)).toEqual(['far'])
      expect(digestOf(outside)).toBe(before)
      expect(ends.size).toBeGreaterThan(0)
    },
  )
})
