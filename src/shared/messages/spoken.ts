import type { Counting } from './counting'
import { english } from './english'

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

// oxlint-disable-next-line countersign/no-restricted-syntax -- a page speaks one language; an engine's `saidIn` gives it back before anything else runs
let spoken: Messages = english

/** The words that are spoken here: English, but in a page and a dialog that speak another language (decision 104). */
export const messages = (): Messages => spoken

/** Has a page speak from now on. Only a page has one language; an engine says one thing to a model and another to a person. */
export function speakHere(these: Messages): void {
  spoken = these
}

/** What `say` gives, said in these words. It must not wait for anything. */
export function saidIn<T extends string | object | undefined>(these: Messages, say: () => T): T {
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
