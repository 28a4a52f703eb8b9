/** Characters kept from the beginning and from the end of what nobody has read yet: one mebi-character in all. */
const headLimit = 512 * 1024
const tailLimit = 512 * 1024

/** Output since the last reading. `omitted` characters are missing between `head` and `tail`; `total` counts them too. */
export interface UnreadOutput {
  readonly head: string
  readonly tail: string
  readonly omitted: number
  readonly total: number
}

/** Keeps the first and the last of what comes until it is read; memory stays bounded whatever comes. */
export class OutputBuffer {
  #head: string[] = []
  #headSize = 0
  #tail: string[] = []
  #tailSize = 0
  #total = 0

  push(text: string): void {
    this.#total += text.length
    const room = headLimit - this.#headSize
    const first = text.slice(0, room)
    if (first !== '') this.#head.push(first)
    this.#headSize += first.length
    const rest = text.slice(first.length)
    if (rest === '') return
    this.#tail.push(rest)
    this.#tailSize += rest.length
    for (let oldest = this.#tail[0]; oldest !== undefined; oldest = this.#tail[0]) {
      if (this.#tailSize - oldest.length < tailLimit) break
      this.#tail.shift()
      this.#tailSize -= oldest.length
    }
  }

  /** Hands over what is unread and starts anew. */
  take(): UnreadOutput {
    const tail = this.#tail.join('').slice(-tailLimit)
    const omitted = this.#total - this.#headSize - tail.length
    const taken = { head: this.#head.join(''), tail, omitted, total: this.#total }
    this.#head = []
    this.#tail = []
    this.#headSize = this.#tailSize = this.#total = 0
    return taken
  }
}
