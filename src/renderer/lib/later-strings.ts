import type { Wording } from '@shared/messages/spoken'
import { approval, edit, assessment, question } from './strings/approval'
import { changes, patch, review } from './strings/changes'
import { commands } from './strings/commands'
import { effectRules } from './strings/effect-rules'
import { grants, allowFor } from './strings/grants'
import { changedSince, rehearsal } from './strings/rehearsal'
import { restore, rewind } from './strings/restore'
import { side } from './strings/side'
import { settings } from './strings/settings'
import { settingsParts, servers } from './strings/settings-parts'
import { demoEnd, transcript, waits } from './strings/transcript'
import { categories, levelsShort } from './strings/vocabulary'
import { tryAgain } from './strings/try-again'

/** The words of the pages and parts that the first screen does not wait for, in English. */
export const laterEnglish = {
  allowFor,
  approval,
  assessment,
  categories,
  changedSince,
  changes,
  commands,
  demoEnd,
  edit,
  effectRules,
  grants,
  levelsShort,
  patch,
  question,
  rehearsal,
  restore,
  review,
  rewind,
  servers,
  settings,
  settingsParts,
  side,
  transcript,
  tryAgain,
  waits,
} as const

/** What each language has a word for. */
export type LaterStrings = Wording<typeof laterEnglish>

/** The words of the pages and parts that come later, in the language of the page. */
export let laterStrings: LaterStrings = laterEnglish // oxlint-disable-line countersign/no-restricted-syntax -- a page has one, chosen before what holds words is loaded

/** Has these spoken, too: once, before what holds words is loaded. */
export function speakLaterStrings(spoken: LaterStrings): void {
  laterStrings = spoken
}
