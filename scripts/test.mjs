// Every test there is, from nothing but git, Node and npm. The last line is the count.
//   npm test                    what runs always, and what the seed takes (TEST_SEED=… gives a run back)
//   npm run test:all            everything
//   npm test -- PATH [PATH …]   the files that one of these parts of paths stands in, whole
import { join } from 'node:path'
import { ensureBuilt } from './setup/build.mjs'
import { cache, readIfThere, root, writeDeep } from './setup/places.mjs'
import { prepare } from './setup/prepare.mjs'
import { programsOfTests } from './setup/system-packages.mjs'
import { runWithOwnTemporaryPlaces } from './setup/temporary-place.mjs'
import { runChecks } from './steps/checks.mjs'
import { readGuards, recordGreen, wholeNow } from './steps/guards.mjs'
import { reportLines } from './steps/report.mjs'
import { seedOfRun } from './steps/seed.mjs'
import { timed } from './steps/spent.mjs'
import { runSuite } from './steps/suite.mjs'
import { addUp, oneFailed, onePassed, tallyLine } from './steps/tally.mjs'
import { choicesOfFiles } from './steps/turns.mjs'

/** @typedef {Readonly<import('./steps/tally.mjs').Tally>} Tally */
/** @typedef {import('./steps/report.mjs').SeedChoice} SeedChoice */

const words = process.argv.slice(2)
const paths = words.filter((word) => !word.startsWith('--'))
const isAll = words.includes('--all') || process.env['TEST_ALL'] === '1'
const unknown = words.find((word) => word.startsWith('--') && word !== '--all')
process.exitCode = await runOnce()

/** @returns {Promise<number>} */
async function runOnce() {
  if (unknown !== undefined) {
    console.error(`${unknown} is not known. Expected nothing, --all, or parts of paths below tests/.`)
    return 2
  }
  try {
    // All of it is looked at on the machine's own disk; a run of every day need not write there.
    const inOwn = runWithOwnTemporaryPlaces(process.argv.slice(1), root, { onDisk: isAll })
    if (inOwn !== undefined) return inOwn
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    console.log(tallyLine(oneFailed))
    return 1
  }
  const tally = addUp(await (paths.length > 0 ? runNamed() : runAll()))
  console.log(tallyLine(tally))
  return tally.failed === 0 ? 0 : 1
}

/** @returns {Promise<Tally[]>} */
async function runNamed() {
  const ready = await getReady()
  if (addUp(ready).failed > 0) return ready
  // A named file runs whole, but where a seed is given the run of that seed is wanted.
  if (!process.env['TEST_SEED']) process.env['TEST_ALL'] = '1'
  const { tally } = await runSuite(['unit', 'contract', 'integration', 'e2e'], { paths })
  return [...ready, tally]
}

/** @returns {Promise<Tally[]>} */
async function runAll() {
  const ready = await getReady()
  if (addUp(ready).failed > 0) return ready
  const seed = seedOfRun()
  const guards = readGuards()
  const whole = isAll
    ? { whole: guards.map(({ file }) => file), why: 'everything was asked for' }
    : wholeNow(guards)
  const choicesFile = join(cache, 'choices.jsonl')
  writeDeep(choicesFile, '')
  Object.assign(process.env, {
    TEST_SEED: seed,
    TEST_CHOICES: choicesFile,
    TEST_WHOLE: whole.whole.join('\n'),
    ...(isAll ? { TEST_ALL: '1', ALL_SCENES: '1' } : { TEST_TURNS: '1' }),
  })
  console.log(isAll ? 'Everything runs.' : `Seed ${seed} (TEST_SEED=${seed} npm test gives this run back)`)
  const checks = await timed('checks', runChecks)
  // In one pool: both drive real processes, and wait for them more than they compute.
  const suite = await timed('integration and stories', () => runSuite(['integration', 'e2e']))
  const choices = [...(isAll ? [] : choicesOfFiles(seed, whole.whole)), ...readChoices(choicesFile)]
  const left = new Set(choices.map(({ file }) => file))
  const ran = [...checks.files, ...suite.files]
  const green = new Set(
    ran.flatMap(({ name, status }) => (status === 'passed' ? [name.replaceAll('\\', '/')] : [])),
  )
  recordGreen(guards, (file) => !left.has(file) && [...green].some((name) => name.endsWith(`/${file}`)))
  for (const line of reportLines(ran, { seed, choices, whole })) console.log(line)
  return [...ready, checks.tally, suite.tally]
}

async function getReady() {
  const ready = await step('installation', () => prepare(programsOfTests))
  if (ready.failed > 0) return [ready]
  return [await step('build', ensureBuilt)]
}

/** @param {string} file @returns {SeedChoice[]} */
function readChoices(file) {
  const lines = (readIfThere(file) ?? '').trim().split('\n')
  return lines.flatMap((line) => (line === '' ? [] : [/** @type {SeedChoice} */ (JSON.parse(line))]))
}

/** @param {string} name @param {() => Promise<void>} work @returns {Promise<Tally>} */
async function step(name, work) {
  try {
    await timed(name, work)
    return onePassed
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return oneFailed
  }
}
