import { expect, test } from 'vitest'
import { foldMasks } from '../../../../../../src/main/adapters/sandbox-linux/mounts/fold-masks'
import type { Mask } from '../../../../../../src/main/adapters/sandbox-linux/mounts/mask'

const sorted = (masks: readonly Mask[]): readonly Mask[] =>
  masks.toSorted((one, other) => (one.path < other.path ? -1 : 1))
const gitFolders = (folder: string, count: number): readonly Mask[] =>
  Array.from({ length: count }, (_, at) => ({ kind: 'read-only', path: `${folder}/x${String(at)}/.git` }))
const own: readonly Mask[] = [
  { kind: 'pinned', path: '/w/.git' },
  { kind: 'read-only', path: '/w/.git/hooks' },
  { kind: 'read-only', path: '/w/app/.git' },
]
const fold = (masks: readonly Mask[], open: readonly string[] = []) =>
  foldMasks(sorted(masks), { roots: ['/w'], open: ['/w', '/tmp', ...open] })
const folded = (masks: readonly Mask[], open: readonly string[] = []) => {
  const found = fold(masks, open)
  return 'problem' in found ? found.problem : found.folded.map(({ path }) => path)
}

test('some hundreds of places are kept one by one', () => {
  const masks = sorted([...own, ...gitFolders('/w/junk', 900)])
  expect(fold(masks)).toEqual({ masks, folded: [] })
})

test('of more the smallest folder that is enough is read-only as a whole, and the rest stays as it is', () => {
  expect(fold([...own, ...gitFolders('/w/a/junk', 3200)])).toEqual({
    masks: sorted([...own, { kind: 'read-only', path: '/w/a/junk' }]),
    folded: [{ path: '/w/a/junk', places: 3200 }],
  })
})

test('of several folders so many are as are needed', () => {
  const masks = Array.from({ length: 12 }, (_, at) => gitFolders(`/w/r${String(at)}`, 100 + at)).flat()
  expect(folded([...own, ...masks])).toEqual(['/w/r11', '/w/r10', '/w/r9'])
})

test.each([
  ['what a person granted', '/w/junk/b/file'],
  ['a writable place', '/w/junk/b'],
])('a folder that holds %s is not read-only, and others are', (_, open) => {
  const masks = [...own, ...gitFolders('/w/junk/a', 1200), ...gitFolders('/w/junk/b', 20)]
  expect(folded(masks, [open])).toEqual(['/w/junk/a'])
})

test('a root is never, and what can be mounted still is', () => {
  const masks = sorted(gitFolders('/w', 2500))
  expect(fold(masks)).toEqual({ masks, folded: [] })
})

test('more than can be mounted is a reason that names the folder and what to do', () => {
  expect(folded(gitFolders('/w', 3200))).toMatch(/^the folder \/w holds 3200 places .* remove or move some/)
})

test('every place is kept still, by a mask of its own or one around it', () => {
  const masks = [...own, ...gitFolders('/w/a', 700), ...gitFolders('/w/b/c', 900), ...gitFolders('/w', 300)]
  const found = fold(masks)
  if ('problem' in found) throw new Error(found.problem)
  const whole = new Set(found.masks.flatMap(({ kind, path }) => (kind === 'read-only' ? [path] : [])))
  const isKept = ({ path }: Mask): boolean =>
    found.masks.some((mask) => mask.path === path) || [...whole].some((each) => path.startsWith(`${each}/`))
  expect(found.masks.length).toBeLessThanOrEqual(1000)
  expect(masks.filter((mask) => !isKept(mask))).toEqual([])
})

test('what may not even be read stays closed in a folder that is read-only as a whole', () => {
  const closed: readonly Mask[] = [
    { kind: 'closed', path: '/w/a/junk/keys', folder: true },
    { kind: 'emptied', path: '/w/a/junk/x7/token' },
  ]
  expect(fold([...closed, ...gitFolders('/w/a/junk', 1200)])).toMatchObject({
    masks: sorted([{ kind: 'read-only', path: '/w/a/junk' }, ...closed]),
  })
})
