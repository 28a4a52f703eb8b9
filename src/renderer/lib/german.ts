import { approval, edit, assessment, question, inbox } from './strings/german/approval'
import { changes, patch, review } from './strings/german/changes'
import { commands } from './strings/german/commands'
import { effectRules } from './strings/german/effect-rules'
import { folder } from './strings/german/folder'
import { frame } from './strings/german/frame'
import { grants, allowFor } from './strings/german/grants'
import { machine } from './strings/german/machine'
import { pages } from './strings/german/pages'
import { restore, rewind } from './strings/german/restore'
import { changedSince, rehearsal } from './strings/german/rehearsal'
import { session, find, waits, openFile, life } from './strings/german/session'
import { settings } from './strings/german/settings'
import { settingsParts, provider, servers } from './strings/german/settings-parts'
import { approvalPolicies, categories, levels, levelsShort, sandboxModes } from './strings/german/vocabulary'
import { tryAgain } from './strings/try-again'
import type { Strings } from './strings'

export { german as germanMessages } from '@shared/messages/german'

/** Every word on screen in German. What is said to the agent stays English. */
export const germanStrings: Strings = {
  locale: 'de-DE',
  ...frame,
  ...session,
  ...pages,
  approval,
  changedSince,
  rehearsal,
  assessment,
  edit,
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
  review,
  inbox,
  changes,
  commands,
  find,
  openFile,
  waits,
  life,
  tryAgain,
  levels,
  levelsShort,
  categories,
  approvalPolicies,
  sandboxModes,
}
