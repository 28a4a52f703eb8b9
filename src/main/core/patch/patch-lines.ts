const shown = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text)

/** A place in a patch's lines, moving forward, and the first failure that stopped it. */
export class PatchLines {
  readonly #lines: readonly string[]
  readonly #end: number
  readonly #crlf: boolean
  #at: number
  failure: { readonly line: number; readonly problem: string } | undefined

  /** Reads `lines` from `start` up to, not including, `end`; with `crlf` one CR at the end of each line is dropped. */
  constructor(lines: readonly string[], start: number, end: number, crlf: boolean) {
    this.#lines = lines
    this.#at = start
    this.#end = end
    this.#crlf = crlf
  }

  /** The number of the line that `peek` shows, from 1. */
  get line(): number {
    return this.#at + 1
  }

  /** The current line; undefined at the end. */
  peek(): string | undefined {
    if (this.#at >= this.#end) return undefined
    const text = this.#lines[this.#at]
    return this.#crlf && text?.endsWith('\r') === true ? text.slice(0, -1) : text
  }

  /** Goes on to the next line. */
  next(): void {
    this.#at += 1
  }

  /** Goes past lines with nothing but white space. */
  skipBlank(): void {
    while (this.peek()?.trim() === '') this.next()
  }

  /** Goes past white space when only a `@@`, a `*** ` header or the end follows it. */
  skipBlankBeforeHeader(): void {
    const from = this.#at
    this.skipBlank()
    const text = this.peek()
    if (text !== undefined && !text.startsWith('@@') && !text.startsWith('*** ')) this.#at = from
  }

  /** Notes what is wrong with the current line, quoted; the first note stays. */
  fail(problem: string): void {
    const text = this.peek()
    const found = text === undefined ? 'the patch ends here' : `found ${shown(text)}`
    this.failure ??= { line: this.line, problem: `${problem}; ${found}` }
  }

  /** A header's path, or a failure when it is empty. */
  path(text: string): string | undefined {
    if (text !== '') return text
    this.fail('a path is missing after the colon')
    return undefined
  }
}
