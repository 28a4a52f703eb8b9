import { laterEnglish, type LaterStrings } from '@shared/languages/english/later-window'
import type { RuleStrings } from '@shared/languages/spoken-language'

/** The words of the pages and parts that come later, in the language of the page. */
export let laterStrings: LaterStrings & Partial<RuleStrings> = laterEnglish // oxlint-disable-line countersign/no-restricted-syntax -- a page has one, chosen before what holds words is loaded

/** Has these spoken, too: once, before what holds words is loaded. */
export function speakLaterStrings(spoken: LaterStrings & RuleStrings): void {
  laterStrings = spoken
}
