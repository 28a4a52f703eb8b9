import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { expect } from 'vitest'
import { root } from '../../scripts/setup/places.mjs'
import { hashNumber, seedNumber } from '../../scripts/steps/seed.mjs'
import { runsPerTurn } from '../../scripts/steps/turns.mjs'

/**
 * What runs always, and what by turns. A table, a matrix or a list of moments asks here which of its rows this run takes; each is taken by
 * some seed, and all by `npm run test:all`, by a file that is named (`npm test -- PATH`), and by files that guard what was changed
 * (decision 148). Nothing here is random: the same seed takes the same rows on every machine.
 */

const seed = (): number => Math.floor(seedNumber(process.env['TEST_SEED'] ?? '1') / runsPerTurn(here()))

/** The file whose tests are collected or run, from the project's root. */
const here = (): string => relative(root, expect.getState().testPath ?? '')

/** Whether this file takes all that it has. */
export const inFull = (): boolean =>
  process.env['TEST_ALL'] === '1' || (process.env['TEST_WHOLE'] ?? '').split('\n').includes(here())

const nameOf = (each: unknown): string =>
  typeof each === 'object' && each !== null && 'name' in each ? String(each.name) : JSON.stringify(each)

/** Tells the report what was chosen and what was left out. */
function note(name: string, chosen: readonly unknown[], all: readonly unknown[]): void {
  const file = process.env['TEST_CHOICES']
  if (file === undefined || chosen.length === all.length) return
  const line = { file: here(), name, chosen: chosen.map(nameOf), of: all.length }
  appendFileSync(file, `${JSON.stringify(line)}\n`)
}

/** Whose turn it is, from 0, among so many: another one with the next seed that has this file, and another one for another name. */
export const turnBySeed = (name: string, count: number): number => (seed() + hashNumber(name)) % count

/** One of some, by turns; all of them in full. `name` keeps two choices apart. */
export function oneBySeed<T>(name: string, all: readonly T[]): readonly T[] {
  if (inFull() || all.length < 2) return all
  const at = turnBySeed(name, all.length)
  const chosen = all.slice(at, at + 1)
  note(name, chosen, all)
  return chosen
}

/** About so many of a list, spread evenly over it, by turns: as many seeds in a row as the part goes into the whole take every one. */
export function someBySeed<T>(name: string, all: readonly T[], count: number): readonly T[] {
  if (inFull() || all.length <= count) return all
  const step = Math.ceil(all.length / count)
  const first = turnBySeed(name, step)
  const chosen = all.filter((_, at) => at % step === first)
  note(name, chosen, all)
  return chosen
}

/** Whether what is dear and guards nothing that a change here could break unseen is to be asked: in full alone. `name` is told. */
export function onlyInFull(name: string): boolean {
  if (!inFull()) note(`${name}, in full only`, [], [name])
  return inFull()
}

/** How often a property is tried on made-up input: an eighth of the whole, each seed with other input. */
export const runsBySeed = (whole: number): number => (inFull() ? whole : Math.ceil(whole / 8))
