import { LineCutter, tooLong } from '../../core/text/line-cutter'

/** One line of input, or why there is none. `unfinished` is text at the end of input with no line end behind it. */
export type InputLine =
  | { readonly kind: 'line' | 'unfinished'; readonly text: string }
  | { readonly kind: 'not-utf8' }
  | { readonly kind: 'too-long'; readonly limit: number }

/** Reads a byte stream as lines of text, each of so many bytes at most. Empty lines are passed over. Never throws. */
export class LineSplitter {
  readonly #lines: LineCutter
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })

  constructor(limit: number) {
    this.#lines = new LineCutter(limit)
  }

  /** The lines that end in this piece. */
  push(piece: Uint8Array): InputLine[] {
    return this.#read('line', this.#lines.push(piece))
  }

  /** What stood behind the last line end. */
  end(): InputLine[] {
    return this.#read('unfinished', this.#lines.end())
  }

  #read(kind: 'line' | 'unfinished', lines: Iterable<Buffer | typeof tooLong>): InputLine[] {
    const read: InputLine[] = []
    for (const line of lines) {
      if (line === tooLong) read.push({ kind: 'too-long', limit: this.#lines.limit })
      else {
        const text = this.#textOf(line)
        if (text === undefined) read.push({ kind: 'not-utf8' })
        else if (text.trim() !== '') read.push({ kind, text })
      }
    }
    return read
  }

  #textOf(line: Buffer): string | undefined {
    try {
      return this.#decoder.decode(line)
    } catch {
      // The only thing that a fatal decoder throws for.
      return undefined
    }
  }
}
