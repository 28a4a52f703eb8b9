import type { Finding } from '@shared/domain/review'
import { expect, test } from 'vitest'
import { reviewedFiles } from '../../../../../src/main/core/review/run-review'

const at = (path: string): Finding => ({
  id: 'f1',
  title: 'Mend it',
  body: '',
  priority: 1,
  place: { path, lines: { start: 1, end: 1 } },
})
const change = (name: string, content = '+one', before = `a/${name}`): string =>
  `diff --git a/${name} b/${name}\nindex 1..2 100644\n--- ${before}\n+++ b/${name}\n@@ -1 +1 @@\n${content}\n`

test('only the changes of files with findings are kept, by their absolute path', () => {
  const diff = change('a.ts') + change('lib/b.ts') + change('c.ts', '+new', '/dev/null')
  const kept = reviewedFiles(diff, '/work', [at('/work/lib/b.ts'), at('/work/c.ts'), at('/work/none.ts')])
  expect(kept.map(({ path }) => path)).toEqual(['/work/lib/b.ts', '/work/c.ts'])
  expect(kept[0]?.unifiedDiff).toContain('+++ b/lib/b.ts\n@@ -1 +1 @@\n+one')
})

test('a deleted file goes by its old name, one with blanks by its whole name', () => {
  const gone = `diff --git a/gone.ts b/gone.ts\n--- a/gone.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n`
  const blank = change('a b.ts').replace('+++ b/a b.ts', '+++ b/a b.ts\t')
  const kept = reviewedFiles(gone + blank, '/work', [at('/work/gone.ts'), at('/work/a b.ts')])
  expect(kept.map(({ path }) => path)).toEqual(['/work/gone.ts', '/work/a b.ts'])
})

test('content that looks like a header is content', () => {
  const diff = change('a.ts', '++++ b/etc.ts\n+diff --git a/x b/x\n--- a/y')
  expect(reviewedFiles(diff, '/work', [at('/work/a.ts'), at('/work/etc.ts'), at('/work/y')])).toHaveLength(1)
})

test('names that lead elsewhere, quoted names and changes without lines are passed over', () => {
  const quoted = change('x').replace('+++ b/x', '+++ "b/a\\tb"').replace('--- a/x', '--- "a/a\\tb"')
  const mode = 'diff --git a/m b/m\nold mode 100644\nnew mode 100755\n'
  const out = change('../etc/passwd')
  const wanted = ['/work/a\tb', '/work/m', '/work/etc/passwd'].map(at)
  expect(reviewedFiles(quoted + mode + out, '/work', wanted)).toEqual([])
})

test('what is too long to be kept is left out: one file, and all together', () => {
  const long = (name: string, size: number): string => change(name, `+${'x'.repeat(size)}`)
  const names = ['a', 'b', 'c', 'd', 'e']
  const diff = names.map((name) => long(name, name === 'a' ? 300_000 : 180_000)).join('')
  const kept = reviewedFiles(
    diff,
    '/work',
    names.map((name) => at(`/work/${name}`)),
  )
  expect(kept.map(({ path }) => path)).toEqual(['/work/b', '/work/c', '/work/d'])
})
