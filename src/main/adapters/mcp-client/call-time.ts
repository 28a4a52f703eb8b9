import type { Clock } from '../../core/ports'

/**
 * The time that a tool has for its call. It stands still while a person is asked: how long somebody takes to answer says nothing
 * about the server. `signal` aborts when it is used up.
 */
export class CallTime {
  readonly #clock: Clock
  readonly #over = new AbortController()
  #left: number
  #since = 0
  #waiting = 0
  #running: AbortController | undefined

  constructor(limitMs: number, clock: Clock) {
    this.#left = limitMs
    this.#clock = clock
    this.#run()
  }

  get signal(): AbortSignal {
    return this.#over.signal
  }

  /** Lets the time stand still until the work has ended. */
  async without<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting === 0) this.#hold()
    this.#waiting += 1
    try {
      return await work()
    } finally {
      this.#waiting -= 1
      if (this.#waiting === 0) this.#run()
    }
  }

  /** The call has ended: nothing is used up any more. */
  end(): void {
    this.#running?.abort()
    this.#left = Infinity
  }

  #run(): void {
    if (this.#left === Infinity) return
    const running = new AbortController()
    this.#running = running
    this.#since = this.#clock.now()
    this.#clock.sleep(this.#left, running.signal).then(
      () => {
        if (!running.signal.aborted) this.#over.abort(new Error('its time is over'))
      },
      () => undefined, // it stands still
    )
  }

  #hold(): void {
    this.#running?.abort()
    this.#left = Math.max(this.#left - (this.#clock.now() - this.#since), 1)
  }
}
