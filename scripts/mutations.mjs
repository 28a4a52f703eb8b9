// Puts small defects into a copy of this checkout, one at a time, and says which tests find each.
//   node scripts/mutations.mjs [--check] [--group G,…] [--id I,…] [--seeds 1,2,3] [--all] [--tests FILE,…] [--wide] [--types]
//                              [--no-baseline] [--first FILE] [--out FILE]
// --check: only whether each can still be put in. --all: as `npm run test:all`. --tests: these, in place of those it names. --wide: where
// those do not find it, all quick tests. --types: where no test does, the compiler. --first: results of an earlier run; what found it there
// is asked first. --out: results as JSON; what stands there stays.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { mutations } from './mutations/all-mutations.mjs'
import { problemOf } from './mutations/mutation.mjs'
import { goesBySeed, projectOf, runTests } from './mutations/run-tests.mjs'
import { Scratch } from './mutations/scratch.mjs'
import { root } from './setup/places.mjs'

/**
 * What became of one mutation with one seed. `by`: the project that found it, `types` for the compiler, `build` for a program that is not
 * built; undefined: nobody. `note`: what else there is to say.
 * @typedef {{ id: string, group: string, seed: string, by?: string, file?: string, test?: string, seconds: number, note?: string }} Found
 * @typedef {import('./mutations/mutation.mjs').Mutation} Mutation
 */

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    group: { type: 'string' },
    id: { type: 'string' },
    seeds: { type: 'string', default: '1' },
    all: { type: 'boolean', default: false },
    tests: { type: 'string' },
    wide: { type: 'boolean', default: false },
    types: { type: 'boolean', default: false },
    'no-baseline': { type: 'boolean', default: false },
    first: { type: 'string' },
    out: { type: 'string' },
  },
})
const { all, out } = values
const seeds = all ? ['all'] : values.seeds.split(',')
/** @param {string | undefined} list @param {string} value */
const isIn = (list, value) => list === undefined || list.split(',').includes(value)
const chosen = mutations.filter(({ id, group }) => isIn(values.group, group) && isIn(values.id, id))

const earlier = readResults(values.first)
const results = new Map(readResults(out).map((each) => [keyOf(each), each]))

/** @param {string | undefined} file @returns {Found[]} */
function readResults(file) {
  return file !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
}

/** What found it before, and then what it names. @param {Mutation} mutation */
function testsFor({ id, tests }) {
  if (values.tests !== undefined) return values.tests.split(',')
  const before = earlier.flatMap((each) =>
    each.id === id && each.file?.startsWith('tests/') ? each.file : [],
  )
  return [...new Set([...before.filter((file) => existsSync(join(root, file))), ...tests])]
}

/** @param {Pick<Found, 'id' | 'seed'>} found */
function keyOf({ id, seed }) {
  return `${id} ${seed}`
}

/** @param {Found} found */
function keep(found) {
  results.set(keyOf(found), found)
  if (out !== undefined) writeFileSync(out, `${JSON.stringify([...results.values()], undefined, 1)}\n`)
}

/** @param {Found} found */
function lineOf({ id, group, seed, by, file, test, seconds, note }) {
  const what =
    by === undefined ? 'NOT FOUND' : `${by}: ${file ?? ''}${test === undefined ? '' : ` > ${test}`}`
  return oneLine(
    `${id} | ${group} | ${seed} | ${what}${note === undefined ? '' : ` (${note})`} | ${seconds.toFixed(0)} s`,
  )
}

/** @param {string} text */
const oneLine = (text) => text.replaceAll(/\s+/g, ' ')

/**
 * @param {Scratch} scratch @param {Mutation} mutation @param {string} seed
 * @returns {Promise<{ found: Found, same: boolean }>} `same`: with every seed
 */
