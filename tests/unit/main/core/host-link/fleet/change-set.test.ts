import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deflateSync } from 'node:zlib'
import { inflateStart } from '../../../../../../src/main/adapters/change-set/inflate-start'
import {
  changedFiles as namedFiles,
  chosenFiles,
  readPatch,
  staysInside,
} from '../../../../../../src/main/core/host-link/fleet/change-set'

const changedFiles = (patch: string, named: string) => namedFiles(readPatch(patch, inflateStart), named)

const part = (path: string, mode = '100644', body = '@@ -0,0 +1 @@\n+x\n'): string =>
  `diff --git a/${path} b/${path}\nnew file mode ${mode}\nindex 0000000..587be6b\n--- /dev/null\n+++ b/${path}\n${body}`
const binary =
  'diff --git a/x.bin b/x.bin\nindex 0000..1111 100644\nGIT binary patch\nliteral 0\nHcmV?d00001\n\nliteral 0\nHcmV?d00001\n\n'
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

const changed =
  'diff --git a/a b/a\nindex 5626abf..814f4a4 100644\n--- a/a\n+++ b/a\n@@ -1 +1,2 @@\n one\n+two\n'
test.each([
  ['a link whose mode ends in a space', part('l', '120000 '), counts('l')],
  ['a link whose mode has one digit more', part('l', '0120000'), counts('l')],
  [
    'a link whose mode stands behind what looks like a hunk',
    part('l').replace('new file', 'similarity index 5%\r@@\nnew file'),
    counts('l'),
  ],
  [
    'a file behind another one that has no head of its own, and a head that git passes over',
    `${changed}--- /dev/null\n+++ b/hidden\n@@ -0,0 +1 @@\n+x\ndiff --git a/q b/q\njunk\n`,
    counts('a', 'hidden'),
  ],
  [
    'a head within a line that ends otherwise',
    `${changed.replace('+two', '+two\rdiff --git a/q b/q')}--- /dev/null\n+++ b/hidden\n@@ -0,0 +1 @@\n+x\n`,
    counts('a', 'hidden'),
  ],
  ['a file that is moved', changed.replaceAll('b/a', 'b/shown'), counts('shown')],
  ['another file that is taken away', changed.replace('--- a/a', '--- a/other'), counts('a')],
  [
    'a file that is copied',
    'diff --git a/a b/a\nsimilarity index 100%\ncopy from .env\ncopy to a\n',
    counts('a'),
  ],
  ['a hunk that is shorter than it says', changed.replace('+1,2', '+1,3'), counts('a')],
  ['a hunk that is longer than it says', changed.replace('+1,2', '+1'), counts('a')],
  ['a third binary half', `${binary}literal 0\nHcmV?d00001\n\n`, counts('x.bin')],
  ['a last line without an end', changed.slice(0, -1), counts('a')],
])('%s is no change set, though git may take it', (_, patch, said) => {
  expect(() => changedFiles(patch, said)).toThrow('no change set')
})

test('what git writes of every kind of change is a change set, with the paths that git names', () => {
  const base = mkdtempSync(join(tmpdir(), 'cs-change-set-'))
  const here = join(base, 'here')
  try {
    mkdirSync(here)
    const git = (...args: string[]): string =>
      execFileSync('git', ['-C', here, ...args], { encoding: 'latin1', input: '' })
    const write = (path: string, text: string | Uint8Array): void => {
      writeFileSync(join(here, path), text)
    }
    git('init', '-q')
    const lines = Array.from({ length: 60 }, (_, at) => `${String(at)}\n`)
    write('long', lines.join(''))
    write('ends', 'no end')
    write('becomes', 'a file\n')
    write('run.sh', 'true\n')
    write('gone', '--- a/x\n+++ b/x\n')
    write(
      'x.bin',
      Uint8Array.from({ length: 3000 }, (_, at) => at % 251),
    )
    git('add', '-A')
    const before = git('write-tree').trim()
    write('long', lines.with(2, 'two\n\n').with(50, 'carriage\rreturn\n').join(''))
    write('ends', 'no end either')
    rmSync(join(here, 'becomes'))
    symlinkSync('/etc', join(here, 'becomes'))
    chmodSync(join(here, 'run.sh'), 0o755)
    rmSync(join(here, 'gone'))
    write(
      'x.bin',
      Uint8Array.from({ length: 3000 }, (_, at) => (at < 9 ? 0 : at % 251)),
    )
    write('empty', '')
    write('a name with spaces', 'x\n')
    write('ümlaut "quoted"', 'diff --git a/x b/x\n')
    git('add', '-A')
    const diff = ['diff', '--binary', '--full-index', '--no-renames', before, git('write-tree').trim()]
    const patch = git('-c', 'diff.suppressBlankEmpty=true', ...diff)
    write('../patch', Buffer.from(patch, 'latin1'))
    const files = changedFiles(patch, git('apply', '--numstat', '-z', '../patch'))
    expect(files.map(({ path, kind, leftOut }) => [path, kind, leftOut])).toEqual([
      ['a name with spaces', 'created', undefined],
      ['becomes', 'deleted', 'link'],
      ['becomes', 'created', 'link'],
      ['empty', 'created', undefined],
      ['ends', 'changed', undefined],
      ['gone', 'deleted', undefined],
      ['long', 'changed', undefined],
      ['run.sh', 'changed', undefined],
      ['x.bin', 'changed', undefined],
      ['ümlaut "quoted"', 'created', undefined],
    ])
    expect(files.map((each) => each.patch).join('')).toBe(patch)
  } finally {
    rmSync(here, { recursive: true, force: true })
    rmSync(join(here, '../patch'), { force: true })
  }
})

