import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { cache, readIfThere, root, writeDeep } from '../setup/places.mjs'

/** What a run without a seed of its own had last; the next takes the number behind it, so that a few runs take every turn. */
const lastSeed = join(cache, 'seed')

/**
 * The seed of a run of the tests: what TEST_SEED says, in CI the commit (so that a commit has one answer), else the number behind the
 * last run's. What it chooses is the same for the same seed on every machine.
 * @param {NodeJS.ProcessEnv} env
 * @returns {string}
 */
export function seedOfRun(env = process.env) {
  if (env['TEST_SEED']) return env['TEST_SEED']
  if (env['CI'] === 'true') return commit() ?? '1'
  const next = String((Number(readIfThere(lastSeed)) || 0) + 1)
  try {
    writeDeep(lastSeed, next)
  } catch {
    // Where nothing can be kept each run begins with the first seed: the tests are the same, only fewer turns come round.
  }
  return next
}

function commit() {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  } catch {
    // A source archive has no commit.
    return undefined
  }
}

/**
 * A seed as a number below 2^31. Numbers stand for themselves, so that those that follow each other take the turns one after the other.
 * @param {string} seed
 */
export function seedNumber(seed) {
  return /^\d{1,9}$/.test(seed) ? Number(seed) : hashNumber(seed)
}

/**
 * A number below 2^31 for a text, the same everywhere.
 * @param {string} text
 */
export function hashNumber(text) {
  return createHash('sha256').update(text).digest().readUInt32BE(0) >>> 1
}
