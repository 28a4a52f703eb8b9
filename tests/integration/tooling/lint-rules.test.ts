import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generalRules } from '../../../scripts/lint-rules/general-rules.mjs'
import { lint, lintProject, type Broken } from '../../fakes/lint'
import { lintRows, lintTypes } from './lint-rows'

/** The real configuration over a project with one broken rule in each file: all rules in one run. */
const root = resolve(import.meta.dirname, '../../..')
const rules = Object.keys(generalRules)
const nameOf = (rule: string): string => rule.replaceAll('/', '-')

let project: string
let found: readonly Broken[]

beforeAll(async () => {
  project = lintProject()
  mkdirSync(join(project, 'rows'))
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.base.json'), 'utf8')) as {
    compilerOptions: object
  }
  writeFileSync(
    join(project, 'rows/tsconfig.json'),
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
  writeFileSync(join(project, 'rows/types.ts'), lintTypes)
  for (const [rule, text] of Object.entries(lintRows))
    writeFileSync(
      join(project, 'rows', `${nameOf(rule)}.ts`),
      `${text}\nimport { Counter, E, f, n, o, old, p, s, takes, u, v, y } from './types'\n`,
    )
  found = await lint(project, ['--type-aware', 'rows'])
})
afterAll(() => {
  rmSync(project, { recursive: true, force: true })
})

test('every rule that is set has its row, and every row its rule', () => {
  expect(Object.keys(lintRows).sort()).toEqual([...rules].sort())
})

test.each(rules)('%s bites', (rule) => {
  const broken = found.filter(({ path }) => path.endsWith(`rows/${nameOf(rule)}.ts`))
  expect(broken.map((each) => each.rule)).toContain(rule)
})
