import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sinceGreen } from '../../../scripts/steps/since-green.mjs'

let base: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'countersign-green-'))
  execFileSync('git', ['init', '--quiet', base])
  put('.gitignore', 'node_modules')
  put('package.json', '{}')
  put('src/a.ts', "import './b'")
  put('src/b.ts', '')
  put('src/other.ts', '')
  put('tests/unit/a.test.ts', "import '../../src/a'")
  put('tests/unit/other.test.ts', "import '../../src/other'")
  put('tests/unit/reads.test.ts', "readFileSync(new URL('x', import.meta.url))")
})
afterEach(() => {
  rmSync(base, { recursive: true })
})
const put = (name: string, text: string): void => {
  mkdirSync(dirname(join(base, name)), { recursive: true })
  writeFileSync(join(base, name), text)
}
const look = () => sinceGreen(base)
/** A run in which all passed, or all but what is named. */
const run = (failed: readonly string[] = [], texts: 'all' | 'left' | 'none' = 'all') => {
  const since = look()
  since?.keep({ tests: new Map(since.tests.map((file) => [file, !failed.includes(file)])), texts })
}
const [one, other, reads] = ['a', 'other', 'reads'].map((name) => `tests/unit/${name}.test.ts`) as [
  string,
  string,
  string,
]
const sources = ['src/a.ts', 'src/b.ts', 'src/other.ts']

test('what was green is left out until something changes that it leads to; what reads by name never is', () => {
  expect(look()).toMatchObject({ tests: [one, other, reads], texts: [...sources, one, other, reads] })
  run()
  expect(look()).toMatchObject({ tests: [reads], texts: [], left: { tests: 2, texts: 6 } })
  put('src/b.ts', 'export const b = 1')
  expect(look()).toMatchObject({ tests: [one, reads], texts: ['src/a.ts', 'src/b.ts', one] })
  run([one])
  expect(look()).toMatchObject({ tests: [one, reads], texts: [] })
  run([], 'left')
  rmSync(join(base, 'src/b.ts'))
  expect(look()).toMatchObject({ tests: [one, reads], texts: ['src/a.ts', one] })
})

test.each([
  ['a setting', () => put('vitest.config.ts', 'export {}')],
  ['what is installed', () => put('package-lock.json', '{}')],
  ['a rule of lint', () => put('scripts/lint-rules/x.mjs', '')],
  ['types for all', () => put('src/all.d.ts', '')],
  ['a damaged record', () => put('node_modules/.cache/countersign/checks-green.json', '{"tests":')],
  ['a record of another form', () => put('node_modules/.cache/countersign/checks-green.json', '[7]')],
])('after %s everything is looked at', (_, change) => {
  run()
  change()
  expect(look()?.left).toEqual({ tests: 0, texts: 0 })
})

test('what was changed while it ran is looked at again', () => {
  const since = look()
  put('src/b.ts', 'export const b = 1')
  since?.keep({ tests: new Map(since.tests.map((file) => [file, true])), texts: 'all' })
  expect(look()).toMatchObject({ tests: [one, reads], texts: ['src/a.ts', 'src/b.ts', one] })
})

test('lint that failed leaves what it looked at to be looked at again', () => {
  run([], 'none')
  expect(look()?.left).toEqual({ tests: 2, texts: 0 })
})

test('without git everything is looked at', () => {
  rmSync(join(base, '.git'), { recursive: true })
  expect(look()).toBeUndefined()
})
