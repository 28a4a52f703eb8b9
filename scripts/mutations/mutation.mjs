import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * One small defect of the product. `from` stands exactly once in `file`, and `to` takes its place. `why`: what a person would lose by it.
 * `tests`: the files (below tests/) by which it should be found, cheapest first.
 * @typedef {{ id: string, group: string, file: string, from: string, to: string, why: string, tests: readonly string[] }} Mutation
 */

/**
 * What is wrong with a mutation against the sources as they stand; undefined: it can be put in.
 * @param {string} base the checkout
 * @param {Mutation} mutation
 */
export function problemOf(base, { id, file, from, to, tests }) {
  const text = readFileSync(join(base, file), 'utf8')
  const times = text.split(from).length - 1
  if (times !== 1) return `${id}: what it replaces stands ${String(times)} times in ${file}; expected once`
  if (from === to) return `${id}: it changes nothing`
  return tests.length === 0 ? `${id}: it names no test` : undefined
}

/**
 * The text with the defect in it.
 * @param {string} text
 * @param {Pick<Mutation, 'from' | 'to'>} mutation
 */
export const mutated = (text, { from, to }) => text.replace(from, () => to)
