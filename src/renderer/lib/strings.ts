import { allowFor } from './strings/allow-for'
import { approval } from './strings/approval'
import { assessment } from './strings/assessment'
import { edit } from './strings/edit'
import { frame } from './strings/frame'
import { grants } from './strings/grants'
import { settings } from './strings/settings'
import { inbox } from './strings/inbox'
import { life } from './strings/life'
import { pages } from './strings/pages'
import { patch } from './strings/patch'
import { provider } from './strings/provider'
import { session } from './strings/session'
import { tryAgain } from './strings/try-again'
import { approvalPolicies, categories, levels, levelsShort, sandboxModes } from './strings/vocabulary'

/** Every word on screen. Sentence case, no exclamation marks, the words of AGENTS.md. */
export const strings = {
  ...frame,
  ...session,
  ...pages,
  approval,
  assessment,
  edit,
  allowFor,
  grants,
  settings,
  patch,
  provider,
  inbox,
  life,
  tryAgain,
  levels,
  levelsShort,
  categories,
  approvalPolicies,
  sandboxModes,
} as const
