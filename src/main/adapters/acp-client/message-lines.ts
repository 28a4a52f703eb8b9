/** Splits what a program prints into lines, of bounded length. */
export class MessageLines {
  readonly #longest: number
  #pieces: Buffer[] = []
  #held = 0

  constructor(longest: number) {
    this.#longest = longest
  }

  /** The lines that end in this piece, without their ends. Throws RangeError when one is too long; nothing is held then. */
  push(piece: Uint8Array): string[] {
    const lines: string[] = []
    let rest = Buffer.from(piece)
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      this.#hold(rest.subarray(0, end))
      lines.push(Buffer.concat(this.#pieces).toString())
      this.#pieces = []
      this.#held = 0
      rest = rest.subarray(end + 1)
    }
    this.#hold(rest)
    return lines
  }

  #hold(piece: Buffer): void {
    this.#held += piece.length
    if (this.#held > this.#longest) {
      this.#pieces = []
      this.#held = 0
      throw new RangeError('the line is too long')
    }
    if (piece.length > 0) this.#pieces.push(piece)
  }
}

/** Whether lists and objects stand in one another deeper than so in this JSON text: what walks through such a value would not come back. */
export function isNested(text: string, deeper: number): boolean {
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (quoted) {
      if (sign === '\\') at += 1
      else if (sign === '"') quoted = false
    } else if (sign === '"') quoted = true
    else if (sign === '[' || sign === '{') {
      depth += 1
      if (depth > deeper) return true
    } else if (sign === ']' || sign === '}') depth -= 1
  }
  return false
}
