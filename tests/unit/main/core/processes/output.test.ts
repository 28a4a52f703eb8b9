import { expect, test } from 'vitest'
import { cutOutput, maxOutputTokens } from '../../../../../src/main/core/processes/cut-output'
import { OutputBuffer } from '../../../../../src/main/core/processes/output-buffer'

const half = 512 * 1024

test('what is unread is handed over once, in order', () => {
  const buffer = new OutputBuffer()
  buffer.push('one ')
  buffer.push('two')
  expect(buffer.take()).toEqual({ head: 'one two', tail: '', omitted: 0, total: 7 })
  expect(buffer.take()).toEqual({ head: '', tail: '', omitted: 0, total: 0 })
})

test.each([
  ['exactly full', [half, half], 0],
  ['one too many', [half, half, 1], 1],
  ['in one piece', [5 * half], 3 * half],
  ['in many pieces', Array.from({ length: 5_000 }, () => 1_000), 5_000_000 - 2 * half],
])('beginning and end are kept, and what is missing is counted: %s', (_, sizes, omitted) => {
  const buffer = new OutputBuffer()
  let at = 0
  for (const size of sizes) buffer.push(String.fromCharCode(97 + (at++ % 26)).repeat(size))
  const { head, tail, omitted: missing, total } = buffer.take()
  expect([head.length, missing, total]).toEqual([half, omitted, sizes.reduce((sum, each) => sum + each, 0)])
  expect([head.at(0), tail.at(-1)]).toEqual(['a', String.fromCharCode(97 + ((at - 1) % 26))])
})

const unread = (text: string) => ({ head: text, tail: '', omitted: 0, total: text.length })

test.each([
  ['nothing is cut that fits', unread('a'.repeat(40)), 10, 'a'.repeat(40), undefined],
  [
    'the middle goes, and its place says how much',
    unread(`${'a'.repeat(30)}${'z'.repeat(30)}`),
    10,
    `${'a'.repeat(20)}\n[… 20 characters, about 5 tokens, cut out here …]\n${'z'.repeat(20)}`,
    15,
  ],
  [
    'what the buffer dropped counts too',
    { head: 'a'.repeat(50), tail: 'z'.repeat(50), omitted: 900, total: 1_000 },
    10,
    `${'a'.repeat(20)}\n[… 960 characters, about 240 tokens, cut out here …]\n${'z'.repeat(20)}`,
    250,
  ],
  [
    'half a character is no character',
    unread(`a${'😀'.repeat(20)}b`),
    5,
    `a${'😀'.repeat(4)}\uFFFD\n[… 22 characters, about 6 tokens, cut out here …]\n\uFFFD${'😀'.repeat(4)}b`,
    11,
  ],
] as const)('%s', (_, output, limit, ...[text, originalTokens]) => {
  expect(cutOutput(output, limit)).toEqual({ text, originalTokens })
})

test.each([0.5, 1e9])('a limit of %d tokens is clamped', (limit) => {
  const { text } = cutOutput(unread('x'.repeat(200_000)), limit)
  const kept = text.replace(/\n\[…[^\]]*\]\n/, '').length
  expect(kept).toBe(limit < 1 ? 4 : maxOutputTokens * 4)
})
