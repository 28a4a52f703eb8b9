import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { isOnPath } from './system-packages.mjs'

const place = '/tmp'
/** Where programs keep what is not meant to stay: the tests' worlds lie in both. */
const places = [place, '/var/tmp']
/** What the tests keep there at most at a time is a fraction of this. */
const wantedBytes = 1024 ** 3
/** From here on what they keep there is no burden to the machine's memory. */
const ampleBytes = 6 * wantedBytes
/** Set in the run that has places of its own. */
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
 * Where we are root, runs this program again with an empty `/tmp` and `/var/tmp` of its own and returns its exit code: where the machine's
 * are in the way, and where memory is ample, since a disk spends a tenth of a run on files that are gone a moment later (decision 148).
 * Undefined where this run can go on as it is. Throws, with what was expected, where nothing can be done about it.
 * @param {readonly string[]} program the script and its arguments
 * @param {string} root the checkout
 * @param {{ onDisk?: boolean }} [wish] `onDisk`: only where the machine's are in the way
 * @returns {number | undefined}
 */
export function runWithOwnTemporaryPlaces(program, root, { onDisk = false } = {}) {
  if (process.platform !== 'linux' || process.env[own] === '1') return undefined
  const trouble = temporaryTrouble(readFacts())
  if (trouble === undefined && (onDisk || freemem() < ampleBytes)) return undefined
  if (
    process.getuid?.() !== 0 ||
    !isOnPath('unshare') ||
    places.some((each) => `${root}/`.startsWith(`${each}/`))
  ) {
    if (trouble === undefined) return undefined
    throw new Error(
      `The tests cannot run: ${trouble}. Expected: ${place} writable, with 1 GiB free and no .git in it.`,
    )
  }
  const why = trouble ?? 'what is in memory costs no disk'
  console.log(`The tests get a ${places.join(' and a ')} of their own: ${why}.`)
  const mounts = places.map((each) => `mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs ${each}`)
  // As where node was used before: else each engine's placeholder for it comes and goes under the sandboxes of the others.
  const laid = [...mounts, `mkdir ${place}/node-compile-cache`].join(' && ')
  const { status } = spawnSync(
    'unshare',
    [
      ...['--mount', '--propagation', 'private', 'sh', '-c', `${laid} && exec "$@"`, 'sh'],
      ...[process.execPath, ...program],
    ],
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
