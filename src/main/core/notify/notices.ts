import type { EngineNotice } from '../engine/engine-service'
import type { Log } from '../ports/system'

/** Tells the engine's listeners what is so now. One that fails is logged and stops no other. */
export class Notices {
  readonly #listeners = new Set<(notice: EngineNotice) => void>()
  readonly #log: Log

  constructor(log: Log) {
    this.#log = log
  }

  /** Returns the unsubscribe. */
  subscribe(listener: (notice: EngineNotice) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly publish = (notice: EngineNotice): void => {
    for (const listener of this.#listeners) {
      try {
        listener(notice)
      } catch (error) {
        this.#log.error('a listener of the engine failed', error)
      }
    }
  }
}
