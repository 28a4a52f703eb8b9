import { expect, test } from 'vitest'
import { hitAmong, hitIndex, nextHit, type HitCursor } from '../../../../src/renderer/lib/found-hits'

/** How it is shown, step by step, until it is where it began. */
function round(counts: readonly number[], from: HitCursor, by: 1 | -1): number[] {
  const shown: number[] = []
  let cursor = from
  do {
    shown.push(hitAmong(counts, cursor).nth)
    cursor = nextHit(counts, cursor, by)
  } while (hitAmong(counts, cursor).nth !== hitAmong(counts, from).nth)
  return shown
}

test('each hit of each place is gone to, one after the other and around the ends', () => {
  const counts = [2, 1, 3]
  expect(hitAmong(counts, { at: 2, hit: -1 })).toEqual({ nth: 6, of: 6 })
  expect(round(counts, { at: 2, hit: -1 }, -1)).toEqual([6, 5, 4, 3, 2, 1])
  expect(round(counts, { at: 2, hit: -1 }, 1)).toEqual([6, 1, 2, 3, 4, 5])
  expect(round(counts, { at: 1, hit: 0 }, 1)).toEqual([3, 4, 5, 6, 1, 2])
})

test('what was counted from the end of a place stays there when more of them turn out', () => {
  const before = nextHit([4], { at: 0, hit: -1 }, -1)
  expect([hitAmong([4], before), hitAmong([9], before)]).toEqual([
    { nth: 3, of: 4 },
    { nth: 8, of: 9 },
  ])
})

test.each([
  [3, -1, 2],
  [3, -9, 0],
  [3, 9, 2],
  [1, 0, 0],
  [0, -1, -1],
  [0, 0, -1],
])('of %i hits %i is the one at %i', (count, hit, index) => {
  expect(hitIndex(count, hit)).toBe(index)
})

test('without a place there is nothing to go to', () => {
  expect(hitAmong([], { at: -1, hit: -1 }).of).toBe(0)
})
