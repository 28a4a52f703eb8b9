import type { demo } from './english/demo'
import type { LaterStrings } from './english/later-window'
import type { Strings } from './english/window'
import type { ruleParts } from './english/window/rule-parts'
import type { Messages, RareMessages, Wording } from '../messages/spoken'

/** The words of effect rules on their page, whose English is loaded there. */
export interface RuleStrings {
  readonly ruleParts: Wording<typeof ruleParts>
}

/** What a language other than English says: all of it, loaded at once. The compiler asks for each word that it lacks. */
export interface SpokenLanguage {
  /** What the window begins with, and what comes later. What is said to the agent stays English. */
  readonly strings: Strings
  readonly later: LaterStrings & RuleStrings
  /** What is said of what is asked. */
  readonly messages: Messages & RareMessages
  /** What the agent of the demo says, whose English is loaded with the demo. */
  readonly demo: Wording<typeof demo>
}
