import type { GitStanding } from '../domain/facts'
import type { Counted } from './counting'
import { messages } from './spoken'

/** A number with the separators of the language. */
export const numberInWords = (count: number): string => messages().amounts.counting.number(count)

/** "1 mode", "1,200 modes": a number, and what is counted in its form. */
export const countInWords = (count: number, what: Counted): string =>
  messages().amounts.counting.counted(count, what)

/** "1 file", "312 files". */
export const filesInWords = (count: number): string => countInWords(count, messages().amounts.file)

/** A size as people read it: bytes up to a thousand, then KB, MB, GB of 1000, one decimal below ten. */
export function sizeInWords(bytes: number): string {
  const { counting, byte } = messages().amounts
  return bytes < 1000 ? counting.counted(bytes, byte) : counting.scaled(bytes)
}

/** One or two names whole; of more the first two and how many follow, `unlisted` ones included. */
export function listed(names: readonly string[], unlisted = 0): string {
  const { and, more } = messages().amounts
  const count = names.length + unlisted
  return count <= 2 ? names.join(and) : `${names.slice(0, 2).join(', ')}${more(count - 2)}`
}

/** Several clauses as one: "a, b and c". */
export const joined = (clauses: readonly string[]): string =>
  clauses.length < 2
    ? clauses.join('')
    : `${clauses.slice(0, -1).join(', ')}${messages().amounts.and}${clauses.at(-1) ?? ''}`

/** So many of each kind, those that there are none of left out. */
export const present = (
  ...amounts: readonly (readonly [count: number, say: (count: string) => string])[]
): readonly string[] => amounts.flatMap(([count, say]) => (count > 0 ? [say(numberInWords(count))] : []))

/** How files stand with git: "2 untracked, 1 modified". */
export function gitInWords({ tracked, modified, untracked, ignored, complete }: GitStanding): string {
  const { git } = messages().amounts
  const parts = present(
    [untracked, git.untracked],
    [modified, git.modified],
    [tracked, git.tracked],
    [ignored, git.ignored],
  )
  return `${parts.length === 0 ? git.none : parts.join(', ')}${complete ? '' : git.notAll}`
}
