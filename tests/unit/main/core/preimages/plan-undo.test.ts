import { describe, expect, test } from 'vitest'
import { planUndo, sortKept } from '../../../../../src/main/core/preimages/plan-undo'
import type { KeptPath, PathState } from '../../../../../src/main/core/preimages/path-state'

const owned = { mode: 0o755, uid: 1000, gid: 1000 }
const folder: PathState = { kind: 'folder', ...owned }
const file = (stamp: string): PathState => ({ kind: 'file', ...owned, size: 3, mtimeMs: 1, stamp })
/** What a run made: it is to go, and lies there as the run left it. */
const madeBy = (path: string, left: PathState): KeptPath => ({
  path,
  way: 'undo',
  wanted: { kind: 'absent' },
  left,
})

describe('a folder that a run made', () => {
  const kept = [madeBy('/w/new', folder), madeBy('/w/new/ours', file('1'))]
  const asLeft: readonly (readonly [string, PathState])[] = [
    ['/w/new', folder],
    ['/w/new/ours', file('1')],
  ]
  const paths = (list: readonly KeptPath[]): readonly string[] => list.map(({ path }) => path)

  test('goes with all in it', () => {
    const sorted = sortKept(kept, new Map(asLeft), true)
    expect([paths(sorted.files), paths(sorted.since)]).toEqual([['/w/new', '/w/new/ours'], []])
  })

  test('is told as changed since, and stays, where somebody else put something into it', () => {
    const now = new Map([...asLeft, ['/w/new/theirs', file('2')] as const])
    const sorted = sortKept(kept, now, true)
    expect([paths(sorted.files), paths(sorted.since)]).toEqual([['/w/new/ours'], ['/w/new']])
    const plan = planUndo(kept, now, { owners: true, also: ['/w/new'] })
    expect([paths(plan.chosen), paths(plan.left)]).toEqual([['/w/new/ours'], ['/w/new']])
    expect(plan.units.flatMap(({ path, goes }) => [path, ...goes])).toEqual(['/w/new/ours'])
  })
})
