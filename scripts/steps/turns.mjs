import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/places.mjs'
import { hashNumber, seedNumber } from './seed.mjs'

/**
 * Files that take turns as a whole, since what they start costs more than their rows: each run has one of so many parts of a group, and as
 * many seeds in a row as there are parts take every file (decision 148).
 * @typedef {{ name: string, within: string, parts: number, always: readonly string[] }} Group `always`: the names, without `.test.ts`, of
 *   those that every run has
 */

/** @type {readonly Group[]} */
export const groups = [
  {
    // The first minute, the first decision, what a yes covers, and what keeps strangers out of the window run always.
    name: 'stories',
    within: 'tests/e2e',
    parts: 3,
    always: [
      'asked-once',
      'assessed',
      'bound-yes',
      'denied-write',
      'first-minute',
      'first-screen',
      'grants',
      'left-worker',
      'other-port',
    ],
  },
  {
    name: 'stories without an engine',
    within: 'tests/e2e/preview',
    parts: 3,
    always: ['panel-assessment', 'panel-facts', 'panel-keys', 'scenes-colours', 'scenes-german'],
  },
]

/**
 * The files that this seed leaves to others, by group.
 * @param {string} seed
 * @param {readonly Group[]} [all]
 * @returns {{ name: string, within: string, files: string[], left: string[] }[]}
 */
export function leftBySeed(seed, all = groups) {
  return all.map(({ name, within, parts, always }) => {
    const files = readdirSync(join(root, within))
      .filter((file) => /\.test\.tsx?$/.test(file))
      .sort()
      .map((file) => `${within}/${file}`)
    const kept = new Set(always.map((file) => `${within}/${file}.test.ts`))
    const turn = (seedNumber(seed) + hashNumber(name)) % parts
    const left = files.filter((file) => !kept.has(file)).filter((_, at) => at % parts !== turn)
    return { name, within, files, left }
  })
}

/**
 * What a run does not take. Files that are named, and a run in full, take everything: only `npm test` asks for turns (TEST_TURNS).
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string[]}
 */
export const leftOfRun = (env = process.env) =>
  env['TEST_TURNS'] === '1' ? leftBySeed(env['TEST_SEED'] ?? '1').flatMap(({ left }) => left) : []

/**
 * The same for the report.
 * @param {string} seed
 * @returns {import('./report.mjs').SeedChoice[]}
 */
export const choicesOfFiles = (seed) =>
  leftBySeed(seed).map(({ name, within, files, left }) => ({
    ...{ file: within, name, of: files.length },
    chosen: files.filter((file) => !left.includes(file)),
  }))
