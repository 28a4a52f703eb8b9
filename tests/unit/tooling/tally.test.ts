import { expect, test } from 'vitest'
import { addUp, countReport, tallyLine, type Report, type Tally } from '../../../scripts/steps/tally.mjs'

const file = (suite: string, status: string, ...results: string[]): Report['testResults'][number] => ({
  name: `/clone/tests/${suite}/a.test.ts`,
  status,
  assertionResults: results.map((result) => ({ status: result })),
})
const passing = file('unit', 'passed', 'passed', 'passed')

const rows: [title: string, files: Report['testResults'] | undefined, exitCode: number, tally: Tally][] = [
  ['a clean run', [passing], 0, { passed: 2, failed: 0, skipped: 0 }],
  [
    'skipped, pending and todo tests, which all did not run',
    [passing, file('unit', 'passed', 'skipped', 'pending', 'todo')],
    0,
    { passed: 2, failed: 0, skipped: 3 },
  ],
  ['a failed test', [file('unit', 'failed', 'passed', 'failed')], 1, { passed: 1, failed: 1, skipped: 0 }],
  ['a file that does not load', [passing, file('unit', 'failed')], 1, { passed: 2, failed: 1, skipped: 0 }],
  ['a file whose hook threw', [file('unit', 'failed', 'passed')], 1, { passed: 1, failed: 1, skipped: 0 }],
  ['an error outside the tests', [passing], 1, { passed: 2, failed: 1, skipped: 0 }],
  ['no tests at all', [], 0, { passed: 0, failed: 1, skipped: 0 }],
  ['a suite that only skips', [file('unit', 'passed', 'skipped')], 0, { passed: 0, failed: 1, skipped: 1 }],
  [
    'tests of another suite only',
    [file('contract', 'passed', 'passed')],
    0,
    { passed: 1, failed: 1, skipped: 0 },
  ],
  ['no report', undefined, 139, { passed: 0, failed: 1, skipped: 0 }],
]

test.each(rows)('counts %s', (_title, testResults, exitCode, tally) => {
  const report = testResults && { testResults }
  expect(countReport(report, { exitCode, suites: ['unit'] }).tally).toEqual(tally)
})

test('says in words what no test could say', () => {
  const report = { testResults: [passing] }
  expect(countReport(report, { exitCode: 0, suites: ['unit', 'e2e'] }).remarks).toEqual([
    'no test ran in tests/e2e',
  ])
  expect(countReport(undefined, { exitCode: 137, suites: ['unit'] }).remarks).toEqual([
    'vitest crashed (exit code 137)',
  ])
})

test('adds up to the line that ends every run', () => {
  const total = addUp([
    { passed: 1, failed: 0, skipped: 2 },
    { passed: 10, failed: 3, skipped: 0 },
  ])
  expect(tallyLine(total)).toBe('11 passed, 3 failed, 2 skipped')
})
