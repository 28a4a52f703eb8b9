import { runTool } from '../setup/run.mjs'
import { runSuite } from './suite.mjs'
import { addUp, oneFailed, onePassed } from './tally.mjs'

/** @typedef {import('./tally.mjs').ReportedFile} ReportedFile */
/** @typedef {{ tally: Readonly<import('./tally.mjs').Tally>, output: string, files?: readonly ReportedFile[] }} StepResult */

/** What is looked at of it; without, everything. @typedef {Pick<import('./since-green.mjs').SinceGreen, 'tests' | 'texts'>} Some */

/**
 * Longest first, so that two at a time end together.
 * @param {Some | undefined} some
 * @returns {[name: string, run: () => Promise<StepResult>][]}
 */
const stepsOf = (some) => [
  [
    'unit and contract tests',
    () =>
      runSuite(['unit', 'contract'], {
        capture: true,
        ...(some && { paths: ['tests/contract/', ...some.tests] }),
      }),
  ],
  // One program of types for both. `npm run types` is the compiler's own word on them.
  [
    'types and lint',
    async () =>
      some?.texts.length === 0
        ? { tally: onePassed, output: '' }
        : tool('oxlint', ['--type-aware', '--type-check', ...(some?.texts ?? ['.'])]),
  ],
  ['format', () => tool('oxfmt', ['--check'])],
]

/**
 * Format, lint, types, unit and contract tests: two at a time, each to its end even when another failed. Prints one
 * line per step, and the whole output of those that failed.
 * @param {Some} [some]
 * @returns {Promise<{ tally: import('./tally.mjs').Tally, files: readonly ReportedFile[], failed: readonly string[] }>} `failed`: steps
 */
export async function runChecks(some) {
  const waiting = stepsOf(some)
  /** @type {Readonly<import('./tally.mjs').Tally>[]} */
  const tallies = []
  /** @type {ReportedFile[]} */
  const files = []
  /** @type {string[]} */
  const failed = []
  const worker = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const ended = await runStep(...step)
      tallies.push(ended.tally)
      if (ended.tally.failed > 0) failed.push(step[0])
      files.push(...(ended.files ?? []))
    }
  }
  await Promise.all([worker(), worker()])
  return { tally: addUp(tallies), files, failed }
}

/** @param {string} name @param {() => Promise<StepResult>} work */
async function runStep(name, work) {
  const started = performance.now()
  const ended = await work()
  const { tally, output } = ended
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const failed = tally.failed > 0
  console.log(`${failed ? '✗' : '✓'} ${name} (${seconds} s)`)
  if (failed) console.log(`\n${output.trim()}\n`)
  return ended
}

/**
 * Two steps run beside each other: what is written in Go gets one processor for itself, and collects its memory a quarter as often, within
 * bounds: more would be spent on getting the pages.
 */
const oneEach = { GOMAXPROCS: '1', GOGC: '400', GOMEMLIMIT: '5GiB' }

/** @param {string} name @param {string[]} args @returns {Promise<StepResult>} */
async function tool(name, args) {
  const { code, output } = await runTool(name, args, { capture: true, env: { ...process.env, ...oneEach } })
  return { tally: code === 0 ? onePassed : oneFailed, output }
}
