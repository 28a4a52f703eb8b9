import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hunkHeaders } from '@shared/domain/only-hunks'
import { textDiff } from '../../../../../src/main/adapters/text-diff/text-diff'
import { takeHunks } from '../../../../../src/main/core/text/take-hunks'

const taking = (before: string, after: string, only: (hunks: readonly string[]) => readonly string[]) => {
  const hunks = textDiff.hunks(before, after)
  return takeHunks({ before, after, hunks }, only(hunkHeaders(hunks)))
}
const numbered = (n: number): string[] => Array.from({ length: n }, (_, at) => `line ${String(at)}\n`)
const before = numbered(30).join('')
const after = numbered(30).with(1, 'first\n').with(15, '').with(28, 'last\nand more').join('')

test.each<[string, readonly number[], readonly string[]]>([
  ['the first', [0], numbered(30).with(1, 'first\n')],
  ['one in the middle', [1], numbered(30).with(15, '')],
  ['the last, which ends without a line feed', [2], numbered(30).with(28, 'last\nand more')],
  ['two that are not beside each other', [0, 2], numbered(30).with(1, 'first\n').with(28, 'last\nand more')],
])('%s alone is taken', (_, at, lines) => {
  expect(taking(before, after, (hunks) => at.flatMap((each) => hunks[each] ?? []))).toBe(lines.join(''))
})

test.each<[string, string, string, readonly string[]]>([
  ['a hunk that is not of it', before, after, ['@@ -1,4 +1,5 @@']],
  ['a diff of other texts', `${before}x\n`, after, [hunkHeaders(textDiff.hunks(before, after))[0] ?? '']],
])('%s gives nothing', (_, old, next, only) => {
  expect(takeHunks({ before: old, after: next, hunks: textDiff.hunks(before, after) }, only)).toBeUndefined()
})

test('what looks like a header in a line is a line', () => {
  const [old, next] = [`@@ -1,1 +1,1 @@\n${before}`, `@@ -9,9 +9,9 @@\n${after}`]
  expect(taking(old, next, (hunks) => hunks.slice(1))).toBe(
    `@@ -1,1 +1,1 @@\n${after.replace('first', 'line 1')}`,
  )
})

// Whatever is taken, each line is one of the two texts, and all of it is the whole change.
const text = fc
  .array(fc.constantFrom('a', 'b', 'c', '', 'a\r', '@@ -1 +1 @@', '-a', '\\ No newline at end of file'), {
    maxLength: 60,
  })
  .chain((lines) => fc.boolean().map((ends) => lines.join('\n') + (ends && lines.length > 0 ? '\n' : '')))

test('of any two texts all hunks are the change, and those that are left out can be taken from what is then there', () => {
  fc.assert(
    fc.property(text, text, fc.integer({ min: 0 }), (old, next, mask) => {
      const headers = hunkHeaders(textDiff.hunks(old, next))
      expect(taking(old, next, () => headers)).toBe(next)
      const some = headers.filter((_, at) => ((mask >> (at % 30)) & 1) === 1)
      const part = taking(old, next, () => some)
      expect(part).toBeDefined()
      // As it must: what was taken is no change any more, and nothing else was.
      const left = hunkHeaders(textDiff.hunks(part ?? '', next)).length
      expect(left === 0).toBe(part === next)
      if (some.length === 0) expect(part).toBe(old)
    }),
  )
})
