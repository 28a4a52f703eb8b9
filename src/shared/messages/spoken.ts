import type { Counting } from './counting'
import { english } from '../languages/english/messages'
import type { effectRule } from '../languages/english/messages/effect-rule'
import type { hostProblem } from '../languages/english/messages/host-problem'
import type { outsideRule } from '../languages/english/messages/outside-rule'
import type { replay } from '../languages/english/messages/replay'

type Widened<T> = T extends string ? string : T

/**
 * The shape of a catalogue without its words: what each language must have. A catalogue written `as const` gives it; texts become
 * `string`, functions keep what they take.
 */
export type Wording<T> = T extends string | RegExp | Counting
  ? Widened<T>
  : T extends (...args: infer A) => infer R
    ? (...args: A) => Wording<R>
    : { readonly [K in keyof T]: Wording<T[K]> }

/** What each language says of what is asked. */
export type Messages = Wording<typeof english>

/** What is said in few places: its English is loaded where that is, that of another language with the language. */
export interface RareMessages {
  readonly effectRule: Wording<typeof effectRule>
  readonly hostProblem: Wording<typeof hostProblem>
  readonly outsideRule: Wording<typeof outsideRule>
  readonly replay: Wording<typeof replay>
}

/** What is spoken: all of a language, but of English only what every face has. */
export type SpokenMessages = Messages & Partial<RareMessages>

// oxlint-disable-next-line countersign/no-restricted-syntax -- a page speaks one language; an engine's `saidIn` gives it back before anything else runs
let spoken: SpokenMessages = english

/** The words that are spoken here: English, but in a page and a dialog that speak another language (decision 104). */
export const messages = (): SpokenMessages => spoken

/** Has a page speak from now on. Only a page has one language; an engine says one thing to a model and another to a person. */
export function speakHere(these: SpokenMessages): void {
  spoken = these
}

/** What `say` gives, said in these words. It must not wait for anything. */
export function saidIn<T extends string | object | undefined>(these: SpokenMessages, say: () => T): T {
  const before = spoken
  spoken = these
  try {
    return say()
  } finally {
    spoken = before
  }
}

/** What is said to an agent or a model, whatever the page speaks. */
export const saidInEnglish = <T extends string | object | undefined>(say: () => T): T => saidIn(english, say)

/** A text that begins a sentence. */
export const upperFirst = (text: string): string => text.replace(/^./u, (first) => first.toUpperCase())

/** A text that goes on in the middle of a sentence. */
export const lowerFirst = (text: string): string => text.replace(/^./u, (first) => first.toLowerCase())
