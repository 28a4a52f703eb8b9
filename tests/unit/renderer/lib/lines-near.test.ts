import { expect, test } from 'vitest'
import { linesNear } from '../../../../src/renderer/features/approvals/look-through'

/** The numbers of the lines that are shown, and how many are left out where. */
const near = (count: number, ...marked: readonly number[]): readonly (number | string)[] =>
  linesNear(
    Array.from({ length: count }, (_, at) => at + 1),
    (line) => marked.includes(line),
  ).map((each) => (each.kind === 'line' ? each.line : `…${String(each.count)}`))

test.each<[number, readonly number[], readonly (number | string)[]]>([
  [4, [], [1, 2, 3, 4]],
  [14, [], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]],
  [40, [], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, '…28']],
  [40, [20], ['…16', 17, 18, 19, 20, 21, 22, 23, '…17']],
  [12, [1, 12], [1, 2, 3, 4, '…4', 9, 10, 11, 12]],
  [10, [1, 10], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  [400, [400], ['…396', 397, 398, 399, 400]],
  [0, [], []],
])('of %d lines with %j marked', (count, marked, shown) => {
  expect(near(count, ...marked)).toEqual(shown)
})
