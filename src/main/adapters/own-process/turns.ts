import { setImmediate as nextRound } from 'node:timers/promises'

/** So long is worked at a stretch, in milliseconds. */
const stretchMs = 8

/**
 * For work on many small things, none of which takes long: asking the kernel for one and waiting for the answer costs ten times what the
 * answer does. So nothing is waited for, and between two of them everything else gets its turn as soon as a stretch is over.
 */
export class Turns {
  #since = performance.now()

  /** Call it between any two of them, and wait for what it returns. */
  give(): Promise<void> | undefined {
    return performance.now() - this.#since < stretchMs ? undefined : this.#next()
  }

  async #next(): Promise<void> {
    await nextRound()
    this.#since = performance.now()
  }
}
