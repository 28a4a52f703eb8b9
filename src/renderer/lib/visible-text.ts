import { hiddenCharacter, hiddenInProse } from '@shared/domain/hidden-characters'

/** A run of text as it may be shown: plain, or one character that has to be named because it cannot be seen. */
export type VisibleSegment =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'escape'; readonly name: string }

// Beside what is hidden, every space that is not U+0020: in a command it parts no words.
const hidden = new RegExp(`${hiddenCharacter.source}|(?! )\\p{Zs}`, 'u')
const pictograph = /\p{Extended_Pictographic}$/u
const colourCodes = /\u001B\[[0-9;:]*[mK]/g

/** Splits untrusted text so that nothing in it is invisible: joined texts and named characters are the whole input. */
export function visibleSegments(text: string): readonly VisibleSegment[] {
  return segments(text, hidden)
}

/** The same as one string, the characters named in brackets; for attributes and titles. */
export function visibleString(text: string): string {
  return joined(segments(text, hidden))
}

/** For a model's prose: unusual spaces and emoji sequences stay, what reorders or hides text is named. */
export function visibleProse(text: string): string {
  return joined(segments(text, hiddenInProse))
}

/** Terminal output without its colour and erase-line codes. All other escape sequences stay, to be shown. */
export function withoutColour(text: string): string {
  return text.replace(colourCodes, '')
}

const rightToLeft = String.raw`\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EEFF}`
const rightToLeftRun = new RegExp(
  // From one such letter to the last before another direction, a part of a path, or a quoted name. Without a bound what is looked back
  // for in a line of megabytes would be more than an expression may hold.
  `([${rightToLeft}](?:(?:(?!\\p{L})[^/\\\\:“”„«»\`\\n]|[${rightToLeft}]){0,4000}[${rightToLeft}])?)`,
  'u',
)

/**
 * Splits text at what is written from right to left: every second part is, and stands in an element of its own, so that it moves nothing
 * beside it: not the number behind a name, and not one folder of a path to the place of another. The parts joined are the text.
 */
export const directionParts = (text: string): readonly string[] => text.split(rightToLeftRun)

const beginsRightToLeft = new RegExp(`^\\P{L}{0,100}[${rightToLeft}]`, 'u')

/** For a title that is cut where there is no room for it: it is cut at its end, which is on the left where its first letter is one of these. */
export const directionOf = (title: string): 'rtl' | undefined =>
  beginsRightToLeft.test(title) ? 'rtl' : undefined

function segments(text: string, pattern: RegExp): readonly VisibleSegment[] {
  // Nearly every text is plain, and some are of megabytes.
  if (!pattern.test(text)) return text === '' ? [] : [{ kind: 'text', text }]
  const result: VisibleSegment[] = []
  let plain = ''
  for (const character of text) {
    if (!pattern.test(character) || (character === '\uFE0F' && pictograph.test(plain))) {
      plain += character
      continue
    }
    if (plain !== '') result.push({ kind: 'text', text: plain })
    plain = ''
    result.push({ kind: 'escape', name: nameOf(character) })
  }
  if (plain !== '') result.push({ kind: 'text', text: plain })
  return result
}

function joined(parts: readonly VisibleSegment[]): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : `[${part.name}]`)).join('')
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
