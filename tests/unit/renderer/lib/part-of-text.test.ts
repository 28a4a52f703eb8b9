import { expect, test } from 'vitest'
import { firstLines, lastLines } from '../../../../src/renderer/lib/part-of-text'

const lines = (count: number): string =>
  Array.from({ length: count }, (_, at) => `line ${String(at)}`).join('\n')

test.each(['', 'one', 'one\n', lines(20), `${lines(20)}\n`])('a short text is drawn whole: %j', (text) => {
  expect([firstLines(text), lastLines(text)]).toEqual([undefined, undefined])
})

test('of a long text the first or the last 16 lines are drawn, and all are counted', () => {
  const text = `${lines(100)}\n`
  expect(firstLines(text)).toEqual({ text: lines(16), lines: 100, cutLine: false })
  const last = lastLines(text)
  expect([last?.lines, last?.cutLine, last?.text.split('\n').length]).toEqual([100, false, 16])
  expect(last?.text).toMatch(/^line 84\n[^]*line 99$/)
})

test('empty lines count as lines', () => {
  expect(lastLines('\n'.repeat(100))).toEqual({ text: '\n'.repeat(15), lines: 100, cutLine: false })
  expect(firstLines('\n'.repeat(100))).toEqual({ text: '\n'.repeat(15), lines: 100, cutLine: false })
})

test('lines that are long are cut at a line, and a line of its own within it, never within a character', () => {
  const wide = Array.from({ length: 30 }, () => 'x'.repeat(999)).join('\n')
  expect(lastLines(wide)).toEqual({ text: wide.slice(0, 3999).slice(-3999), lines: 30, cutLine: false })
  expect(firstLines(wide)).toEqual({ text: wide.slice(0, 3999), lines: 30, cutLine: false })
  for (const shift of ['', 'a']) {
    const one = shift + '😀'.repeat(9000)
    for (const part of [firstLines(one), lastLines(one)]) {
      expect(part?.cutLine).toBe(true)
      expect(part?.text.isWellFormed()).toBe(true)
    }
  }
})
