import { expect, test } from 'vitest'
import { endsOf } from '../../../../src/renderer/lib/long-text'

const lines = (count: number): string =>
  Array.from({ length: count }, (_, at) => `line ${String(at)}\n${at % 5 === 4 ? '\n' : ''}`).join('')

test('a text that is not long is drawn whole', () => {
  const text = 'a'.repeat(40_000)
  expect([endsOf(text), endsOf('')]).toEqual([
    { head: text, between: undefined, tail: '' },
    { head: '', between: undefined, tail: '' },
  ])
})

test.each([
  ['paragraphs', lines(100_000)],
  ['one line without an end', 'x'.repeat(1_000_000)],
  ['nothing but pairs of two units', '😀'.repeat(500_000)],
  ['pairs, one unit on', `a${'😀'.repeat(500_000)}`],
  ['a text that is only just too long', 'y'.repeat(40_001)],
])('of %s both ends are drawn, little of it, and no character is cut', (_what, text) => {
  const { head, between = 0, tail } = endsOf(text)
  expect(text.startsWith(head) && text.endsWith(tail)).toBe(true)
  expect(head.length + between + tail.length).toBe(text.length)
  expect(head.length + tail.length).toBeLessThan(45_000)
  expect(between).toBeGreaterThan(0)
  expect([head, tail].every((part) => part.isWellFormed())).toBe(true)
})

test('paragraphs are cut between two of them', () => {
  const { head, tail } = endsOf(lines(100_000))
  expect([head.endsWith('4\n\n') || head.endsWith('9\n\n'), /^line \d+[05]\n/.test(tail)]).toEqual([
    true,
    true,
  ])
})

test('while a text grows, its tail begins at the same place for a while', () => {
  const text = lines(20_000)
  const starts = Array.from({ length: 100 }, (_, at) => {
    const grown = text.slice(0, 100_000 + at * 100)
    return grown.length - endsOf(grown).tail.length
  })
  expect(new Set(starts).size).toBeLessThanOrEqual(3)
})
