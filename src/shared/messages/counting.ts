/** What is counted, in the forms that a language has for it; `one` alone stands for exactly one. */
export interface Counted {
  readonly one: string
  readonly other: string
}

/** How a language counts: numbers with its separators, what is counted in its form, sizes. */
export interface Counting {
  readonly number: (count: number) => string
  readonly form: (count: number, what: Counted) => string
  readonly counted: (count: number, what: Counted) => string
  /** What is said of a number: a text for exactly one, the form for every other, and a text for none. */
  readonly forms: (one: string, other: (count: string) => string, none?: string) => (count: number) => string
  /** Bytes, a thousand and more of them, in KB, MB, GB of 1000, as the language calls them: one decimal below ten. */
  readonly scaled: (bytes: number) => string
}

const usualUnits = ['KB', 'MB', 'GB', 'TB']

/** What is made when it is first asked for, and kept. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** What every language here writes alike: the first use of `Intl` in a process takes 20 ms and more, and few sentences need it. */
const isPlain = (count: number): boolean => Number.isInteger(count) && count >= 0 && count < 1000

/**
 * The ending of a word that agrees with what is counted, in a language that takes none as one; the text of a count may go on, as in “1 fichier”.
 */
export const endingOfMany =
  (ending: string) =>
  (count: number | string): string =>
    /^[01](?! ?\d)/.test(String(count)) ? '' : ending

/** Counting in the language of a tag, with its names for a thousand bytes and more. What counts is made when something is counted: making it takes longer than much of a start. */
export function countingIn(locale: string, units: readonly string[] = usualUnits): Counting {
  const numbers = once(() => new Intl.NumberFormat(locale))
  const decimals = once(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }))
  // A narrow space between thousands would be drawn as the hidden character that it is, wherever text of others is; a plain one may break.
  const number = (count: number): string =>
    isPlain(count)
      ? String(count)
      : numbers()
          .format(count)
          .replaceAll('\u202F', count < 10_000 ? '' : ' ')
  const form = (count: number, { one, other }: Counted): string => (count === 1 ? one : other)
  return {
    number,
    form,
    counted: (count, what) => `${number(count)} ${form(count, what)}`,
    forms:
      (one, other, none = other('0')) =>
      (count) =>
        count === 0 ? none : count === 1 ? one : other(number(count)),
    scaled(bytes) {
      let value = bytes / 1000
      let unit = 0
      while (value >= 999.5 && unit < units.length - 1) {
        value /= 1000
        unit += 1
      }
      return `${value < 9.95 ? decimals().format(value) : String(Math.round(value))} ${units[unit] ?? ''}`
    },
  }
}
