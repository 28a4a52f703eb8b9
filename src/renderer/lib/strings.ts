import type { Wording } from '@shared/messages/spoken'
import { folder } from './strings/folder'
import { frame, inbox } from './strings/frame'
import { machine } from './strings/machine'
import { pages, provider } from './strings/pages'
import { session, find, openFile, life } from './strings/session'
import { approvalPolicies, levels, sandboxModes } from './strings/vocabulary'

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

/** The words of what the page begins with, in its language. */
export let strings: Strings = english // oxlint-disable-line countersign/no-restricted-syntax -- a page has one, chosen before what holds words is loaded

/** Has the page speak: once, before what holds words is loaded (lib/follow-language.ts). */
export function speakStrings(spoken: Strings): void {
  strings = spoken
}
