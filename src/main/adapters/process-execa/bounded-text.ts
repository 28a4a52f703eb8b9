/** Bytes kept from the beginning and from the end of one stream. */
const headLimit = 256 * 1024
const tailLimit = 256 * 1024

/** Collects bytes, keeping the first and the last 256 KiB; memory stays bounded whatever comes. */
export class BoundedText {
  readonly #head: Buffer[] = []
  #headSize = 0
  /** What came behind the head, round and round; made when there is some. */
  #tail: Buffer | undefined
  #total = 0

  /** Takes a chunk, which is the caller's again afterwards. */
  push(chunk: Buffer): void {
    this.#total += chunk.length
    const part = chunk.subarray(0, headLimit - this.#headSize)
    if (part.length > 0) this.#head.push(Buffer.from(part))
    this.#headSize += part.length
    const rest = chunk.subarray(part.length)
    if (rest.length === 0) return
    this.#tail ??= Buffer.allocUnsafeSlow(tailLimit)
    const last = rest.subarray(-tailLimit)
    const at = (this.#total - this.#headSize - last.length) % tailLimit
    const fits = last.copy(this.#tail, at)
    last.copy(this.#tail, 0, fits)
  }

  /** What the tail holds, in order. */
  #kept(): readonly Buffer[] {
    const [size, tail] = [this.#total - this.#headSize, this.#tail]
    if (!tail) return []
    if (size <= tailLimit) return [tail.subarray(0, size)]
    const at = size % tailLimit
    return [tail.subarray(at), tail.subarray(0, at)]
  }

  /** Bytes that were dropped between head and tail. */
  get omittedBytes(): number {
    return Math.max(0, this.#total - this.#headSize - tailLimit)
  }

  /** The text, with a line that counts what was dropped in its place. Invalid UTF-8 becomes U+FFFD. */
  text(): string {
    const head = Buffer.concat(this.#head)
    const kept = Buffer.concat(this.#kept())
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
