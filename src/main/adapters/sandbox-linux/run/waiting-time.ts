/** So much of waiting counts at most: what asks again and again ends all the same. */
const mostMs = 600_000

/** The time of a run in which a question of its own waits for a person. It is none that the run has used. */
export class WaitingTime {
  #open = 0
  #since = 0
  #over = 0

  /** Does something that waits for a person. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.#open++ === 0) this.#since = performance.now()
    try {
      return await work()
    } finally {
      if (--this.#open === 0) this.#over += performance.now() - this.#since
    }
  }

  /** In milliseconds, until now. */
  get ms(): number {
    return Math.min(this.#over + (this.#open > 0 ? performance.now() - this.#since : 0), mostMs)
  }
}
