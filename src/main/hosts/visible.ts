/** Control, bidirectional and other invisible characters: they could repaint the terminal or disguise a command. */
const invisible =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g
/** Colour and style sequences are simply dropped from output; everything else that begins with ESC is shown. */
const colours = /\u001b\[[0-9;]*m/g

/** Untrusted text as it may be printed: no sequence in it reaches the terminal, and nothing in it is hidden. */
export function visible(text: string): string {
  return text
    .replace(colours, '')
    .replace(/\r\n/g, '\n')
    .replace(invisible, (each) => `\\u{${(each.codePointAt(0) ?? 0).toString(16)}}`)
}
