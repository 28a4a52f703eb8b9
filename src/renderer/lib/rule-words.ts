import type { Wording } from '@shared/messages/spoken'
import { strings } from './strings'
import { ruleParts as german } from './strings/german/rule-parts'
import { ruleParts as english } from './strings/rule-parts'

/** The words of effect rules in the language of the page, which is chosen before this is loaded. */
export const ruleWords: Wording<typeof english> = strings.locale.startsWith('de') ? german : english
