import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lintRows, lintTypes } from './lint-rows'

/** The real .oxlintrc.json over a project with one broken rule in each file: all rules in one run. */
const root = resolve(import.meta.dirname, '../../..')
const config = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as {
  rules: Readonly<Record<string, unknown>>
}
const rules = Object.keys(config.rules)
const nameOf = (rule: string): string => rule.replaceAll('/', '-')

interface Found {
  readonly code?: string
  readonly filename: string
}

let project: string
let found: readonly Found[]

function lint(folder: string): Promise<string> {
  const program = join(root, 'node_modules/oxlint/bin/oxlint')
  return new Promise((done) => {
    execFile(
      process.execPath,
      [program, '--format', 'json', '.'],
      {
        cwd: folder,
        maxBuffer: 1e8,
        env: { ...process.env, OXLINT_TSGOLINT_PATH: join(root, 'node_modules/.bin/tsgolint') },
      },
      (_, out, complaints) => {
        done(out || complaints)
      },
    )
  })
}

beforeAll(async () => {
  project = mkdtempSync('/var/tmp/cs-lint-')
  mkdirSync(join(project, 'src'))
  copyFileSync(join(root, '.oxlintrc.json'), join(project, '.oxlintrc.json'))
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.base.json'), 'utf8')) as {
    compilerOptions: object
  }
  writeFileSync(
    join(project, 'src/tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        ...compilerOptions,
        paths: {},
        types: ['node'],
        typeRoots: [join(root, 'node_modules/@types')],
      },
      include: ['*.ts'],
    }),
  )
  writeFileSync(join(project, 'src/types.ts'), lintTypes)
  for (const [rule, text] of Object.entries(lintRows))
    writeFileSync(
      join(project, 'src', `${nameOf(rule)}.ts`),
      `${text}\nimport { Counter, E, f, n, o, old, p, s, takes, u, v, y } from './types'\n`,
    )
  const out = await lint(project)
  found = (JSON.parse(out) as { diagnostics: readonly Found[] }).diagnostics
})
afterAll(() => {
  rmSync(project, { recursive: true, force: true })
})

test('every rule that is set has its row, and every row its rule', () => {
  expect(Object.keys(lintRows).sort()).toEqual([...rules].sort())
})

test.each(rules)('%s bites', (rule) => {
  const codes = found
    .filter(({ filename }) => filename.endsWith(`src/${nameOf(rule)}.ts`))
    .map(({ code = '' }) =>
      code.replace(/^eslint\((.*)\)$/, '$1').replace(/^typescript\((.*)\)$/, 'typescript/$1'),
    )
  expect(codes).toContain(rule)
})
