import fc from 'fast-check'
import { expect, test } from 'vitest'
import { truncateForModel } from '../../../../../src/main/core/text/truncate-output'

const bytes = (text: string): number => new TextEncoder().encode(text).length
const lines = (count: number): string =>
  Array.from({ length: count }, (_, at) => `line ${String(at + 1)}`).join('\n')

test.each(['', 'a', lines(256), `${lines(256)}\n`, 'x'.repeat(10_240)])(
  'what fits is left as it is (%#)',
  (text) => {
    expect(truncateForModel(text)).toBe(text)
  },
)

test('too many lines: head and tail of 128, and how many are missing', () => {
  const cut = truncateForModel(lines(300))
  expect(cut.startsWith('Total output lines: 300\n\nline 1\n')).toBe(true)
  expect(cut).toContain('line 128\n\n[... omitted 44 of 300 lines ...]\n\nline 173\n')
  expect(cut.endsWith('line 300')).toBe(true)
})

test('too many bytes: the marker stands between head and tail', () => {
  const cut = truncateForModel(`a${'x'.repeat(20_000)}z`)
  expect([
    cut.startsWith('ax'),
    cut.endsWith('xz'),
    cut.includes('[... output truncated to fit 10240 bytes ...]'),
    bytes(cut) <= 10_240,
  ]).toEqual([true, true, true, true])
})

test.each(['é', '€', '😀'])('a character is never cut in half (%s)', (character) => {
  for (let shift = 0; shift < 4; shift++)
    expect(truncateForModel(`${'a'.repeat(shift)}${character.repeat(8000)}`)).not.toContain('\ufffd')
})

test('what the collector dropped is marked even when the rest would fit', () => {
  expect(truncateForModel('a', 5)).toContain('truncated')
})

test('whatever the output: the limits hold, no character is torn, head and tail are the text’s own', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom('\n', '\n\n', '😀', '\ud800', 'é'.repeat(3000), 'x\n'.repeat(300)),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('')
      const cut = truncateForModel(text)
      expect(cut.isWellFormed()).toBe(true)
      expect(bytes(cut)).toBeLessThanOrEqual(10_240)
      if (text.isWellFormed() && !text.includes('\ufffd')) expect(cut).not.toContain('\ufffd')
      const [head = '', tail] = cut
        .replace(/^Total output lines: \d+\n\n/, '')
        .split(/\n+\[\.\.\. (?:omitted|output)[^\]]*\]\n+/)
      expect(text.toWellFormed().startsWith(head.replace(/\n+$/, ''))).toBe(true)
      expect(
        text
          .toWellFormed()
          .trimEnd()
          .endsWith((tail ?? '').trim()),
      ).toBe(true)
    }),
    { numRuns: 40 },
  )
})

test('a limit in tokens stands in place of both others', () => {
  const wide = truncateForModel(lines(3000), 0, 10_000)
  const narrow = truncateForModel('x'.repeat(2000), 0, 100)
  expect([wide, bytes(narrow) <= 400, narrow.includes('truncated to fit 400 bytes')]).toEqual([
    lines(3000),
    true,
    true,
  ])
})
