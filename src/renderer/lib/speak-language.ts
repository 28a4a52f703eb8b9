import { languages, type OtherLanguage } from '@shared/languages/languages'
import { speakHere } from '@shared/messages/spoken'
import { speakLaterStrings } from './later-strings'
import { speakStrings } from './strings'

/** Has the page speak a language other than English, which is loaded for that. */
export async function speak(language: OtherLanguage): Promise<void> {
  const { strings, later, messages } = await languages[language].load()
  speakStrings(strings)
  speakLaterStrings(later)
  speakHere(messages)
}
