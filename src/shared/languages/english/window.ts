import type { Wording } from '../../messages/spoken'
import { folder } from './window/folder'
import { frame, inbox } from './window/frame'
import { machine } from './window/machine'
import { pages, provider } from './window/pages'
import { session, find, openFile, life } from './window/session'
import { approvalPolicies, levels, sandboxModes } from './window/vocabulary'

/**
 * The words of what the page begins with, in English: the frame, the start page and what waits beside it; those of the other pages come with these
 * (later-strings.ts). Sentence case, no exclamation marks, the words of AGENTS.md.
 */
export const english = {
  /** How numbers, dates and times are written. */
  locale: 'en-GB',
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
} as const

/** What each language has a word for. */
export type Strings = Wording<typeof english>
