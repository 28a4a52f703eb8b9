import { expect, test } from 'vitest'
import { linesRound, noteLine } from '../../../../src/renderer/features/transcript/reviewed-changes'
import { hunkLines, type DiffLine } from '../../../../src/renderer/lib/unified-diff'

const long = hunkLines(
  ['@@ -1,0 +1,100 @@', ...Array.from({ length: 100 }, (_, at) => `+line ${String(at + 1)}`)].join('\n'),
)
const texts = (lines: readonly DiffLine[]): string[] =>
  lines.map((line) => ('text' in line ? line.text : 'gap'))

test('only the rows near a range are shown, the others as one row', () => {
  const shown = texts(linesRound(long, [{ start: 50, end: 51 }]))
  expect([shown[0], shown[1], shown.at(-1), shown.length]).toEqual(['…', 'line 42', 'line 59', 19])
})

test('ranges that lie close are shown together; at the beginning the header of the hunk stands', () => {
  const shown = texts(
    linesRound(long, [
      { start: 3, end: 3 },
      { start: 14, end: 14 },
    ]),
  )
  expect([shown[0], shown.at(-1), shown.filter((text) => text === '…')]).toEqual([
    '@@ -1,0 +1,100 @@',
    'line 22',
    [],
  ])
})

test('of a range of any length the last rows are shown', () => {
  expect(linesRound(long, [{ start: 1, end: 100_000_000 }]).length).toBeLessThanOrEqual(110)
  expect(linesRound(long, [{ start: 1, end: 90 }])).toHaveLength(78)
})

test.each([
  [{ start: 10, end: 12 }, 12],
  [{ start: 99, end: 300 }, 100],
  [{ start: 200, end: 300 }, undefined],
])('the note of %j stands below line %s', (range, line) => {
  expect(noteLine(long, range)).toBe(line)
})

test('a removed line has no place in the new file', () => {
  const lines = hunkLines('@@ -5,2 +5,1 @@\n-old\n kept')
  expect([noteLine(lines, { start: 5, end: 5 }), linesRound(lines, [{ start: 9, end: 9 }])]).toEqual([5, []])
})
