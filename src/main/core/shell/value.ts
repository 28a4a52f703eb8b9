import type { Below } from './graph'

/** One value that a variable may have. Where it is not `known`, `text` is how it was written. */
export interface Option {
  readonly text: string
  readonly known: boolean
  /** True when it is a pattern that the shell expanded before it was assigned (`for f in *.o`). */
  readonly glob?: boolean
  /** True for a parameter that may not be there, or in another place: it is one of several that a word may have become. */
  readonly alternative?: true
  /** The commands whose output is in this one of several. */
  readonly from?: readonly number[]
}

/** The first of each text. */
export function distinct(options: readonly Option[]): readonly Option[] {
  const seen = new Set<string>()
  return options.filter(({ text }) => !seen.has(text) && seen.add(text))
}

/** More values than this are as good as unknown. */
export const maxOptions = 16

/** The first of each text, and where there are too many, that there may be any other. */
export function fewOf(options: readonly Option[]): readonly Option[] {
  const all = distinct(options)
  return all.length > maxOptions ? [...all.slice(0, maxOptions), { text: '$…', known: false }] : all
}

/**
 * What is known of a variable: its possible values, never empty, and the commands their text came from. `fields` are the
 * words that it makes between quotes, where they are more than one (`"$@"`); `elements` those of an array.
 */
export interface Value {
  readonly options: readonly Option[]
  readonly fields?: readonly Option[] | undefined
  readonly elements?: readonly Option[]
  /** Which of the elements stand where, or at all, is not known. */
  readonly mixed?: true
  /** What each of these words may begin with, where that is not certain (`"${a[@]}"`). */
  readonly firsts?: readonly Option[]
  readonly from: readonly number[]
  readonly below?: Below
}
