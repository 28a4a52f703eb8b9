// Every test there is, from nothing but git, Node and npm. The last line is the count.
import { ensureBuilt } from './setup/build.mjs'
import { prepare } from './setup/prepare.mjs'
import { runChecks } from './steps/checks.mjs'
import { runSuite } from './steps/suite.mjs'
import { addUp, oneFailed, onePassed, tallyLine } from './steps/tally.mjs'

/** @typedef {Readonly<import('./steps/tally.mjs').Tally>} Tally */

const tally = addUp(await runAll())
console.log(tallyLine(tally))
process.exitCode = tally.failed === 0 ? 0 : 1

/** @returns {Promise<Tally[]>} */
async function runAll() {
  const ready = await step(() => prepare(['bwrap', 'chromium', 'socat', 'rg']))
  if (ready.failed > 0) return [ready]
  const built = await step(ensureBuilt)
  const checks = await runChecks()
  // One after the other: both drive real processes and are timed by them.
  const integration = await runSuite(['integration'])
  const e2e = await runSuite(['e2e'])
  return [built, checks, integration.tally, e2e.tally]
}

/** @param {() => Promise<void>} work @returns {Promise<Tally>} */
async function step(work) {
  try {
    await work()
    return onePassed
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return oneFailed
  }
}
