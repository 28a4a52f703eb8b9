import type { Clock } from '../ports'
import type { FromRun } from './frames'
import type { RunLine } from './window-transport'

/** How often a window that is asked is spoken to, in milliseconds. */
const everyMs = 5000
/** So often one after the other it may say nothing. A machine that slept counts as once. */
const mostSilent = 3

/** Looks whether a window answers, while it is asked something: one that hangs would keep a run waiting for ever. */
export class Pulse {
  readonly #line: RunLine
  readonly #clock: Pick<Clock, 'sleep'>
  readonly #dead: () => void
  #beating: AbortController | undefined
  /** How often it said something. */
  #heard = 0

  constructor(line: RunLine, clock: Pick<Clock, 'sleep'>, dead: () => void) {
    this.#line = line
    this.#clock = clock
    this.#dead = dead
  }

  /** It said something, whatever it was. */
  heard(): void {
    this.#heard += 1
  }

  /** Looks from now on; where it does already nothing changes. */
  start(): void {
    if (this.#beating) return
    this.#beating = new AbortController()
    // An aborted wait is the end of it.
    void this.#beat(this.#beating.signal).catch(() => undefined)
  }

  /** Looks no more. */
  stop(): void {
    this.#beating?.abort(new Error('nobody waits'))
    this.#beating = undefined
  }

  async #beat(signal: AbortSignal): Promise<void> {
    for (let silent = 0; silent < mostSilent;) {
      const before = this.#heard
      this.#line.send({ kind: 'ping' } satisfies FromRun)
      await this.#clock.sleep(everyMs, signal)
      signal.throwIfAborted()
      silent = this.#heard > before ? 0 : silent + 1
    }
    this.#beating = undefined
    this.#dead()
  }
}
