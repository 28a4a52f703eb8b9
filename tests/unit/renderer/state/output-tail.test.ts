import { expect, test } from 'vitest'
import { appendOutput, emptyTail } from '../../../../src/renderer/state/output-tail'

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${String(from + index)}\n`).join('')

test('short output is kept whole', () => {
  expect([lines(1, 3), 'x'].reduce(appendOutput, emptyTail)).toEqual({
    text: `${lines(1, 3)}x`,
    lines: 3,
    dropped: 0,
  })
})

test('of long output the last 2,000 lines are kept, and the others counted', () => {
  const tail = [lines(1, 1500), lines(1501, 5000)].reduce(appendOutput, emptyTail)
  expect(tail).toEqual({ text: lines(3001, 5000), lines: 2000, dropped: 3000 })
})

test('a line without end is bounded too', () => {
  const tail = Array.from({ length: 10 }, () => 'x'.repeat(100_000)).reduce(appendOutput, emptyTail)
  expect([tail.text.length, tail.lines]).toEqual([400_000, 0])
})
