import { ruleParts as english } from '@shared/languages/english/window/rule-parts'
import type { Wording } from '@shared/messages/spoken'
import { laterStrings } from './later-strings'

/** The words of effect rules in the language of the page, which is chosen before this is loaded. */
export const ruleWords: Wording<typeof english> = laterStrings.ruleParts ?? english
