import { folder } from './strings/german/folder'
import { frame, inbox } from './strings/german/frame'
import { machine } from './strings/german/machine'
import { pages, provider } from './strings/german/pages'
import { session, find, openFile, life } from './strings/german/session'
import { approvalPolicies, levels, sandboxModes, categories, levelsShort } from './strings/german/vocabulary'
import { approval, edit, assessment, question } from './strings/german/approval'
import { changes, patch, review } from './strings/german/changes'
import { commands } from './strings/german/commands'
import { effectRules } from './strings/german/effect-rules'
import { grants, allowFor } from './strings/german/grants'
import { changedSince, rehearsal } from './strings/german/rehearsal'
import { restore, rewind } from './strings/german/restore'
import { side } from './strings/german/side'
import { settings } from './strings/german/settings'
import { settingsParts, servers } from './strings/german/settings-parts'
import { demoEnd, transcript, waits } from './strings/german/transcript'
import { tryAgain } from './strings/try-again'
import { german as germanMessages } from '@shared/messages/german'
import { speakHere } from '@shared/messages/spoken'
import { speakLaterStrings, type LaterStrings } from './later-strings'
import { speakStrings, type Strings } from './strings'

/** The words of what the page begins with, in German. What is said to the agent stays English. */
export const germanStrings: Strings = {
  locale: 'de-DE',
  ...frame,
  ...session,
  ...pages,
  find,
  folder,
  inbox,
  life,
  machine,
  openFile,
  provider,
  approvalPolicies,
  levels,
  sandboxModes,
}

/** Those of the pages and parts that come later. */
export const laterGerman: LaterStrings = {
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
}

/** Has the page speak German. */
export function speakGerman(): void {
  speakStrings(germanStrings)
  speakLaterStrings(laterGerman)
  speakHere(germanMessages)
}
