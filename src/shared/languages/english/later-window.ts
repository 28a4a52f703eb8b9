import type { Wording } from '../../messages/spoken'
import { approval, edit, assessment, question } from './window/approval'
import { bringBack } from './window/bring-back'
import { changes, patch, review } from './window/changes'
import { commands } from './window/commands'
import { empty } from './window/empty'
import { effectRules } from './window/effect-rules'
import { grants, allowFor } from './window/grants'
import { hosts } from './window/hosts'
import { changedSince, rehearsal } from './window/rehearsal'
import { restore, rewind } from './window/restore'
import { otherAgents } from './window/other-agents'
import { sandboxes } from './window/sandboxes'
import { side } from './window/side'
import { settings } from './window/settings'
import { settingsParts, servers } from './window/settings-parts'
import { demoEnd, transcript, waits } from './window/transcript'
import { categories, levelsShort } from './window/vocabulary'
import { tryAgain } from './window/try-again'

/** The words of the pages and parts that the first screen does not wait for, in English. */
export const laterEnglish = {
  allowFor,
  approval,
  assessment,
  bringBack,
  categories,
  changedSince,
  changes,
  commands,
  demoEnd,
  edit,
  effectRules,
  empty,
  grants,
  hosts,
  levelsShort,
  otherAgents,
  patch,
  question,
  rehearsal,
  restore,
  review,
  rewind,
  sandboxes,
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
