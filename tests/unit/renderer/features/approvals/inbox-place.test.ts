import { expect, test } from 'vitest'
import { placeAfter } from '../../../../../src/renderer/features/approvals/inbox-place'

test.each([
  ['nothing was looked at: the first', undefined, ['a', 'b'], 'a'],
  ['something more urgent comes: the same', { id: 'b', rows: ['a', 'b'] }, ['x', 'a', 'b'], 'b'],
  ['it was answered: what has come into its place', { id: 'b', rows: ['a', 'b', 'c'] }, ['a', 'c'], 'c'],
  ['that is gone as well: the one behind it', { id: 'a', rows: ['a', 'b', 'c'] }, ['c'], 'c'],
  ['it was the last: what stood before it', { id: 'c', rows: ['a', 'b', 'c'] }, ['a', 'b'], 'b'],
  ['all are others: the first', { id: 'a', rows: ['a'] }, ['x', 'y'], 'x'],
  ['nothing is left: nothing', { id: 'a', rows: ['a'] }, [], undefined],
])('%s', (_title, before, rows, expected) => {
  expect(placeAfter(before, rows)).toBe(expected)
})
