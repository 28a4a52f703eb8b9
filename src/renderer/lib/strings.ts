import type { Wording } from '@shared/messages/spoken'
import { approval, edit, assessment, question, inbox } from './strings/approval'
import { changes, patch, review } from './strings/changes'
import { commands } from './strings/commands'
import { effectRules } from './strings/effect-rules'
import { folder } from './strings/folder'
import { frame } from './strings/frame'
import { grants, allowFor } from './strings/grants'
import { settings } from './strings/settings'
import { settingsParts, provider, servers } from './strings/settings-parts'
import { machine } from './strings/machine'
import { pages } from './strings/pages'
import { restore, rewind } from './strings/restore'
import { changedSince, rehearsal } from './strings/rehearsal'
import { session, find, waits, openFile, life } from './strings/session'
import { tryAgain } from './strings/try-again'
import { approvalPolicies, categories, levels, levelsShort, sandboxModes } from './strings/vocabulary'

/** Every word on screen in English. Sentence case, no exclamation marks, the words of AGENTS.md. */
export const english = {
  /** How numbers, dates and times are written. */
  locale: 'en-GB',
  ...frame,
  ...session,
  ...pages,
  approval,
  changes,
  assessment,
  commands,
  edit,
  find,
  openFile,
  folder,
  allowFor,
  effectRules,
  grants,
  settings,
  settingsParts,
  machine,
  patch,
  provider,
  question,
  servers,
  restore,
  rewind,
  changedSince,
  rehearsal,
  review,
  inbox,
  life,
  tryAgain,
  waits,
  levels,
  levelsShort,
  categories,
  approvalPolicies,
  sandboxModes,
} as const

/** What each language has a word for. */
export type Strings = Wording<typeof english>

/** Every word on screen, in the language of the page. */
export let strings: Strings = english // oxlint-disable-line countersign/no-restricted-syntax -- a page has one, chosen before what holds words is loaded

/** Has the page speak: once, before what holds words is loaded (lib/follow-language.ts). */
export function speakStrings(spoken: Strings): void {
  strings = spoken
}