async function look(scratch, mutation, seed) {
  const { id, group } = mutation
  const found = { id, group, seed }
  const tests = testsFor(mutation)
  const wide = values.wide ? ['tests/unit', 'tests/contract'] : []
  /** @type {string[]} */
  const notes = []
  let seconds = 0
  for (const test of [...tests, ...wide]) {
    const run = await runTests(scratch, [test], { seed: all ? '1' : seed, all })
    seconds += run.seconds
    const [{ late = false, ...first } = { file: '', test: '' }] = run.failed
    if (late) notes.push(`${first.file} > ${first.test} ran out of time`)
    else if (first.file !== '') {
      const by = first.file.startsWith('tests/') ? projectOf(first.file) : 'build'
      const same = !run.chosen && (by === 'build' || !goesBySeed(scratch.folder, first.file))
      const note = first.test.startsWith('(') ? run.output.slice(-600) : notes.join('; ')
      return { found: { ...found, by, ...first, seconds, ...(note !== '' && { note }) }, same }
    }
    if (run.timedOut) notes.push(`${test} ran out of time`)
    else if (run.passed === 0) notes.push(`no test ran in ${test}`)
  }
  if (values.types) {
    const tsc = ['node_modules/typescript-7/bin/tsc', '-b', 'tsconfig.json', 'scripts']
    const { code, output } = await scratch.node(tsc, { seconds: 600 })
    if (code !== 0)
      return { found: { ...found, by: 'types', file: output.split('\n')[0] ?? '', seconds }, same: true }
  }
  return { found: { ...found, seconds, ...(notes.length > 0 && { note: notes.join('; ') }) }, same: false }
}

/**
 * Looks with every seed, but no second time where a seed does not matter.
 * @param {Scratch} scratch @param {Mutation} mutation
 */
async function withAll(scratch, mutation) {
  const { id, group } = mutation
  const unfit = await scratch.put(mutation)
  /** @type {Found[]} */
  const all = []
  let same = unfit !== undefined
  for (const seed of seeds) {
    const [first = { id, group, seconds: 0, note: `cannot be built: ${unfit ?? ''}` }] = all
    const looked = same
      ? { found: { ...first, seed, seconds: 0 }, same }
      : await look(scratch, mutation, seed)
    same = looked.same
    all.push(looked.found)
    keep(looked.found)
    console.log(lineOf(looked.found))
  }
  return all
}

/** Without any defect the tests that found one must pass. @param {Scratch} scratch @param {readonly Found[]} found */
async function baseline(scratch, found) {
  const tested = found.filter(({ by }) => by !== undefined && /^(unit|contract|integration|e2e)$/.test(by))
  const groupOf = (/** @type {Found} */ { by, seed }) => `${by ?? ''} ${seed}`
  for (const group of new Set(tested.map(groupOf))) {
    const each = tested.filter((one) => groupOf(one) === group)
    const files = [...new Set(each.flatMap(({ file }) => file ?? []))]
    console.log(`Without any defect: ${group}, ${String(files.length)} files …`)
    const [, seed = '1'] = group.split(' ')
    const run = await runTests(scratch, files, { seed: all ? '1' : seed, all, bail: false })
    const red = new Set(run.failed.map(({ file, test }) => `${file} ${test}`))
    for (const one of each) {
      const { by: _, file, test, ...rest } = one
      if (!run.timedOut && !red.has(`${file ?? ''} ${test ?? ''}`)) continue
      keep({ ...rest, note: `${file ?? ''} > ${test ?? ''} fails without it too` })
    }
  }
}

async function main() {
  const problems = chosen.flatMap((each) => problemOf(root, each) ?? [])
  for (const problem of problems) console.error(problem)
  if (problems.length > 0 || chosen.length === 0) return 2
  if (values.check) {
    console.log(`${String(chosen.length)} mutations can be put in.`)
    return 0
  }
  const scratch = await Scratch.make()
  const stop = () => {
    scratch.remove()
    process.exit(130)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop)
  /** @type {Found[]} */
  const ran = []
  try {
    for (const mutation of chosen) {
      for (const found of await withAll(scratch, mutation)) ran.push(found)
      scratch.takeOut()
    }
    if (!values['no-baseline']) await baseline(scratch, ran)
  } finally {
    scratch.remove()
  }
  const last = ran.map((each) => results.get(keyOf(each)) ?? each)
  const missed = last.filter(({ by }) => by === undefined)
  console.log(`${String(last.length - missed.length)} of ${String(last.length)} found`)
  for (const each of missed) console.log(lineOf(each))
  return missed.length === 0 ? 0 : 1
}

process.exitCode = await main()
