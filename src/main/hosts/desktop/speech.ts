import { languageOf, type Language } from '@shared/domain/language'
import { english } from '@shared/messages/english'
import { german } from '@shared/messages/german'
import { saidIn, type Messages } from '@shared/messages/spoken'

/** How the desktop's own parts speak to the person: an engine speaks English to everything else at the same time (decision 104). */
export interface Speech {
  /** The words of boxes, menus and notifications, as they are spoken now. */
  readonly messages: () => Messages['native']
  /** What `say` gives, said in the person's language. It must not wait for anything. */
  readonly in: <T extends string | object | undefined>(say: () => T) => T
}

/** Speaks the chosen language, else the first of the person's own that there is. The choice is looked at each time. */
export function speechOf(chosen: () => Language | undefined, preferred: () => readonly string[]): Speech {
  const spoken = (): Messages => (languageOf(chosen(), preferred()) === 'de' ? german : english)
  return {
    messages: () => spoken().native,
    in: (say) => saidIn(spoken(), say),
  }
}
