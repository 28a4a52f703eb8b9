/** One line of input, or why there is none. `unfinished` is text at the end of input with no line end behind it. */
export type InputLine =
  | { readonly kind: 'line' | 'unfinished'; readonly text: string }
  | { readonly kind: 'not-utf8' }
  | { readonly kind: 'too-long'; readonly limit: number }

const lineEnd = 0x0a

/**
 * Cuts a byte stream into lines. A line longer than the limit is reported once and not kept: its bytes are dropped as
 * they come. Empty lines are passed over. Never throws.
 */
export class LineSplitter {
  readonly #limit: number
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  #parts: Uint8Array[] = []
  #size = 0
  #tooLong = false

  constructor(maxBytes: number) {
    this.#limit = maxBytes
  }

  /** The lines that end in this piece. */
  push(piece: Uint8Array): InputLine[] {
    const lines: InputLine[] = []
    let from = 0
    for (let end = piece.indexOf(lineEnd); end >= 0; end = piece.indexOf(lineEnd, from)) {
      this.#keep(piece.subarray(from, end))
      lines.push(...this.#finish('line'))
      from = end + 1
    }
    this.#keep(piece.subarray(from))
    return lines
  }

  /** What stood behind the last line end. */
  end(): InputLine[] {
    return this.#finish('unfinished')
  }

  #keep(bytes: Uint8Array): void {
    if (this.#tooLong || bytes.length === 0) return
    this.#size += bytes.length
    if (this.#size <= this.#limit) {
      this.#parts.push(bytes)
      return
    }
    this.#tooLong = true
    this.#parts = []
  }

  #finish(kind: 'line' | 'unfinished'): InputLine[] {
    const [only] = this.#parts
    const bytes = this.#parts.length === 1 && only ? only : Buffer.concat(this.#parts)
    const tooLong = this.#tooLong
    this.#parts = []
    this.#size = 0
    this.#tooLong = false
    if (tooLong) return [{ kind: 'too-long', limit: this.#limit }]
    if (bytes.length === 0) return []
    try {
      const text = this.#decoder.decode(bytes)
      return text.trim() === '' ? [] : [{ kind, text }]
    } catch {
      // The only thing that a fatal decoder throws for.
      return [{ kind: 'not-utf8' }]
    }
  }
}
