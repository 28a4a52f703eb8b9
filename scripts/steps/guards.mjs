import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { cache, readIfThere, root, writeDeep } from '../setup/places.mjs'
import { hashOf, importClosures } from './import-closure.mjs'

/**
 * The folders and files of tests that guard the sandbox, apply, undo, the bridge and the first decision. Where something that they lead to
 * was changed they take all their rows, whatever the seed says.
 */
const guarding = [
  'tests/integration/sandbox',
  'tests/integration/rehearsal',
  'tests/integration/checkpoints',
  'tests/integration/preimages',
  'tests/integration/approvals',
  'tests/integration/browser-host.test.ts',
  'tests/integration/home-folder.test.ts',
  'tests/contract',
  'tests/unit/main/core/policy-matrix.test.ts',
  'tests/unit/main/core/commands',
  'tests/unit/main/hosts/bridge',
]

/** What each of them was when all its rows were green, by file; ours alone, in the checkout's own cache folder. */
const recordFile = join(cache, 'full-green.json')

/**
 * What is known of a guarding file: the files that it leads to and their hash, and the hash of its last green run in full.
 * @typedef {{ file: string, leadsTo: readonly string[], hash: string, green: string | undefined }} Guard
 * @typedef {{ whole: string[], why: string }} Choice files that run whole, and the reason in words
 */

/** @returns {Guard[]} */
export function readGuards() {
  const record = readRecord()
  const closure = importClosures(root)
  /** @type {Map<string, string>} */
  const contents = new Map()
  const everywhere = ['package-lock.json', 'vitest.config.ts']
  return guarding.flatMap(testFiles).map((file) => {
    const leadsTo = [...closure(file), ...everywhere]
    return { file, leadsTo, hash: hashOf(root, leadsTo, contents), green: record?.[file] }
  })
}

/**
 * Which of them run whole. What was green in full as it is now need not; what differs from that must. Without such a run a commit that is as
 * it was cloned is decided by its seed, and what was changed since runs whole; where that cannot be told, everything does.
 * @param {readonly Guard[]} guards
 * @param {{ changed: ReadonlySet<string> | undefined, damaged: boolean, inCI: boolean }} known `changed`: the files that differ from what was
 *   cloned, undefined where nobody can say
 * @returns {Choice}
 */
export function chooseWhole(guards, { changed, damaged, inCI }) {
  const all = guards.map(({ file }) => file)
  if (inCI) return { whole: [], why: 'in CI the commit decides' }
  if (damaged) return { whole: all, why: 'the record of the last run in full cannot be read' }
  const unknown = guards.filter(({ green }) => green === undefined)
  if (unknown.length > 0 && !changed)
    return { whole: all, why: 'no run in full is on record, and git does not say what was changed' }
  const whole = guards.filter(({ green, hash, leadsTo }) =>
    green === undefined ? leadsTo.some((file) => changed?.has(file)) : green !== hash,
  )
  const why =
    whole.length > 0
      ? 'something that they lead to was changed'
      : unknown.length > 0
        ? 'nothing differs from what was cloned; no run in full is on record here'
        : 'nothing was changed since the last green run in full'
  return { whole: whole.map(({ file }) => file), why }
}

/** What this run is to take whole. @param {readonly Guard[]} guards @returns {Choice} */
export function wholeNow(guards) {
  const damaged = readIfThere(recordFile) !== undefined && readRecord() === undefined
  return chooseWhole(guards, { changed: changedSinceClone(), damaged, inCI: process.env['CI'] === 'true' })
}

/**
 * Keeps what was green in full.
 * @param {readonly Guard[]} guards
 * @param {(file: string) => boolean} isGreenInFull
 */
export function recordGreen(guards, isGreenInFull) {
  const green = guards.filter(({ file }) => isGreenInFull(file)).map(({ file, hash }) => [file, hash])
  const record = { ...readRecord(), ...Object.fromEntries(green) }
  writeDeep(recordFile, `${JSON.stringify(record, undefined, 1)}\n`)
}

/** @returns {Record<string, string> | undefined} */
function readRecord() {
  try {
    const read = /** @type {unknown} */ (JSON.parse(readIfThere(recordFile) ?? ''))
    const isRecord = typeof read === 'object' && read !== null && !Array.isArray(read)
    return isRecord ? /** @type {Record<string, string>} */ (read) : undefined
  } catch {
    // No record, or none that can be believed.
    return undefined
  }
}

/** The files that differ from the commit that was cloned; undefined where there is no git or no such commit. */
function changedSinceClone() {
  try {
    /** @param {string[]} args */
    const git = (...args) =>
      execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
        .split('\0')
        .filter((line) => line !== '')
    const base = git('merge-base', 'HEAD', 'origin/HEAD').join('').trim()
    return new Set([
      ...git('diff', '--name-only', '-z', base),
      ...git('ls-files', '--others', '--exclude-standard', '-z'),
    ])
  } catch {
    return undefined
  }
}

/** @param {string} place */
function testFiles(place) {
  if (/\.test\.tsx?$/.test(place)) return [place]
  return readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => `${place}/${name.replaceAll('\\', '/')}`)
    .sort()
}
