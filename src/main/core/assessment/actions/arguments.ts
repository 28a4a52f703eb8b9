import type { SimpleCommand, Word } from '../../shell/graph'

/** A command's words after its program: options with their values, and operands in order. */
export interface Arguments {
  readonly operands: readonly Word[]
  /** Option names as written, long ones without their value. */
  readonly flags: ReadonlySet<string>
  readonly values: ReadonlyMap<string, readonly Word[]>
}

const part = (word: Word, text: string): Word => ({
  ...word,
  text,
  head: word.known ? text : word.head.slice(Math.max(word.head.length - text.length, 0)),
})

/**
 * Reads options anywhere among the operands, as GNU programs do. `short` holds the letters that take a value; `long` the
 * long options that do. Clusters are taken apart: `-rf` is `-r` and `-f`.
 */
export function readArguments(command: SimpleCommand, short = '', long: readonly string[] = []): Arguments {
  const operands: Word[] = []
  const flags = new Set<string>()
  const values = new Map<string, Word[]>()
  const give = (name: string, word: Word | undefined): void => {
    flags.add(name)
    if (word) values.set(name, [...(values.get(name) ?? []), word])
  }
  const words = command.words.slice(1)
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (!word) continue
    const { text } = word
    if (text === '--') {
      operands.push(...words.slice(at + 1))
      break
    }
    if (!/^-./.test(text)) operands.push(word)
    else if (text.startsWith('--') || long.includes(text)) {
      const cut = text.indexOf('=')
      if (cut > 0) give(text.slice(0, cut), part(word, text.slice(cut + 1)))
      else give(text, long.includes(text) ? words[++at] : undefined)
    } else if (long.includes(text.split('=', 1)[0] ?? '')) {
      const cut = text.indexOf('=')
      give(text.slice(0, cut), part(word, text.slice(cut + 1)))
    } else {
      const letters = text.slice(1)
      for (let index = 0; index < letters.length; index++) {
        const letter = letters.charAt(index)
        if (!short.includes(letter)) {
          give(`-${letter}`, undefined)
          continue
        }
        const rest = letters.slice(index + 1)
        give(`-${letter}`, rest === '' ? words[++at] : part(word, rest))
        break
      }
    }
  }
  return { operands, flags, values }
}

/** The same, by the names of all options that take a value. */
export const argumentsBy = (command: SimpleCommand, values: readonly string[]): Arguments =>
  readArguments(
    command,
    values.flatMap((value) => (value.length === 2 ? [value.charAt(1)] : [])).join(''),
    values.filter((value) => value.length > 2),
  )

/** True when any of the options is given; a long one also in an unambiguous abbreviation of four letters or more. */
export function hasFlag({ flags }: Arguments, ...names: readonly string[]): boolean {
  return names.some(
    (name) =>
      flags.has(name) ||
      (name.startsWith('--') &&
        [...flags].some((flag) => flag.length > 3 && flag.startsWith('--') && name.startsWith(flag))),
  )
}

/** The first value given to any of the options. */
export function valueOf({ values }: Arguments, ...names: readonly string[]): Word | undefined {
  for (const name of names) {
    const [first] = values.get(name) ?? []
    if (first) return first
  }
  return undefined
}
