// Every test there is, from nothing but git, Node and npm. The last line is the count.
import { ensureBuilt } from './setup/build.mjs'
import { prepare } from './setup/prepare.mjs'
import { programsOfTests } from './setup/system-packages.mjs'
import { runChecks } from './steps/checks.mjs'
import { runSuite } from './steps/suite.mjs'
import { addUp, oneFailed, onePassed, tallyLine } from './steps/tally.mjs'

/** @typedef {Readonly<import('./steps/tally.mjs').Tally>} Tally */

const tally = addUp(await runAll())
console.log(tallyLine(tally))
process.exitCode = tally.failed === 0 ? 0 : 1

/** @returns {Promise<Tally[]>} */
async function runAll() {
  const ready = await step(() => prepare(programsOfTests))
  if (ready.failed > 0) return [ready]
  const built = await step(ensureBuilt)
  const checks = await runChecks()
  // In one pool: both drive real processes, and wait for them more than they compute.
  const { tally } = await runSuite(['integration', 'e2e'])
  return [built, checks, tally]
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
