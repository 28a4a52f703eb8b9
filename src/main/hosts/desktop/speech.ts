import { languageOf, type Language } from '@shared/domain/language'
import { english } from '@shared/words/english'
import { german } from '@shared/words/german'
import { saidIn, type Words } from '@shared/words/spoken'

/** How the desktop's own parts speak to the person: an engine speaks English to everything else at the same time (decision 104). */
export interface Speech {
  /** The words of boxes, menus and notifications, as they are spoken now. */
  readonly words: () => Words['native']
  /** What `say` gives, said in the person's language. It must not wait for anything. */
  readonly in: <T extends string | object | undefined>(say: () => T) => T
}

/** Speaks the chosen language, else the first of the person's own that there is. The choice is looked at each time. */
export function speechOf(chosen: () => Language | undefined, preferred: () => readonly string[]): Speech {
  const spoken = (): Words => (languageOf(chosen(), preferred()) === 'de' ? german : english)
  return {
    words: () => spoken().native,
    in: (say) => saidIn(spoken(), say),
  }
}
