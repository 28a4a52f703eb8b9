import type { FileChange } from '@shared/domain/file-change'
import { expect, test } from 'vitest'
import { addCounts, changeLines, countLines, hunkLines } from '../../../../src/renderer/lib/unified-diff'
import { gitDiffFiles } from '../../../../src/renderer/lib/diff/git-diff'
import type { DiffLine } from '../../../../src/renderer/lib/unified-diff'

/** A line in short: its numbers, its kind and its text. */
function shortly(line: DiffLine): string {
  switch (line.kind) {
    case 'same':
    case 'add':
    case 'del':
      return `${String(line.before ?? '-')} ${String(line.after ?? '-')} ${line.kind} ${line.text}`
    case 'hunk':
    case 'remark':
      return `${line.kind} ${line.text}`
    case 'gap':
      return `gap ${String(line.omitted)}`
  }
}

test.each<[string, string, string[]]>([
  [
    'lines are numbered on their sides',
    '@@ -87,3 +87,3 @@\n a\n-b\n+c\n d\n',
    ['hunk @@ -87,3 +87,3 @@', '87 87 same a', '88 - del b', '- 88 add c', '89 89 same d'],
  ],
  [
    'content that looks like a header stays content',
    '@@ -1,2 +1,1 @@\n--- a/passwd\n-@@ -9 +9 @@\n+[... 5 characters not shown ...]\n',
    [
      'hunk @@ -1,2 +1,1 @@',
      '1 - del -- a/passwd',
      '2 - del @@ -9 +9 @@',
      '- 1 add [... 5 characters not shown ...]',
    ],
  ],
  [
    'after a gap nothing is numbered until the next header',
    '@@ -1 +1 @@\n-a\n[... 900 characters not shown ...]\n b\n@@ -50 +40 @@\n+c\n',
    ['hunk @@ -1 +1 @@', '1 - del a', 'gap 900', '- - same b', 'hunk @@ -50 +40 @@', '- 40 add c'],
  ],
  [
    'a missing line feed at the end is a remark',
    '@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n',
    ['hunk @@ -1 +1 @@', '1 - del a', '- 1 add b', 'remark No newline at end of file'],
  ],
  ['a carriage return belongs to the line', '@@ -0,0 +1 @@\n+a\r\n', ['hunk @@ -0,0 +1 @@', '- 1 add a\r']],
  ['nothing is no line', '', []],
])('%s', (_title, text, expected) => {
  expect(hunkLines(text).map(shortly)).toEqual(expected)
})

test.each<[string, FileChange, string[]]>([
  ['a new file', { type: 'add', content: 'a\nb\n' }, ['- 1 add a', '- 2 add b']],
  ['a deleted file', { type: 'delete', content: 'a' }, ['1 - del a']],
  ['an empty file', { type: 'add', content: '' }, []],
  [
    'a file too long to show',
    { type: 'add', content: 'a\n[... 7 characters not shown ...]\nz\n', omitted: 7 },
    ['- 1 add a', 'gap 7', '- - add z'],
  ],
  [
    'a file that only pretends to be cut',
    { type: 'add', content: '[... 7 characters not shown ...]\n' },
    ['- 1 add [... 7 characters not shown ...]'],
  ],
  ['a file that is only moved', { type: 'update', unified_diff: '', move_path: '/w/b' }, []],
])('%s is shown line by line', (_title, change, expected) => {
  expect(changeLines(change).map(shortly)).toEqual(expected)
})

test('counts add up, and say when there is more than is shown', () => {
  const whole = countLines(hunkLines('@@ -1 +1,2 @@\n-a\n+b\n+c\n'))
  const cut = countLines(hunkLines('+a\n[... 9 characters not shown ...]\n'))
  expect([whole, addCounts([whole, cut])]).toEqual([
    { added: 2, removed: 1, whole: true },
    { added: 3, removed: 1, whole: false },
  ])
})

test('a turn’s diff falls into its files, whatever their lines say', () => {
  const text = [
    'diff --git a/src/a.ts b/src/a.ts',
    '--- a/src/a.ts',
    '+++ b/src/a.ts',
    '@@ -1 +1 @@',
    '--- a/fake',
    '+diff --git a/fake b/fake',
    'diff --git "a/x\\ny" "b/x\\ny"',
    'new file mode 100644',
    '--- /dev/null',
    '+++ "b/x\\ny"',
    '@@ -0,0 +1 @@',
    '+b',
    'diff --git a/gone b/gone',
    'deleted file mode 100644',
    '--- a/gone',
    '+++ /dev/null',
    '@@ -1 +0,0 @@',
    '-c',
    '',
  ].join('\n')
  expect(gitDiffFiles(text).map(({ path, kind, lines }) => [path, kind, lines.map(shortly)])).toEqual([
    ['src/a.ts', 'changed', ['hunk @@ -1 +1 @@', '1 - del -- a/fake', '- 1 add diff --git a/fake b/fake']],
    ['x\ny', 'created', ['hunk @@ -0,0 +1 @@', '- 1 add b']],
    ['gone', 'deleted', ['hunk @@ -1 +0,0 @@', '1 - del c']],
  ])
})
