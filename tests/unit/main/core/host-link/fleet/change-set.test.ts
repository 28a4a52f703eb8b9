import { expect, test } from 'vitest'
import {
  changedFiles,
  chosenFiles,
  staysInside,
} from '../../../../../../src/main/core/host-link/fleet/change-set'

const part = (path: string, mode = '100644', body = '@@ -0,0 +1 @@\n+x\n'): string =>
  `diff --git a/${path} b/${path}\nnew file mode ${mode}\nindex 0000000..587be6b\n--- /dev/null\n+++ b/${path}\n${body}`
const counts = (...paths: string[]): string => paths.map((path) => `1\t0\t${path}\0`).join('')

test('each part of a patch gets the path that git names for it, whatever its lines say', () => {
  // A file whose content looks like the head of another one.
  const tricky = part('a', '100644', '@@ -0,0 +1,2 @@\n+diff --git a/x b/x\n+new file mode 120000\n')
  const files = changedFiles(tricky + part('b'), counts('a', 'b'))
  expect(files.map(({ path, kind, leftOut, patch }) => [path, kind, leftOut, patch.length])).toEqual([
    ['a', 'created', undefined, tricky.length],
    ['b', 'created', undefined, part('b').length],
  ])
  expect(changedFiles('', '')).toEqual([])
})

test.each([
  ['120000', 'a', 'link'],
  ['160000', 'a', 'submodule'],
  ['100644', '../a', 'path'],
  ['100644', 'x/.GIT/config', 'path'],
])('a file of mode %s at %s is left out (%s), and cannot be chosen', (mode, path, leftOut) => {
  const files = changedFiles(part(path, mode) + part('ok'), counts(path, 'ok'))
  expect(files.map((each) => each.leftOut)).toEqual([leftOut, undefined])
  expect(chosenFiles(files, []).map((each) => each.path)).toEqual(['ok'])
  expect(() => chosenFiles(files, [path])).toThrow('cannot be put in place')
})

test('a link that a file becomes is left out as well', () => {
  const patch = 'diff --git a/a b/a\nold mode 100644\nnew mode 120000\nindex 5626abf..0000000\n'
  expect(changedFiles(patch, counts('a'))).toMatchObject([{ kind: 'changed', leftOut: 'link' }])
})

test.each([
  ['less than git names', part('a'), counts('a', 'b')],
  ['more than git names', part('a') + part('b'), counts('a')],
  ['something before it', `x\n${part('a')}`, counts('a')],
  ['no patch at all', 'x\n', ''],
  ['no counts', part('a'), 'a\0'],
])('%s is no change set', (_, patch, said) => {
  expect(() => changedFiles(patch, said)).toThrow('no change set')
})

test('paths choose files, and folders with all that is in them; one that names nothing is refused', () => {
  const files = changedFiles(part('d/a') + part('d/b') + part('dd'), counts('d/a', 'd/b', 'dd'))
  expect(chosenFiles(files, ['d/']).map(({ path }) => path)).toEqual(['d/a', 'd/b'])
  expect(() => chosenFiles(files, ['e'])).toThrow('e changes nothing of that name')
})

test.each([
  ['a/b.txt', true],
  ['.gitignore', true],
  ['.github/x', true],
  ['', false],
  ['/etc/passwd', false],
  ['a/../../b', false],
  ['a//b', false],
  ['a/.git', false],
  ['a/.git./hooks/x', false],
  ['.git::$INDEX_ALLOCATION/x', false],
  ['git~1/config', false],
  ['.g\u200cit/config', false],
  ['a\\b', false],
  ['a\nb', false],
])('%j stays in a folder: %s', (path, stays) => {
  expect(staysInside(path)).toBe(stays)
})
