import { Language, languageOf } from '@shared/domain/language'
import { english } from '@shared/languages/english/window'
import { speakStrings } from './strings'

/** What of the window the language depends on. */
export type LanguagePlace = Pick<Window, 'localStorage' | 'navigator' | 'document' | 'location'>

const key = 'countersign.language'

/** What was chosen when the engine was last asked; undefined: nothing, or nothing can be kept. */
function kept({ localStorage }: LanguagePlace): Language | undefined {
  return Language.safeParse(localStorage.getItem(key)).data
}

/**
 * Has the page speak its language, before anything of it is loaded that holds words. Nobody but the engine knows what is
 * configured, and it answers later: so it is what this browser was told last, at first the person's own.
 */
export async function speakFirst(place: LanguagePlace): Promise<void> {
  const language = languageOf(
    orNothing(() => kept(place)),
    place.navigator.languages,
  )
  place.document.documentElement.lang = language
  if (language === 'en') {
    speakStrings(english)
    return
  }
  const { speak } = await import('./speak-language')
  await speak(language)
}

/** Keeps what the engine says is chosen, and loads the page again where it speaks otherwise. Without storage it stays as it is. */
export function followLanguage(chosen: Language | undefined, place: LanguagePlace): void {
  orNothing(() => {
    if (chosen === kept(place)) return
    if (chosen === undefined) place.localStorage.removeItem(key)
    else place.localStorage.setItem(key, chosen)
    const language = languageOf(kept(place), place.navigator.languages)
    if (language !== place.document.documentElement.lang) place.location.reload()
  })
}

function orNothing<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined // storage is switched off
  }
}
