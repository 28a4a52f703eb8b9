import type { Language } from '../domain/language'
import type { SpokenLanguage } from './spoken-language'

/** A language that is not English; that is in the program. */
export type OtherLanguage = Exclude<Language, 'en'>

interface ListedLanguage {
  /** Its own, so that a person finds theirs in a window that speaks another. */
  readonly name: string
  /** Loads all of it: for a page that speaks it, and for the desktop. */
  readonly load: () => Promise<SpokenLanguage>
}

/** Every language but English: a folder each. */
export const languages: Readonly<Record<OtherLanguage, ListedLanguage>> = {
  de: { name: 'Deutsch', load: async () => (await import('./german/language')).language },
  fr: { name: 'Français', load: async () => (await import('./french/language')).language },
}
