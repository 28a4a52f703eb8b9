import { languageOf, type Language } from '@shared/domain/language'
import { english } from '@shared/languages/english/messages'
import { languages } from '@shared/languages/languages'
import { saidIn, type SpokenMessages } from '@shared/messages/spoken'

/** How the desktop's own parts speak to the person: an engine speaks English to everything else at the same time (decision 104). */
export interface Speech {
  /** The words of boxes, menus and notifications, as they are spoken now. */
  readonly messages: () => SpokenMessages['native']
  /** What `say` gives, said in the person's language. It must not wait for anything. */
  readonly in: <T extends string | object | undefined>(say: () => T) => T
}

/**
 * Speaks the chosen language, else the first of the person's own that there is. The choice is looked at each time, and nothing waits for
 * words in the middle of a sentence: so all languages are loaded.
 */
export async function speechOf(
  chosen: () => Language | undefined,
  preferred: () => readonly string[],
): Promise<Speech> {
  const loaded = new Map<Language, SpokenMessages>()
  for (const [tag, { load }] of Object.entries(languages))
    loaded.set(tag as Language, (await load()).messages)
  const spoken = (): SpokenMessages => loaded.get(languageOf(chosen(), preferred())) ?? english
  return {
    messages: () => spoken().native,
    in: (say) => saidIn(spoken(), say),
  }
}
