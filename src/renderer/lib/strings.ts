import { english, type Strings } from '@shared/languages/english/window'

/** The words of what the page begins with, in its language. */
export let strings: Strings = english // oxlint-disable-line countersign/no-restricted-syntax -- a page has one, chosen before what holds words is loaded

/** Has the page speak: once, before what holds words is loaded (lib/follow-language.ts). */
export function speakStrings(spoken: Strings): void {
  strings = spoken
}
