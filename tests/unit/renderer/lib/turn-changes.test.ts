import { secretLines } from '@shared/domain/secret-lines'
import { expect, test } from 'vitest'
import { filesOfTurn } from '../../../../src/renderer/lib/diff/turn-changes'

const diff = (...names: string[]): string =>
  names
    .map(
      (name) => `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n-1\n+${name}\n`,
    )
    .join('')

test('of a file that may hold secrets it is said that its lines are left out', () => {
  const [file] = filesOfTurn(`diff --git a/.env b/.env\nnew file mode 100644\n${secretLines}\n`, '', '/w')
  expect(file).toMatchObject({ path: '/w/.env', kind: 'created', lines: [] })
  expect(file?.note).toContain('keys or passwords')
})

test('what the folder says comes before what patches say, which add what lies elsewhere', () => {
  const shown = (whole: string, patches: string) => filesOfTurn(whole, patches, '/w').map(({ path }) => path)
  expect(shown(diff('a', 'made'), diff('a', '../x'))).toEqual(['/w/a', '/w/made', '/w/../x'])
  expect(shown('', diff('a'))).toEqual(['/w/a'])
  expect(shown(diff('made'), '')).toEqual(['/w/made'])
  expect(shown('', '')).toEqual([])
})
