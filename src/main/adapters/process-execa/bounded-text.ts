/** Bytes kept from the beginning and from the end of one stream. */
const headLimit = 256 * 1024
const tailLimit = 256 * 1024

/** Collects bytes, keeping the first and the last 256 KiB; memory stays bounded whatever comes. */
export class BoundedText {
  readonly #head: Buffer[] = []
  #headSize = 0
  #tail: Buffer[] = []
  #tailSize = 0
  #total = 0

  /** Takes a chunk; the chunk must not be changed afterwards. */
  push(chunk: Buffer): void {
    this.#total += chunk.length
    const room = headLimit - this.#headSize
    if (room > 0) {
      const part = chunk.subarray(0, room)
      this.#head.push(part)
      this.#headSize += part.length
      if (part.length === chunk.length) return
      chunk = chunk.subarray(room)
    }
    this.#tail.push(chunk)
    this.#tailSize += chunk.length
    let first = this.#tail[0]
    while (first && this.#tailSize - first.length >= tailLimit) {
      this.#tail.shift()
      this.#tailSize -= first.length
      first = this.#tail[0]
    }
  }

  /** Bytes that were dropped between head and tail. */
  get omittedBytes(): number {
    return this.#total - this.#headSize - Math.min(this.#tailSize, tailLimit)
  }

  /** The text, with a line that counts what was dropped in its place. Invalid UTF-8 becomes U+FFFD. */
  text(): string {
    const head = Buffer.concat(this.#head)
    const tail = Buffer.concat(this.#tail)
    const kept = tail.subarray(Math.max(0, tail.length - tailLimit))
    const omitted = this.omittedBytes
    if (omitted === 0) return Buffer.concat([head, kept]).toString('utf8')
    return `${wholeEnd(head)}\n[... ${String(omitted)} bytes omitted ...]\n${wholeStart(kept)}`
  }
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** Decodes without the first bytes of a character that was cut at the end. */
function wholeEnd(bytes: Buffer): string {
  let start = bytes.length - 1
  while (start > bytes.length - 4 && isContinuation(bytes[start])) start -= 1
  const lead = bytes[start] ?? 0
  const needed = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1
  return bytes.subarray(0, bytes.length - start < needed ? start : bytes.length).toString('utf8')
}

/** Decodes without the last bytes of a character that was cut at the start. */
function wholeStart(bytes: Buffer): string {
  let start = 0
  while (start < 3 && isContinuation(bytes[start])) start += 1
  return bytes.subarray(start).toString('utf8')
}
