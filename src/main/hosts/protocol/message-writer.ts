import type { Writable } from 'node:stream'

/** Text that may wait for the reader before pieces of output are left out, in characters. */
const softLimit = 8 * 1024 * 1024
/** A reader that lets so much wait is given up: nothing of it may be left out, and it must not grow without end. */
const hardLimit = 128 * 1024 * 1024
/** One write gathers at most about so much. */
const batch = 256 * 1024

/** What became of a message: it waits for the reader, was left out for lack of room, or there is no reader any more. */
export type Sent = 'queued' | 'left-out' | 'closed'

/**
 * Writes messages as lines, several to a write, and never faster than the reader takes them. While it does not keep up,
 * `congested` is true, and what may be left out (`spare`) is left out beyond the soft limit; the rest waits,
 * and closes the sink beyond the hard limit.
 */
export class MessageWriter {
  readonly #sink: Writable
  #waiting: string[] = []
  #size = 0
  #pumping: Promise<void> | undefined
  #broken = false
  #writes = 0
  readonly #roomFor = new Set<() => void>()

  constructor(sink: Writable) {
    this.#sink = sink
    sink.on('error', () => {
      // The reader has gone; whoever ends the process hears of it at the other end of the pipe.
      this.#break()
    })
    sink.on('close', () => {
      this.#break()
    })
  }

  /** True while more waits than one write takes. */
  get congested(): boolean {
    return this.#size > batch
  }

  /** Queues one message. Lines of ours never hold a line end. */
  send(message: object, how: 'keep' | 'spare' = 'keep'): Sent {
    if (this.#broken) return 'closed'
    if (how === 'spare' && this.#size > softLimit) return 'left-out'
    const line = `${JSON.stringify(message)}\n`
    this.#waiting.push(line)
    this.#size += line.length
    if (this.#size > hardLimit) this.#sink.destroy()
    this.#pumping ??= this.#pump()
    return 'queued'
  }

  /** Resolves when the reader has caught up, or is gone. */
  room(): Promise<void> {
    if (!this.congested || this.#broken) return Promise.resolve()
    return new Promise((resolve) => this.#roomFor.add(resolve))
  }

  /**
   * Resolves when everything so far has been handed over, or nobody is there to take it; false when the reader took
   * nothing for so long, and is not waited for any more.
   */
  async flushed(patienceMs: number): Promise<boolean> {
    for (let pumping = this.#pumping; pumping; pumping = this.#pumping) {
      const { promise: impatient, resolve } = Promise.withResolvers<'impatient'>()
      const timer = setTimeout(resolve, patienceMs, 'impatient')
      const before = this.#writes
      const end = await Promise.race([pumping, impatient])
      clearTimeout(timer)
      if (end === 'impatient' && this.#writes === before) return false
    }
    return true
  }

  async #pump(): Promise<void> {
    // A turn of the loop later, so that what is said at once goes out in one write.
    await new Promise(setImmediate)
    while (this.#waiting.length > 0 && !this.#broken) {
      const text = this.#take()
      await new Promise<void>((resolve) => {
        this.#sink.write(text, () => {
          resolve()
        })
      })
      this.#writes += 1
      if (!this.congested) this.#announce()
    }
    this.#pumping = undefined
    this.#announce()
  }

  #take(): string {
    let size = 0
    let count = 0
    while (count < this.#waiting.length && size < batch) {
      size += this.#waiting[count]?.length ?? 0
      count += 1
    }
    this.#size -= size
    return this.#waiting.splice(0, count).join('')
  }

  #announce(): void {
    for (const resolve of this.#roomFor) resolve()
    this.#roomFor.clear()
  }

  #break(): void {
    this.#broken = true
    this.#waiting = []
    this.#size = 0
    this.#announce()
  }
}
