import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { textDiff } from '../../../../src/main/adapters/text-diff/text-diff'
import { patchedFiles } from '../../../../src/renderer/lib/diff/changed-file'
import { gitDiffFiles } from '../../../../src/renderer/lib/diff/git-diff'
import { changedWords, linePairs, splitRows } from '../../../../src/renderer/lib/diff/line-pairs'
import { wholeLines } from '../../../../src/renderer/lib/diff/whole-lines'
import { hunkLines } from '../../../../src/renderer/lib/unified-diff'
import type { DiffLine } from '../../../../src/renderer/lib/unified-diff'

const diff = (...rows: string[]): string => rows.map((row) => `${row}\n`).join('')
const texts = (lines: readonly DiffLine[]): string[] =>
  lines.map((line) => ('text' in line ? `${line.kind} ${line.text}` : line.kind))

test('what git tells of a file besides its lines is told by kind', () => {
  const files = gitDiffFiles(
    diff(
      'diff --git a/run.sh b/run.sh',
      ...['old mode 100644', 'new mode 100755'],
      'diff --git a/old name.ts b/new name.ts',
      ...['similarity index 90%', 'rename from old name.ts', 'rename to new name.ts', 'index 1..2 100644'],
      ...['--- a/old name.ts\t', '+++ b/new name.ts\t', '@@ -1 +1 @@', '-a', '+b'],
      'diff --git a/logo.png b/logo.png',
      ...['index 1..2 100644', 'Binary files a/logo.png and b/logo.png differ'],
      'diff --git a/l b/l',
      ...[
        'new file mode 120000',
        '--- /dev/null',
        '+++ b/l',
        '@@ -0,0 +1 @@',
        '+../x',
        '\\ No newline at end of file',
      ],
      'diff --git a/to b/to',
      ...['index 1..2 120000', '--- a/to', '+++ b/to', '@@ -1 +1 @@', '-x', '+y'],
      'diff --git a/moved b/kept',
      ...['similarity index 100%', 'rename from moved', 'rename to kept'],
      'diff --git "a/\\303\\244\\t\\"x\\"" "b/\\303\\244\\t\\"x\\""',
      ...[
        'deleted file mode 100644',
        '--- "a/\\303\\244\\t\\"x\\""',
        '+++ /dev/null',
        '@@ -1 +0,0 @@',
        '-diff --git a/no b/no',
      ],
      'diff --git a/gone.bin b/gone.bin',
      ...['deleted file mode 100755', 'index 1..0', 'GIT binary patch', 'delta 4', 'abc'],
      'diff --git a/empty b/empty',
      'new file mode 100644',
    ),
  )
  expect(files.map(({ lines, ...rest }) => ({ ...rest, lines: texts(lines).slice(0, 3) }))).toEqual([
    { path: 'run.sh', kind: 'mode', content: 'none', mode: { before: '100644', after: '100755' }, lines: [] },
    {
      path: 'new name.ts',
      from: 'old name.ts',
      kind: 'moved',
      content: 'text',
      lines: ['hunk @@ -1 +1 @@', 'del a', 'add b'],
    },
    { path: 'logo.png', kind: 'changed', content: 'binary', lines: [] },
    {
      path: 'l',
      kind: 'created',
      content: 'link',
      mode: { after: '120000' },
      lines: ['hunk @@ -0,0 +1 @@', 'add ../x', 'remark No newline at end of file'],
    },
    { path: 'to', kind: 'changed', content: 'link', lines: ['hunk @@ -1 +1 @@', 'del x', 'add y'] },
    { path: 'kept', from: 'moved', kind: 'moved', content: 'none', lines: [] },
    {
      path: 'ä\t"x"',
      kind: 'deleted',
      content: 'text',
      mode: { before: '100644' },
      lines: ['hunk @@ -1 +0,0 @@', 'del diff --git a/no b/no'],
    },
    { path: 'gone.bin', kind: 'deleted', content: 'binary', mode: { before: '100755' }, lines: [] },
    { path: 'empty', kind: 'created', content: 'none', mode: { after: '100644' }, lines: [] },
  ])
})

test('any text at all is read without a fault, and no line of content becomes a file', () => {
  const row = fc.constantFrom(
    ...[
      'diff --git a/x b/x',
      'diff --git ',
      'diff --git "a',
      '--- a/x',
      '+++ b/x',
      '@@ -1 +1 @@',
      '@@ x',
      ' a',
      '+b',
      '-c',
    ],
    ...[
      'rename from ',
      'rename to "x\\',
      'old mode 1',
      'Binary files differ',
      '[... 9 characters not shown ...]',
      '',
      '\\',
    ],
  )
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), (rows) => {
      const starts = rows.filter((each) => each.startsWith('diff --git ')).length
      expect(gitDiffFiles(rows.join('\n'))).toHaveLength(starts)
    }),
  )
})

test('the files of a patch', () => {
  const files = patchedFiles({
    '/w/a': { type: 'add', content: 'x\n' },
    '/w/b': { type: 'update', unified_diff: '', move_path: '/w/c' },
    '/w/d': { type: 'delete', content: '' },
  })
  expect(files.map(({ lines: _, ...rest }) => rest)).toEqual([
    { path: '/w/a', kind: 'created', content: 'text' },
    { path: '/w/c', from: '/w/b', kind: 'moved', content: 'none' },
    { path: '/w/d', kind: 'deleted', content: 'none' },
  ])
})

