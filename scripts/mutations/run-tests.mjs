import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { leftBySeed } from '../steps/turns.mjs'

/**
 * How one run of some test files came out. `failed`: the tests that failed, by file and name; of a file that could not be loaded the file
 * alone. `late`: by its time alone, which a busy machine takes as well. `chosen`: something was left out by the seed.
 * @typedef {{ file: string, test: string, late?: boolean }} FailedTest
 * @typedef {{ failed: readonly FailedTest[], passed: number, chosen: boolean, timedOut: boolean, seconds: number, output: string }} Outcome
 */

/** Seconds for one run of vitest. What hangs has been found by nobody. */
const limits = { unit: 600, contract: 600, integration: 1200, e2e: 1200 }

/** @typedef {keyof typeof limits} Project */
/** @typedef {{ status: string, fullName: string, failureMessages?: string[] }} ReportedTest */

/** @param {string} file @returns {Project} */
export const projectOf = (file) => /** @type {Project} */ (file.split('/')[1])

const builtProgram = /out\/(main|renderer|preload)\b/
/** What says that a file takes turns by the seed, or makes up its input from it. */
const turns = /\b(oneBySeed|someBySeed|turnBySeed|runsBySeed|fixedSeed)\b|'fast-check'/

/**
 * Whether a test file, or a file of tests that it imports, says something of this form.
 * @param {string} base
 * @param {string} file
 * @param {RegExp} form
 * @param {Set<string>} [seen]
 * @returns {boolean}
 */
function says(base, file, form, seen = new Set()) {
  const path = ['', '.ts', '.tsx', '.mjs'].map((end) => join(base, file + end)).find(isFile)
  if (path === undefined || seen.has(path) || /by-seed\.ts$/.test(path)) return false
  seen.add(path)
  const text = readFileSync(path, 'utf8')
  if (form.test(text)) return true
  const imports = [...text.matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/g)].map(([, name = '']) => name)
  return imports.some((name) => {
    const next = relative(base, resolve(dirname(path), name))
    return next.startsWith('tests/') && says(base, next, form, seen)
  })
}

/** @param {string} path */
const isFile = (path) => existsSync(path) && statSync(path).isFile()

/**
 * Whether a test's answer can be another one with another seed.
 * @param {string} base
 * @param {string} file
 */
export const goesBySeed = (base, file) => says(base, file, turns)

/**
 * Runs test files of one project, up to the first failure. A folder stands for all that is in it. The program is built
 * anew where they start it.
 * @param {import('./scratch.mjs').Scratch} scratch
 * @param {readonly string[]} files
 * @param {{ seed: string, all: boolean, bail?: boolean }} options
 * @returns {Promise<Outcome>}
 */
export async function runTests(scratch, files, { seed, all, bail = true }) {
  const started = performance.now()
  const ended = () => (performance.now() - started) / 1000
  const [first = ''] = files
  const left = all ? [] : leftBySeed(seed).flatMap((group) => group.left)
  if (files.every((file) => left.includes(file)))
    return { failed: [], passed: 0, chosen: true, timedOut: false, seconds: 0, output: '' }
  const project = projectOf(first)
  const starts = files.some((file) => !/\.tsx?$/.test(file) || says(scratch.folder, file, builtProgram))
  if (!/^(unit|contract)$/.test(project) && starts) {
    const built = await scratch.node(['scripts/build.mjs', '--if-stale'], { seconds: 600 })
    if (built.code !== 0) {
      const failed = [{ file: 'scripts/build.mjs', test: 'the build' }]
      return { failed, passed: 0, chosen: false, timedOut: false, seconds: ended(), output: built.output }
    }
  }
  const [report, choices] = ['report.json', 'choices'].map((name) =>
    join(scratch.folder, 'test-results', name),
  )
  for (const file of [report, choices]) rmSync(file ?? '', { force: true })
  const { TEST_WHOLE: _, TEST_ALL: __, ...env } = process.env
  const names = files.map((file) => (/\.tsx?$/.test(file) ? file : `${file}/`))
  const run = await scratch.node(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...['--project', project, '--project', `${project}-*`],
      ...(bail ? ['--bail', '1'] : []),
      ...names,
    ],
    {
      env: {
        ...env,
        TEST_SEED: seed,
        TEST_REPORT: report,
        TEST_CHOICES: choices,
        ...(all && { TEST_ALL: '1' }),
      },
      seconds: limits[project],
    },
  )
  const { failed, passed } = readReport(scratch.folder, report ?? '')
  const chosen = existsSync(choices ?? '')
  const crashed = run.code !== 0 && failed.length === 0 && !run.timedOut
  return {
    failed: crashed ? [{ file: first, test: '(the run broke off)' }] : failed,
    ...{ passed, chosen, timedOut: run.timedOut, seconds: ended(), output: run.output },
  }
}

/**
 * @param {string} base
 * @param {string} file
 * @returns {{ failed: FailedTest[], passed: number }}
 */
function readReport(base, file) {
  if (!existsSync(file)) return { failed: [], passed: 0 }
  /** @type {{ testResults: { name: string, status: string, assertionResults: ReportedTest[] }[] }} */
  const report = JSON.parse(readFileSync(file, 'utf8'))
  let passed = 0
  const failed = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const place = relative(base, name)
    passed += assertionResults.filter((each) => each.status === 'passed').length
    const tests = assertionResults.filter((each) => each.status === 'failed')
    // A failed file without a failed test could not be loaded, or a hook of it threw; where the run was broken off it may be neither.
    const whole = status === 'failed' && tests.length === 0 && assertionResults.length === 0
    if (whole) return [{ file: place, test: '(does not load)' }]
    return tests.map(({ fullName, failureMessages = [] }) => ({
      ...{ file: place, test: fullName },
      ...(failureMessages.every((each) => /(?:Test|Hook) timed out/.test(each)) && { late: true }),
    }))
  })
  const real = failed.filter(({ test }) => test !== '(does not load)')
  return { failed: real.length > 0 ? real : failed, passed }
}
