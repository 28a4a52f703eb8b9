import { approval } from './strings/approval'
import { frame } from './strings/frame'
import { inbox } from './strings/inbox'
import { pages } from './strings/pages'
import { session } from './strings/session'
import { approvalPolicies, categories, levels, levelsShort, sandboxModes } from './strings/vocabulary'

/** Every word on screen. Sentence case, no exclamation marks, the words of product.md. */
export const strings = {
  ...frame,
  ...session,
  ...pages,
  approval,
  inbox,
  levels,
  levelsShort,
  categories,
  approvalPolicies,
  sandboxModes,
} as const
