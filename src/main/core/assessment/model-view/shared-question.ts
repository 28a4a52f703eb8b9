/**
 * One question to a model with several who wait for it. It is given up only when the last of them has gone, so that an
 * answered request does not take the view away from an identical one.
 */
export class SharedQuestion {
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal
  readonly #stop = new AbortController()
  readonly #listeners = new Set<(text: string) => void>()
  #text = ''

  constructor() {
    this.signal = this.#stop.signal
  }

  /** The description so far. */
  get text(): string {
    return this.#text
  }

  /** Hands on what has come of the description. */
  emit(text: string): void {
    if (text === this.#text) return
    this.#text = text
    for (const listener of [...this.#listeners]) listener(text)
  }

  /** Waits along; returns how to leave. Leaving twice is harmless. */
  join(onText: (text: string) => void): () => void {
    const listener = (text: string): void => onText(text)
    this.#listeners.add(listener)
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#stop.abort()
    }
  }
}
