/** One line and what ends it: '\n', '\r\n', or '' for a last line without an end. */
export interface FileLine {
  readonly text: string
  readonly ending: '\n' | '\r\n' | ''
}

/** A file's text in lines. `mark` is a byte-order mark or ''; `ending` is what new lines get: the commoner of the two. */
export interface FileText {
  readonly mark: string
  readonly lines: readonly FileLine[]
  readonly ending: '\n' | '\r\n'
}

const byteOrderMark = '\u{FEFF}'

/** Splits a text; a lone CR is an ordinary character. An empty text has no lines. */
export function readFileText(text: string): FileText {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : ''
  const lines: FileLine[] = []
  let ended = 0
  let windows = 0
  for (let at = mark.length; at < text.length;) {
    const found = text.indexOf('\n', at)
    const end = found < 0 ? text.length : found
    const crlf = found > at && text[found - 1] === '\r'
    if (found >= 0) ended += 1
    if (crlf) windows += 1
    lines.push({ text: text.slice(at, crlf ? end - 1 : end), ending: found < 0 ? '' : crlf ? '\r\n' : '\n' })
    at = end + 1
  }
  return { mark, lines, ending: windows * 2 > ended ? '\r\n' : '\n' }
}

/** The text again. A last line without an end gets one, as every patched file ends with a newline (docs/spec/tools.md). */
export function writeFileText(file: FileText): string {
  const text = file.lines.map((line) => line.text + (line.ending || file.ending)).join('')
  return file.mark + text
}
