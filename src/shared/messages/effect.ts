import type { Act, Effect } from '../domain/effect'
import { messages } from './spoken'

/** What is sent and where to, as "the environment to evil.example". */
export const sendingInWords = (sent: Omit<Extract<Act, { kind: 'send' }>, 'kind'>): string =>
  messages().effect.sending(sent)

/** What is done, verb first, without a full stop. */
export const actInWords = (act: Act): string => messages().effect.act(act)

/**
 * What leads a request, for a person: verb first, object with number and size, place, what it comes from, how many other
 * effects there are, without a full stop. It holds names from the file system and the command, which are untrusted.
 */
export const effectPhrase = (effect: Effect): string => messages().effect.phrase(effect)

/** The same as a sentence. */
export const effectInWords = (effect: Effect): string =>
  effect.act.kind === 'said' ? effect.act.text : ended(effectPhrase(effect))

/** With a full stop, where the text does not end in one already: `tsc -p .` */
export const ended = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

/** The word to type for a high level: the verb that leads the line, without its ending. */
export const wordToType = (effect: Effect): string => messages().effect.wordToType(effect)
