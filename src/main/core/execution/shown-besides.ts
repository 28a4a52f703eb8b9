import { firstCharacters } from '@shared/domain/first-characters'

/** So much of it is shown, in characters. */
export const mostBesides = 2000

/** What an agent of another maker gives a run beside its command, as much as is shown of it. */
export const shownBesides = (text: string): string =>
  text.length <= mostBesides ? text : `${firstCharacters(text, mostBesides)} … (${String(text.length)})`
