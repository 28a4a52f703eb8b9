/**
 * One character that nobody sees, or that changes how others are seen: controls (but not line feed and tab), formatting and
 * bidirectional controls, lone surrogates, private use, line and paragraph separators, and letters that are drawn as nothing.
 */
export const hiddenCharacter =
  /[\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u2800\u3164\uFE00-\uFE0F\uFFA0\u{E0100}-\u{E01EF}]|(?![\n\t])\p{Cc}/u

/** The same for a text of several sentences: what emoji and other scripts are joined and chosen by stays. */
export const hiddenInProse =
  /[\p{Cs}\p{Co}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\u{E0000}-\u{E007F}]|(?![\n\t])\p{Cc}/u

const selected = /\p{Extended_Pictographic}\uFE0F$/u

/** Each hidden character of a text as `name` says it, by its code point; all else, and the selector of an emoji, stays. */
export function namingHidden(
  text: string,
  name: (codePoint: number) => string,
  hidden: RegExp = hiddenCharacter,
): string {
  return text.replace(new RegExp(hidden.source, 'gu'), (each, at: number) =>
    each === '\uFE0F' && selected.test(text.slice(Math.max(0, at - 2), at + 1))
      ? each
      : name(each.codePointAt(0) ?? 0),
  )
}

/** The name that a face without chips gives a character: `\u{202e}`. */
export const escapeOf = (codePoint: number): string => `\\u{${codePoint.toString(16)}}`

/** Such characters of a text that is JSON as JSON escapes them: it is the same value. */
export const namedInJson = (json: string): string =>
  namingHidden(json, (codePoint) =>
    Array.from(
      { length: codePoint > 0xffff ? 2 : 1 },
      (_, at) => `\\u${String.fromCodePoint(codePoint).charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
