import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readGlob } from '../../../../../src/main/core/shell/glob'

test.each<[string, string, boolean]>([
  ['*.ts', 'a.ts', true],
  ['*.ts', 'a.tsx', false],
  ['*', '', true],
  ['*', 'a/b', false],
  ['a*b*c', 'axxbyyc', true],
  ['a*b*c', 'axxbyy', false],
  ['?', 'a', true],
  ['?', '', false],
  ['?', '/', false],
  ['[a-c]x', 'bx', true],
  ['[!a-c]x', 'bx', false],
  ['[^a]x', 'bx', true],
  ['[z-a]', 'z', false],
  ['[abc', '[abc', true],
  ['[]', '[]', true],
  ['a.c', 'abc', false],
  ['a+(b)', 'a+(b)', true],
  ['*/b', 'a/b', true],
  ['a**b', 'ab', true],
  ['*.log', 'a.log', true],
  ['*.log', 'a.logs', false],
  ['**', '', true],
  ['a?c', 'abc', true],
  ['a?c', 'a😀c', true],
  ['a?c', 'a/c', false],
  ['*', 'a/b', false],
  ['[!a]b', 'ab', false],
  ['[^a]b', 'cb', true],
  ['[a-cx]', 'b', true],
  ['[]a]', ']', true],
  ['[a', '[a', true],
  ['[a.,é -]*', ', x', true],
  ['[[:digit:]]*', '7up', true],
  ['[[:digit:]]*', 'seven', false],
  ['[![:digit:]]*', 'seven', true],
  ['[[:alnum:]_]*', '_x', true],
  ['[[=a=]]', 'b', true],
  ['a\nb*', 'a\nbc', true],
])('%j and %j: %j', (pattern, name, fits) => {
  expect(readGlob(pattern).test(name)).toBe(fits)
})

test('a pattern of many stars is told from a name that almost fits, at once', () => {
  const name = 'a'.repeat(255)
  expect(readGlob(`${'*a'.repeat(120)}*b`).test(name)).toBe(false)
  expect(readGlob(`${'*a'.repeat(120)}*`).test(name)).toBe(true)
  expect(readGlob('?'.repeat(1_000_000)).test(name)).toBe(false)
})

test('letters fit in either case where that is asked for', () => {
  expect(readGlob('NOTES[[:lower:]]*', { anyCase: true }).test('notesX.md')).toBe(true)
  expect(readGlob('NOTES*').test('notes')).toBe(false)
  expect(readGlob('NOTES*[a-b]', { anyCase: true }).test('notes-B')).toBe(true)
})

test('the beginnings and ends that fit cross slashes where they may', () => {
  const across = readGlob('*/', { slashes: true })
  expect(across.beginnings('a/b/c')).toEqual([2, 4])
  expect(readGlob('/*', { slashes: true }).ends('a/b/c')).toEqual([2, 4])
  expect(readGlob('*/').beginnings('a/b/c')).toEqual([2])
})

test('it says what the pattern says as an expression', () => {
  const texts = fc.stringMatching(/^[ab/]{0,12}$/)
  fc.assert(
    fc.property(fc.stringMatching(/^[ab*?/]{0,6}$/), texts, (pattern, text) => {
      const source = pattern.replaceAll(/\*+/g, '[^/]*').replaceAll('?', '[^/]')
      expect(readGlob(pattern).test(text)).toBe(new RegExp(`^${source}$`, 's').test(text))
    }),
  )
})

test('what is cut off a text by a pattern is found in one pass over it', () => {
  const glob = readGlob(`${'*'.concat('a'.repeat(2000))}b*`, { slashes: true })
  expect(glob.beginnings('a'.repeat(4096))).toEqual([])
  expect(glob.ends('a'.repeat(4096))).toEqual([])
})
