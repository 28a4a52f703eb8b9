import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { isOnPath } from './system-packages.mjs'

const place = '/tmp'
/** What the tests keep there at most at a time is a fraction of this. */
const wantedBytes = 1024 ** 3
/** Set in the run that has a `/tmp` of its own. */
const own = 'COUNTERSIGN_OWN_TMP'

/**
 * What is in the way of the tests in `/tmp`, in words; undefined where nothing is. The tests are about commands that may write there, and
 * a repository around all of them is one that git finds from every folder below.
 * @param {{ isWritable: boolean, freeBytes: number, hasRepository: boolean }} facts
 */
export function temporaryTrouble({ isWritable, freeBytes, hasRepository }) {
  if (!isWritable) return `${place} cannot be written`
  if (freeBytes < wantedBytes) return `${place} is full (less than 1 GiB is free)`
  return hasRepository
    ? `there is a ${place}/.git, which git takes for the repository of every folder below`
    : undefined
}

/**
 * Where `/tmp` is in the way and we are root, runs this program again with an empty one of its own and returns its exit code; undefined where
 * this run can go on as it is. Throws, with what was expected, where nothing can be done about it.
 * @param {readonly string[]} program the script and its arguments
 * @param {string} root the checkout
 * @returns {number | undefined}
 */
export function runWithOwnTemporaryPlace(program, root) {
  if (process.platform !== 'linux' || process.env[own] === '1') return undefined
  const trouble = temporaryTrouble(readFacts())
  if (trouble === undefined) return undefined
  const expected = `Expected: ${place} writable, with 1 GiB free and no .git in it.`
  if (process.getuid?.() !== 0 || !isOnPath('unshare') || `${root}/`.startsWith(`${place}/`))
    throw new Error(`The tests cannot run: ${trouble}. ${expected}`)
  console.log(`The tests get a ${place} of their own: ${trouble}.`)
  const mounts = `mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs ${place} && exec "$@"`
  const { status } = spawnSync(
    'unshare',
    ['--mount', '--propagation', 'private', 'sh', '-c', mounts, 'sh', process.execPath, ...program],
    { stdio: 'inherit', env: { ...process.env, [own]: '1' } },
  )
  return status ?? 1
}

function readFacts() {
  const { bavail, bsize } = statfsSync(place)
  return { isWritable: canWrite(), freeBytes: bavail * bsize, hasRepository: existsSync(`${place}/.git`) }
}

function canWrite() {
  try {
    accessSync(place, constants.W_OK)
    return true
  } catch {
    // Read-only, or not ours to write.
    return false
  }
}
