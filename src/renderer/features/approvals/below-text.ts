import { strings } from '../../lib/strings'

const words = strings.assessment.parts

/** A part of the panel's body that can be out of view. */
export type PanelPart = keyof typeof words

/** Whether a part's mark in the page is one that has a name. */
export function isPanelPart(name: string | undefined): name is PanelPart {
  return name !== undefined && Object.hasOwn(words, name)
}

/** The names of the parts below, each once, in the order of the page; undefined when there are none. */
export function belowText(parts: readonly (PanelPart | undefined)[]): string | undefined {
  const named = [...new Set(parts.flatMap((part) => (part === undefined ? [] : [words[part]])))]
  return named.length === 0 ? undefined : named.join(', ')
}
