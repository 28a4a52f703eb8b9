import type { Evidence } from '@shared/domain/evidence'
import type { Clock } from '../../core/ports/system'
import type { RunningStops } from '../../core/run/running-stops'

/** What is stopped within so long is told together, in milliseconds. */
const gatherMs = 250

/** Tells the writes that the kernel stops of an agent's process, while there is somebody to hear of them; what comes between waits. */
export class FreshStops {
  readonly #clock: Pick<Clock, 'sleep'>
  #stops: RunningStops | undefined
  #hear: ((stops: readonly Evidence[]) => void) | undefined
  #soon = false
  #looked: Promise<void> = Promise.resolve()

  constructor(clock: Pick<Clock, 'sleep'>) {
    this.#clock = clock
  }

  /** Looks at this process from now on. */
  follow(stops: RunningStops): void {
    this.#stops = stops
    stops.listen(() => {
      this.#later()
    })
  }

  /** Somebody hears, and first of what was stopped before. */
  begin(hear: (stops: readonly Evidence[]) => void): void {
    this.#hear = hear
    this.#later()
  }

  /** Tells what there still is; reports of the last steps may come a little after the agent's own words. Never rejects. */
  async last(): Promise<void> {
    await this.#look()
    if (!this.#stops) return
    await this.#clock.sleep(gatherMs)
    await this.#look()
  }

  /** Nobody hears any more. */
  end(): void {
    this.#hear = undefined
  }

  #later(): void {
    if (this.#soon || !this.#hear) return
    this.#soon = true
    void this.#clock.sleep(gatherMs).then(() => {
      this.#soon = false
      return this.#look()
    })
  }

  /** One look at a time, in order. */
  #look(): Promise<void> {
    this.#looked = this.#looked.then(async () => {
      if (!this.#hear) return
      const stopped = (await this.#stops?.take().catch(() => [])) ?? []
      const writes = stopped.filter(({ kind, source }) => kind === 'write' && source === 'kernel')
      if (writes.length > 0) this.#hear(writes)
    })
    return this.#looked
  }
}
