import { allowFor } from './strings/german/allow-for'
import { approval } from './strings/german/approval'
import { assessment } from './strings/german/assessment'
import { changes } from './strings/german/changes'
import { commands } from './strings/german/commands'
import { edit } from './strings/german/edit'
import { folder } from './strings/german/folder'
import { frame } from './strings/german/frame'
import { grants } from './strings/german/grants'
import { inbox } from './strings/german/inbox'
import { life } from './strings/german/life'
import { machine } from './strings/german/machine'
import { pages } from './strings/german/pages'
import { patch } from './strings/german/patch'
import { provider } from './strings/german/provider'
import { question } from './strings/german/question'
import { restore, rewind } from './strings/german/restore'
import { changedSince, rehearsal } from './strings/german/rehearsal'
import { review } from './strings/german/review'
import { servers } from './strings/german/servers'
import { session } from './strings/german/session'
import { settings } from './strings/german/settings'
import { settingsParts } from './strings/german/settings-parts'
import { approvalPolicies, categories, levels, levelsShort, sandboxModes } from './strings/german/vocabulary'
import { openFile } from './strings/german/open-file'
import { find } from './strings/german/find'
import { waits } from './strings/german/waits'
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
