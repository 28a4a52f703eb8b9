/** A field of the question: a label of our own, the text, and how many characters of it may be sent. */
export interface Field {
  readonly label: string
  readonly text: string
  readonly limit: number
}

/**
 * A text of at most about `limit` characters: its head, its tail, and between them how much was left out. What decides
 * stands at the two ends of a command (the program; the last redirection), so that neither may push the other out.
 */
export function headAndTail(text: string, limit: number): string {
  if (text.length <= limit) return text
  const head = Math.ceil((limit * 2) / 3)
  const tail = limit - head
  const left = (text.length - limit).toLocaleString('en-US')
  return `${text.slice(0, head)}\n[${left} characters left out here]\n${text.slice(text.length - tail)}`
}

/** Characters that a person would not see but a model reads, as escapes: control, format, bidi, tags; not line ends. */
export function withVisibleCharacters(text: string): string {
  return text.toWellFormed().replaceAll(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    return `\\u{${code.toString(16).toUpperCase()}}`
  })
}

/**
 * A field between two lines that carry the mark, which whoever wrote the text could not know. Should the mark stand in
 * the text all the same it is taken out, so that the end line is the only one. The label is of our own making.
 */
export function untrustedField({ label, text, limit }: Field, mark: string): string {
  // Bounded first: the rest costs a multiple of the length, and a command may be a megabyte.
  const shown = withVisibleCharacters(headAndTail(text, limit)).replaceAll(mark, '[mark removed]')
  return `${label}:\n[begin untrusted ${mark}]\n${shown}\n[end untrusted ${mark}]`
}
