/** A run of text as it may be shown: plain, or one character that has to be named because it cannot be seen. */
export type VisibleSegment =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'escape'; readonly name: string }

// Controls (but not line feed and tab), formatting and bidirectional controls, lone surrogates, private use, line and
// paragraph separators, every space that is not U+0020, and letters that are drawn as nothing.
const hidden =
  /[\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u2800\u3164\uFE00-\uFE0F\uFFA0\u{E0100}-\u{E01EF}]|(?![\n\t])\p{Cc}|(?! )\p{Zs}/u
const hiddenInProse =
  /[\p{Cs}\p{Co}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\u{E0000}-\u{E007F}]|(?![\n\t])\p{Cc}/u
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

function segments(text: string, pattern: RegExp): readonly VisibleSegment[] {
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
