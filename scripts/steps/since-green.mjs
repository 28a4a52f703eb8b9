import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { cache, readIfThere, root, writeDeep } from '../setup/places.mjs'
import { hashOf, importClosures } from './import-closure.mjs'

/** What was green of the quick half, by file; ours alone, in the checkout's own cache folder. @param {string} base */
const recordIn = (base) => join(base, relative(root, cache), 'checks-green.json')

/** Files by which every result may be another one. */
const decidesAll = /^(scripts\/([^/]+|lint-rules\/.*)|[^/]+\.(ts|mjs|json))$|\/tsconfig[^/]*\.json$|\.d\.ts$/

/** What reads files of the checkout by their names leads to more than it says. */
const readsByName = /import\.meta\.(url|dirname|filename|glob)|process\.cwd\(\)/

const isProgramText = /\.([cm]?[jt]s|tsx)$/
const isUnitTest = /^tests\/unit\/.*\.test\.tsx?$/

/**
 * What the quick half has to look at. `tests`: files of unit tests; `texts`: program texts for lint and types; `left`: how many of each were
 * green as they are, with all that they lead to.
 * @typedef {{ tests: string[], texts: string[], left: { tests: number, texts: number }, keep(results: Results): void }} SinceGreen
 * @typedef {{ tests: ReadonlyMap<string, boolean>, texts: 'all' | 'left' | 'none' }} Results whether each file of tests that was run passed;
 *   the program texts that are green: all, those that were left out, none
 */

/**
 * What is not, with all that it leads to, as it was when it last passed here; undefined where git does not say what there is. A file that
 * reads others by their names is always looked at.
 * @param {string} [base]
 * @returns {SinceGreen | undefined}
 */
export function sinceGreen(base = root) {
  const files = filesOf(base)
  if (files === undefined) return undefined
  const closure = importClosures(base)
  const before = readRecord(recordIn(base))
  const texts = files.filter((file) => isProgramText.test(file))
  const hashes = hashesOf(base, files, closure)
  /** @param {'tests' | 'texts'} of @param {string} file */
  const isGreen = (of, file) => before[of]?.[file] === hashes.get(file)
  /** @type {Map<string, boolean>} */
  const byName = new Map()
  /** @param {string} file */
  const readsOthers = (file) => {
    const known = byName.get(file) ?? readsByName.test(readFileSync(join(base, file), 'utf8'))
    byName.set(file, known)
    return known
  }
  const units = texts.filter((file) => isUnitTest.test(file))
  const tests = units.filter(
    (file) =>
      !isGreen('tests', file) || closure(file).some((each) => each.startsWith('tests/') && readsOthers(each)),
  )
  const changed = texts.filter((file) => !isGreen('texts', file))
  return {
    tests,
    texts: changed,
    left: { tests: units.length - tests.length, texts: texts.length - changed.length },
    keep({ tests: ran, texts: green }) {
      // What was changed meanwhile was not what was looked at.
      const now = hashesOf(base, files, importClosures(base))
      /** @param {readonly string[]} all @param {(file: string) => boolean} isPassed */
      const kept = (all, isPassed) =>
        Object.fromEntries(
          all.flatMap((file) =>
            isPassed(file) && hashes.get(file) === now.get(file) ? [[file, hashes.get(file)]] : [],
          ),
        )
      const record = {
        tests: kept(units, (file) => ran.get(file) ?? isGreen('tests', file)),
        texts: kept(texts, (file) => green === 'all' || (green === 'left' && isGreen('texts', file))),
      }
      writeDeep(recordIn(base), JSON.stringify(record))
    },
  }
}

/**
 * By each program text a hash over all that it leads to, and what decides for all.
 * @param {string} base
 * @param {readonly string[]} files
 * @param {(file: string) => readonly string[]} closure
 */
function hashesOf(base, files, closure) {
  /** @type {Map<string, string>} */
  const contents = new Map()
  const everywhere = hashOf(base, files.filter((file) => decidesAll.test(file)).sort(), contents)
  return new Map(
    files.flatMap((file) =>
      isProgramText.test(file) && existsSync(join(base, file))
        ? [[file, `${everywhere} ${hashOf(base, closure(file), contents)}`]]
        : [],
    ),
  )
}

/** @param {string} file @returns {{ tests?: Record<string, string>, texts?: Record<string, string> }} */
function readRecord(file) {
  try {
    const read = /** @type {unknown} */ (JSON.parse(readIfThere(file) ?? ''))
    return typeof read === 'object' && read !== null ? read : {}
  } catch {
    // No record, or none that can be believed: everything is looked at.
    return {}
  }
}

/** The files of a checkout, those that are new included. @param {string} base */
function filesOf(base) {
  try {
    /** @param {string[]} args */
    const git = (...args) =>
      execFileSync('git', ['ls-files', '-z', ...args], {
        cwd: base,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).split('\0')
    const gone = new Set(['', ...git('--deleted')])
    return git('--cached', '--others', '--exclude-standard', '--deduplicate').filter(
      (file) => !gone.has(file),
    )
  } catch {
    return undefined
  }
}
