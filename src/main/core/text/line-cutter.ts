/** What stands for a line that is longer than may be. */
export const tooLong = Symbol('too long')

const lineEnd = 0x0a

/**
 * Cuts bytes into lines, without their ends. Of a line of more than `limit` bytes nothing is held; it counts once, as `tooLong`. Whatever has to
 * be kept of a piece until its line ends is copied. Never throws.
 */
export class LineCutter {
  /** In bytes; it counts for what comes. */
  limit: number
  #parts: Buffer[] = []
  #size = 0

  constructor(limit: number) {
    this.limit = limit
  }

  /** Whether the line that has not ended yet is too long already. */
  get isTooLong(): boolean {
    return this.#size > this.limit
  }

  /** The lines that end in this piece, good for as long as its bytes are. Whoever stops in between has had the rest of it. */
  *push(piece: Uint8Array): Generator<Buffer | typeof tooLong, void> {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length)
    let from = 0
    for (let end = bytes.indexOf(lineEnd); end >= 0; end = bytes.indexOf(lineEnd, from)) {
      yield this.#finish(bytes.subarray(from, end))
      from = end + 1
    }
    this.#hold(Buffer.from(bytes.subarray(from)))
  }

  /** What stands behind the last line end, where anything does. */
  *end(): Generator<Buffer | typeof tooLong, void> {
    if (this.#size > 0) yield this.#finish(Buffer.alloc(0))
  }

  #hold(part: Buffer): void {
    this.#size += part.length
    if (this.isTooLong) this.#parts = []
    else if (part.length > 0) this.#parts.push(part)
  }

  #finish(last: Buffer): Buffer | typeof tooLong {
    const parts = this.#parts
    const isTooLong = this.#size + last.length > this.limit
    this.#parts = []
    this.#size = 0
    if (isTooLong) return tooLong
    return parts.length === 0 ? last : Buffer.concat([...parts, last])
  }
}
