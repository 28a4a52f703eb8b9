import { hostSegments } from './host-text'
import { visibleSegments } from './visible-text'

const [open, close] = ['\u27E6', '\u27E7']
const mark = /\u27E6U\+([0-9A-F]{4,6})\u27E7/g

const markOf = (character: string): string =>
  `${open}U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}${close}`

/**
 * A command as it stands in a field: each character that cannot be seen, or would reorder what is seen, as a mark of its
 * code point, ⟦U+202E⟧. `withoutMarks` gives the very text back; a bracket of that kind is therefore a mark as well.
 */
export function withMarks(text: string): string {
  return visibleSegments(text)
    .map((part) =>
      part.kind === 'text'
        ? part.text.replaceAll(open, markOf(open))
        : markOf(String.fromCodePoint(Number.parseInt(part.name.slice(2), 16))),
    )
    .join('')
}

/** The real text of a field; a mark that was half deleted stands as it is written. */
export function withoutMarks(field: string): string {
  return field.replace(mark, (whole, digits: string) => {
    const code = Number.parseInt(digits, 16)
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
  })
}

/** How many characters of a text stand as marks. */
export function countMarks(text: string): number {
  return visibleSegments(text).filter(({ kind }) => kind === 'escape').length
}

/** The hosts of a text that may be read as others, each once. */
export function lookAlikes(text: string): readonly string[] {
  return [...new Set(hostSegments(text).flatMap((part) => (part.flag === undefined ? [] : [part.text])))]
}
