import { runTool } from '../setup/run.mjs'
import { runSuite } from './suite.mjs'
import { addUp, oneFailed, onePassed } from './tally.mjs'

/** @typedef {import('./tally.mjs').ReportedFile} ReportedFile */
/** @typedef {{ tally: Readonly<import('./tally.mjs').Tally>, output: string, files?: readonly ReportedFile[] }} StepResult */

/**
 * Longest first, so that two at a time end together. Lint goes without a cache: it knows types, and a file's result
 * changes when another file does.
 * @type {[name: string, run: () => Promise<StepResult>][]}
 */
const steps = [
  ['unit and contract tests', () => runSuite(['unit', 'contract'], { capture: true })],
  // One program of types for both. `npm run types` is the compiler's own word on them.
  ['types and lint', () => tool('oxlint', ['--type-aware', '--type-check', '.'])],
  ['format', () => tool('oxfmt', ['--check'])],
]

/**
 * Format, lint, types, unit and contract tests: two at a time, each to its end even when another failed. Prints one
 * line per step, and the whole output of those that failed.
 * @returns {Promise<{ tally: import('./tally.mjs').Tally, files: readonly ReportedFile[] }>}
 */
export async function runChecks() {
  const waiting = [...steps]
  /** @type {Readonly<import('./tally.mjs').Tally>[]} */
  const tallies = []
  /** @type {ReportedFile[]} */
  const files = []
  const worker = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const ended = await runStep(...step)
      tallies.push(ended.tally)
      files.push(...(ended.files ?? []))
    }
  }
  await Promise.all([worker(), worker()])
  return { tally: addUp(tallies), files }
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