/** Bytes as a half of a binary patch of git's has them: 52 a line, in base 85. */
function half(form: string, bytes: Uint8Array): string {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~'
  const lines: string[] = []
  for (let at = 0; at < bytes.length; at += 52) {
    const row = bytes.subarray(at, at + 52)
    let text = String.fromCodePoint(row.length <= 26 ? 64 + row.length : 70 + row.length)
    for (let word = 0; word < row.length; word += 4) {
      let value = [0, 1, 2, 3].reduce((sum, each) => sum * 256 + (row[word + each] ?? 0), 0)
      let five = ''
      for (let digit = 0; digit < 5; digit += 1) {
        five = `${digits[value % 85] ?? ''}${five}`
        value = Math.floor(value / 85)
      }
      text += five
    }
    lines.push(text)
  }
  return `${form}\n${lines.join('\n')}\n\n`
}
const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))]
const delta = (makes: number, fill = 0): Uint8Array =>
  deflateSync(Uint8Array.from([...varint(5), ...varint(makes), ...Array<number>(fill).fill(1)]))
const binaryPart = (...halves: string[]): string =>
  `diff --git a/x b/x\nindex 0000..1111 100644\nGIT binary patch\n${halves.join('')}`
const gib = 1024 ** 3

test.each([
  ['a delta that makes 12 GiB', [half('delta 7', delta(12 * gib))], 'unpacks to more than 512 MB'],
  [
    'a delta back that does',
    [half('delta 3', delta(5)), half('delta 7', delta(12 * gib))],
    'unpacks to more',
  ],
  ['a size that no number holds', [half('delta 9', delta(2 ** 60))], 'unpacks to more'],
  ['a file of 12 GiB', [half(`literal ${String(9 * gib)}`, deflateSync('x'))], 'unpacks to more'],
  ['a delta of 12 GiB', [half(`delta ${String(9 * gib)}`, delta(5))], 'unpacks to more'],
  [
    'many that come to it together',
    Array.from({ length: 2 }, () => half('delta 7', delta(300 * 1024 ** 2))),
    'unpacks',
  ],
  ['a delta that says nothing', [half('delta 0', deflateSync(''))], 'no change set'],
  ['a delta that is not deflated', [half('delta 7', Uint8Array.from([1, 2, 3]))], 'no change set'],
  // Two thousand empty blocks before its first byte.
  [
    'a delta that says its size where nobody reads it',
    [
      half(
        'delta 7',
        Buffer.concat([
          Buffer.from([0x78, 1]),
          ...Array<Buffer>(2000).fill(Buffer.from([0, 0, 0, 255, 255])),
          delta(12 * gib).subarray(2),
        ]),
      ),
    ],
    'no change set',
  ],
  ['a delta of other digits', [half('delta 7', delta(5)).replace(/\n[^\n]{6}/, '\nA~~~~~')], 'no change set'],
] as const)('%s is refused before git sees it', (_, halves, why) => {
  expect(() => readPatch(binaryPart(...halves), inflateStart)).toThrow(why)
})

test('a delta of a usual size is read', () => {
  expect(
    readPatch(
      binaryPart(half('delta 9', delta(4000, 900)), half('literal 9', deflateSync('x'))),
      inflateStart,
    ),
  ).toHaveLength(1)
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