describe('side by side', () => {
  const lines = hunkLines('@@ -1,5 +1,5 @@\n a\n-b\n-c\n-d\n+B\n e\n+f\n')

  it('what went stands beside what came for it', () => {
    expect(splitRows(lines)).toEqual([
      { across: 0 },
      { before: 1, after: 1 },
      { before: 2, after: 5 },
      { before: 3 },
      { before: 4 },
      { before: 6, after: 6 },
      { after: 7 },
    ])
    expect([...linePairs(lines)]).toEqual([-1, -1, 5, -1, -1, 2, -1, -1])
  })

  it('every line stands once on its side, in order, whatever the lines are', () => {
    const kind = fc.constantFrom<DiffLine>(
      { kind: 'same', text: '' },
      { kind: 'add', text: '' },
      { kind: 'del', text: '' },
      { kind: 'hunk', text: '@@' },
      { kind: 'gap', omitted: 1 },
    )
    fc.assert(
      fc.property(fc.array(kind, { maxLength: 40 }), (all) => {
        const rows = splitRows(all)
        const side = (name: 'before' | 'after', kinds: readonly string[]) => {
          const shown = rows.flatMap((row) => row[name] ?? row.across ?? [])
          expect(shown).toEqual(all.flatMap((line, at) => (kinds.includes(line.kind) ? [at] : [])))
        }
        side('before', ['same', 'del', 'hunk', 'gap'])
        side('after', ['same', 'add', 'hunk', 'gap'])
        linePairs(all).forEach((mate, at, mates) => {
          if (mate !== -1) expect([mates[mate], all[at]?.kind === all[mate]?.kind]).toEqual([at, false])
        })
      }),
    )
  })
})

describe('words within a changed line', () => {
  it.each<[string, string, string, [gone?: string, came?: string]]>([
    ['one word', 'const a = setTimeout(f)', 'const a = clock.after(f)', ['setTimeout', 'clock.after']],
    ['nothing in common', 'return first', 'throw new Oops(17)', []],
    ['indentation alone', '  x()', '    x()', ['  ', '    ']],
    ['one that is very long', 'a '.repeat(2000), `${'a '.repeat(2000)}b`, []],
    ['an empty line', '', 'x', []],
  ])('%s', (_, before, after, [gone, came]) => {
    const spans = changedWords(before, after)
    const cut = (text: string, of: typeof spans.before) =>
      of.map(({ from, to }) => text.slice(from, to)).join('') || undefined
    expect(cut(before, spans.before)).toBe(gone)
    expect(cut(after, spans.after)).toBe(came)
  })

  it('without them, both lines say the same', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b ', '(', 'ä', '👍', '\t')),
        fc.array(fc.constantFrom('a', 'b ', ')', '👍')),
        (one, two) => {
          const [before, after] = [`keep ${one.join('')}`, `keep ${two.join('')}`]
          const spans = changedWords(before, after)
          const rest = (text: string, cut: typeof spans.before) =>
            cut.toReversed().reduce((left, { from, to }) => left.slice(0, from) + left.slice(to), text)
          if (spans.before.length + spans.after.length > 0)
            expect(rest(before, spans.before)).toBe(rest(after, spans.after))
        },
      ),
    )
  })
})

describe('a change in its whole file', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 })
    .map((rows) => rows.map((row) => `${row}\n`).join(''))

  it('shows every line of the text on disk once, before the change as after it', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = hunkLines(textDiff.hunks(before, after))
        if (lines.length === 0) return
        for (const [now, side] of [
          [after, 'after'],
          [before, 'before'],
        ] as const) {
          const whole = wholeLines(lines, now) ?? []
          const shown = whole.flatMap((line) => ('text' in line && side in line ? [line.text] : []))
          const numbers = whole.flatMap((line) =>
            side in line ? [(line as { [key: string]: unknown })[side]] : [],
          )
          // A text that fits both ways is shown as the change left it.
          if (wholeLines(lines, before) === undefined || now === after || shown.length > 0) {
            expect(numbers).toEqual(numbers.map((_, index) => index + 1))
          }
          if (now === after) expect(shown.map((row) => `${row}\n`).join('')).toBe(after)
        }
      }),
    )
  })

  it('is not shown in a file that is another by now', () => {
    const lines = hunkLines('@@ -2,2 +2,2 @@\n a\n-b\n+c\n')
    expect(texts(wholeLines(lines, 'x\na\nc\nz\n') ?? [])).toEqual([
      'same x',
      'same a',
      'del b',
      'add c',
      'same z',
    ])
    expect(texts(wholeLines(lines, 'x\na\nb\nz\n') ?? [])).toEqual([
      'same x',
      'same a',
      'del b',
      'add c',
      'same z',
    ])
    expect(wholeLines(lines, 'x\na\nq\nz\n')).toBeUndefined()
    expect(wholeLines(lines, '')).toBeUndefined()
    expect(wholeLines(hunkLines('+a\n[... 3 characters not shown ...]\n'), 'a\n')).toBeUndefined()
  })
})
