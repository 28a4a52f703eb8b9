import { someBySeed } from './by-seed'

const short: readonly (readonly [string, string])[] = [
  ['clears the screen', 'a\u001b[2J\u001b[1;1Hb'],
  ['conceals', 'a\u001b[8mhidden\u001b[0mb'],
  ['a sequence inside a sequence', 'a\u001b\u001b[0m[2Jb'],
  ['a hyperlink (OSC 8)', '\u001b]8;;https://evil.invalid/\u001b\\safe\u001b]8;;\u001b\\'],
  ['the clipboard (OSC 52)', '\u001b]52;c;cm0gLXJmIH4=\u0007'],
  ['the title (OSC 0)', '\u001b]0;root@host\u0007'],
  ['a device control string', '\u001bP$q"p\u001b\\'],
  ['one-byte controls', 'a\u009b2J\u009d0;t\u009c\u0090q\u0085b'],
  ['reordered', 'rm \u202etxt.exe\u202c \u2066x\u2069 \u061c\u200e\u200f'],
  ['nothing to see', 'a\u200bb\u200cc\u2060d\ufeffe\u{e0041}f\u3164g'],
  ['a NUL', 'a\u0000b'],
  ['no Unicode', 'a\ud800b\udfff'],
  ['what invalid UTF-8 becomes', Buffer.from([0x61, 0xff, 0xc0, 0x9b, 0xed, 0xa0, 0x80]).toString('latin1')],
  ['written over', 'safe\rrm -rf /'],
  ['erased', 'abc\b\b\b\u007f\u000b\u000cx'],
  ['other line ends', 'a\u2028b\u2029c'],
]
const long = ['a line of a megabyte', '\u001b'.concat('x'.repeat(1_000_000), '\u202e')] as const

/** Text that does something to whoever shows it as it is: a title of each kind, and the text. */
export const hostileTexts: readonly (readonly [string, string])[] = [...short, long]

/** A row for each of them at each face; the long one is shown to a third of the faces, by turns. */
export const hostileRows = (faces: readonly string[]): readonly (readonly [string, string, string])[] => [
  ...faces.flatMap((face) => short.map((text) => [face, ...text] as const)),
  ...someBySeed('faces of the long line', faces, Math.ceil(faces.length / 3)).map(
    (face) => [face, ...long] as const,
  ),
]

// Written apart from the program's own list on purpose.
const acts =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\u{e0000}-\u{e007f}]|\p{Cs}/u

/** What of a text would still do something, with a little before and behind it; undefined for a text that may be shown. */
export function stillActs(text: string): string | undefined {
  const at = text.search(acts)
  return at < 0 ? undefined : JSON.stringify(text.slice(Math.max(0, at - 40), at + 40))
}
