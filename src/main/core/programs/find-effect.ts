import type { ProgramEffect, ProgramRecord, RecordShell } from '@shared/domain/program-record'

/** An effect that holds for a call. `call` is the program with the words that decided. */
export interface FoundEffect {
  readonly effect: ProgramEffect
  readonly call: string
}

const patterns = new Map<string, RegExp>()

/** What stands for itself in a pattern, but for the star in brackets and the star itself. */
const special = /\[\*\]|[.+?^${}()[\]\\*]/g

/** One pattern of a word as records have them: `*` is any characters, `[*]` the star itself. */
function pattern(part: string, loose: boolean): RegExp {
  const key = `${loose ? 'loose' : 'exact'} ${part}`
  const known = patterns.get(key)
  if (known) return known
  const source = part.replace(special, (found) =>
    found === '*' ? '.*' : found === '[*]' ? String.raw`\*` : `\\${found}`,
  )
  const made = new RegExp(`^${source}$`, loose ? 'is' : 's')
  patterns.set(key, made)
  return made
}

/** Whether a word is one of those that `|` parts. Where it raises, upper and lower case are one, but for options. */
const fits = (word: string, text: string, raises = false): boolean =>
  text.split('|').some((part) => pattern(part, raises && !part.startsWith('-')).test(word))

/**
 * A call's words, told apart. `verbs` are neither options nor values of options; an option with a value before the first verb
 * is the program's own, and not among the verb's `options`.
 */
interface ReadCall {
  readonly words: readonly string[]
  readonly verbs: readonly string[]
  readonly options: readonly string[]
  /** Words with a dash behind an option of `values`: its value, or options where that one takes none here. */
  readonly swallowed: readonly string[]
}

function readCall(words: readonly string[], values: readonly string[]): ReadCall {
  const verbs: string[] = []
  const options: string[] = []
  const swallowed: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word === '--') {
      verbs.push(...words.slice(at + 1))
      break
    }
    if (!/^-./s.test(word)) verbs.push(word)
    else {
      const takesNext = values.includes(word)
      if (!takesNext || verbs.length > 0) options.push(word)
      if (!takesNext) continue
      at += 1
      const value = words[at]
      if (verbs.length > 0 && value !== undefined && /^-./s.test(value)) swallowed.push(value)
    }
  }
  return { words, verbs, options, swallowed }
}

/** Whether a given word is the option, in any spelling that programs take for it. */
function couldBe(given: string, option: string): boolean {
  const [name = ''] = given.split('=', 1)
  if (name === option || given === option) return true
  if (option.startsWith('--')) return name.length > 2 && name.startsWith('--') && option.startsWith(name)
  return option.length === 2 && /^-[a-zA-Z0-9]+$/.test(name) && name.includes(option.slice(1))
}

function holds(
  effect: ProgramEffect,
  { words, verbs, options, swallowed }: ReadCall,
): readonly string[] | undefined {
  const raises = effect.level !== 'low'
  // Without doubt only as it is written: `--dry-run=none` is no `--dry-run`.
  const given = (names: readonly string[], doubt: boolean): boolean =>
    (doubt ? [...options, ...swallowed] : options).some((word) =>
      names.some((option) => (doubt ? couldBe(word, option) : word === option)),
    )
  if (effect.with && !given(effect.with, raises)) return undefined
  if (effect.without && given(effect.without, !raises)) return undefined
  const word = effect.words && words.find((each) => effect.words?.some((one) => fits(each, one, raises)))
  if (effect.words && word === undefined) return undefined
  if (!effect.verbs) return word === undefined ? verbs.slice(0, 2) : [...verbs.slice(0, 1), word]
  for (const written of effect.verbs) {
    const parts = written === '' ? [] : written.split(' ')
    const holdsAt = (part: string, at: number): boolean => {
      const verb = verbs[at]
      return verb !== undefined && fits(verb, part, raises)
    }
    if (written === '' ? verbs.length === 0 : parts.every(holdsAt)) return verbs.slice(0, parts.length)
  }
  return undefined
}

/** What is known of one program: everything that the records which name it say, in their order. */
export type KnownProgram = Pick<ProgramRecord, 'values' | 'effects'>

/** The first effect that holds for a call. `words` are the call's after the program. */
export function findEffect(
  { values, effects }: KnownProgram,
  program: string,
  words: readonly string[],
): FoundEffect | undefined {
  const call = readCall(words, values)
  for (const effect of effects) {
    const telling = holds(effect, call)
    if (telling) return { effect, call: [program, ...telling].join(' ') }
  }
  return undefined
}

/** Whether one of a record's names is the program's. */
export const isNamed = (program: string, names: readonly string[]): boolean =>
  names.some((name) => fits(program, name))

/** Records by the programs that they name, and the shells that read the call. What is asked for leaves nothing behind. */
export class RecordTable {
  readonly #records: readonly ProgramRecord[]
  /** The records that name a program as it is, in their order. */
  readonly #exact = new Map<string, Set<ProgramRecord>>()
  readonly #wide: readonly ProgramRecord[]

  constructor(records: readonly ProgramRecord[]) {
    const isWide = (name: string): boolean => name.includes('*')
    this.#records = records
    this.#wide = records.filter(({ names }) => names.some(isWide))
    for (const record of records)
      for (const name of record.names.filter((each) => !isWide(each)))
        this.#exact.set(name, (this.#exact.get(name) ?? new Set()).add(record))
  }

  /** What is known of a program that a shell starts; undefined where no record names it. */
  of(program: string, shell: RecordShell = 'posix'): KnownProgram | undefined {
    const wide = this.#wide.filter(({ names }) => isNamed(program, names))
    const exact = this.#exact.get(program)
    const named =
      wide.length === 0
        ? [...(exact ?? [])]
        : this.#records.filter((each) => exact?.has(each) === true || wide.includes(each))
    const all = named.filter(({ shells }) => shells?.includes(shell) ?? true)
    if (all.length === 0) return undefined
    return { values: all.flatMap(({ values }) => values), effects: all.flatMap(({ effects }) => effects) }
  }
}
