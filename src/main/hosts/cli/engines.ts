import type { EngineService } from '../../core/engine/engine-service'
import type { EngineChoice } from './composed-engine'

/** Each is a whole engine that lives as long as the server. */
const maxEngines = 32

/**
 * An engine for each way to configure one, so that a call's `config` and `profile` mean exactly what `-c` and `--profile`
 * mean. Each is composed when the first call needs it; calls that ask for the same share it.
 */
export class Engines<E extends { readonly engine: EngineService }> {
  readonly #compose: (choice: EngineChoice) => Promise<E>
  readonly #made = new Map<string, Promise<E>>()

  constructor(compose: (choice: EngineChoice) => Promise<E>) {
    this.#compose = compose
  }

  /** Throws an error of one line for a configuration that cannot be; it is tried again by the next call. */
  async for(choice: EngineChoice): Promise<E> {
    const key = JSON.stringify(choice)
    const known = this.#made.get(key)
    if (known) return known
    if (this.#made.size >= maxEngines)
      throw new Error(
        `${String(maxEngines)} configurations are in use; expected one of them again, or a new server`,
      )
    const made = this.#compose(choice)
    this.#made.set(key, made)
    try {
      return await made
    } catch (error) {
      this.#made.delete(key)
      throw error
    }
  }

  /** Denies what waits and stops what runs in every engine. */
  async close(): Promise<void> {
    const made = await Promise.allSettled(this.#made.values())
    await Promise.all(
      made.flatMap((each) => (each.status === 'fulfilled' ? [each.value.engine.close()] : [])),
    )
  }
}
