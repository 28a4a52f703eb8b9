/** One subscription. `raw`: it is told each item of the history as well. */
interface Listener {
  readonly conversationId: string
  readonly raw: boolean
}

/** Who listens to which conversation. Everything is told once, however many listen. */
export class Listeners {
  readonly #all = new Map<string, Listener>()

  /** Adds one under a name of its own. */
  add(subscriptionId: string, listener: Listener): void {
    this.#all.set(subscriptionId, listener)
  }

  /** Ends one; false when there is none of this name. */
  remove(subscriptionId: string): boolean {
    return this.#all.delete(subscriptionId)
  }

  /** Ends those of a conversation. */
  leave(conversationId: string): void {
    for (const [id, listener] of this.#all)
      if (listener.conversationId === conversationId) this.#all.delete(id)
  }

  /** Whether anybody listens to it; `raw`: and is told its items. */
  any(conversationId: string, wish: { readonly raw: boolean } = { raw: false }): boolean {
    return [...this.#all.values()].some(
      (each) => each.conversationId === conversationId && (each.raw || !wish.raw),
    )
  }
}
