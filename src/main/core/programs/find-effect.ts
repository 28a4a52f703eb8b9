import type { ProgramEffect, ProgramRecord } from '@shared/domain/program-record'

/** An effect that holds for a call. `call` is the program with the words that decided. */
export interface FoundEffect {
  readonly effect: ProgramEffect
  readonly call: string
}

const patterns = new Map<string, RegExp>()

/** A pattern of words as records have them: `*` is any characters, `|` either. */
function pattern(text: string): RegExp {
  const known = patterns.get(text)
  if (known) return known
  const source = text
    .split('|')
    .map((part) => part.replace(/[.+?^${}()[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*'))
    .join('|')
  const made = new RegExp(`^(?:${source})$`, 's')
  patterns.set(text, made)
  return made
}

/** A call's words, told apart. `verbs` are neither options nor values of options. */
interface ReadCall {
  readonly words: readonly string[]
  readonly verbs: readonly string[]
  readonly options: readonly string[]
}

function readCall(words: readonly string[], values: readonly string[]): ReadCall {
  const verbs: string[] = []
  const options: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word === '--') {
      verbs.push(...words.slice(at + 1))
      break
    }
    if (!/^-./s.test(word)) verbs.push(word)
    else {
      options.push(word)
      if (values.includes(word)) at += 1
    }
  }
  return { words, verbs, options }
}

/** Whether a given word is the option, in any spelling that programs take for it. */
function couldBe(given: string, option: string): boolean {
  const [name = ''] = given.split('=', 1)
  if (name === option || given === option) return true
  if (option.startsWith('--')) return name.length > 3 && name.startsWith('--') && option.startsWith(name)
  return option.length === 2 && /^-[a-zA-Z0-9]+$/.test(name) && name.includes(option.slice(1))
}

/** Whether it is the option as it is written in the record, and nothing else: `--dry-run=none` is no `--dry-run`. */
const exactlyIs = (given: string, option: string): boolean => given === option

function holds(effect: ProgramEffect, { words, verbs, options }: ReadCall): readonly string[] | undefined {
  const raises = effect.level !== 'low'
  const is = raises ? couldBe : exactlyIs
  const isNot = raises ? exactlyIs : couldBe
  const given = (names: readonly string[], test: typeof couldBe): boolean =>
    options.some((word) => names.some((option) => test(word, option)))
  if (effect.with && !given(effect.with, is)) return undefined
  if (effect.without && given(effect.without, isNot)) return undefined
  const word = effect.words && words.find((each) => effect.words?.some((one) => pattern(one).test(each)))
  if (effect.words && word === undefined) return undefined
  if (!effect.verbs) return word === undefined ? verbs.slice(0, 2) : [...verbs.slice(0, 1), word]
  for (const written of effect.verbs) {
    const parts = written === '' ? [] : written.split(' ')
    const fits = (part: string, at: number): boolean => {
      const verb = verbs[at]
      return verb !== undefined && pattern(part).test(verb)
    }
    if (written === '' ? verbs.length === 0 : parts.every(fits)) return verbs.slice(0, parts.length)
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
  names.some((name) => pattern(name).test(program))

/** Records by the programs that they name. */
export class RecordTable {
  readonly #records: readonly ProgramRecord[]
  readonly #known = new Map<string, KnownProgram | undefined>()

  constructor(records: readonly ProgramRecord[]) {
    this.#records = records
  }

  /** What is known of a program; undefined where no record names it. */
  of(program: string): KnownProgram | undefined {
    if (!this.#known.has(program)) this.#known.set(program, this.#join(program))
    return this.#known.get(program)
  }

  #join(program: string): KnownProgram | undefined {
    const all = this.#records.filter(({ names }) => isNamed(program, names))
    if (all.length === 0) return undefined
    return { values: all.flatMap(({ values }) => values), effects: all.flatMap(({ effects }) => effects) }
  }
}
