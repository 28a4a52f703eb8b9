import type { ProgramEffect } from '@shared/domain/program-record'
import { fits } from './word-pattern'

/** What a part of a record asks of a call. Without a level it raises. */
type Condition = Pick<ProgramEffect, 'verbs' | 'words' | 'with' | 'without'> &
  Partial<Pick<ProgramEffect, 'level'>>

/** An effect or a danger that holds for a call. `call` is the program with the words that decided. */
export interface FoundEffect<T extends Condition = ProgramEffect> {
  readonly effect: T
  readonly call: string
}

/**
 * A call's words, told apart. `verbs` are neither options nor values of options; an option with a value before the first verb
 * is the program's own, and not among the verb's `options`.
 */
interface ReadCall {
  readonly words: readonly string[]
  readonly verbs: readonly string[]
  readonly options: readonly string[]
  /** The program's own, before the first verb. */
  readonly leading: readonly string[]
  /** Words with a dash behind an option of `values`: its value, or options where that one takes none here. */
  readonly swallowed: readonly string[]
}

function readCall(words: readonly string[], values: readonly string[]): ReadCall {
  const verbs: string[] = []
  const options: string[] = []
  const leading: string[] = []
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
      const isOwn = takesNext && verbs.length === 0
      ;(isOwn ? leading : options).push(word)
      if (!takesNext) continue
      at += 1
      const value = words[at]
      if (verbs.length > 0 && value !== undefined && /^-./s.test(value)) swallowed.push(value)
    }
  }
  return { words, verbs, options, leading, swallowed }
}

/** Whether a given word is the option, in any spelling that programs take for it. */
function couldBe(given: string, option: string): boolean {
  const [name = ''] = given.split('=', 1)
  if (name === option || given === option) return true
  if (option.startsWith('--')) return name.length > 2 && name.startsWith('--') && option.startsWith(name)
  // What stands behind the letters of a cluster may be the value of the last one: `-foci.skip`.
  const [cluster = ''] = /^-[a-zA-Z0-9]+/.exec(name) ?? []
  return option.length === 2 && cluster.includes(option.slice(1))
}

function holds(
  effect: Condition,
  { words, verbs, options: behind, leading, swallowed }: ReadCall,
): readonly string[] | undefined {
  const raises = effect.level !== 'low'
  // Where no verb is asked for, there is no before it.
  const options = effect.verbs ? behind : [...leading, ...behind]
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

/** The first effect that holds for a call, or danger. `words` are the call's after the program. */
export function findEffect<T extends Condition>(
  { values, effects }: { readonly values: readonly string[]; readonly effects: readonly T[] },
  program: string,
  words: readonly string[],
): FoundEffect<T> | undefined {
  const call = readCall(words, values)
  for (const effect of effects) {
    const telling = holds(effect, call)
    if (telling) return { effect, call: [...new Set([program, ...telling])].join(' ') }
  }
  return undefined
}
