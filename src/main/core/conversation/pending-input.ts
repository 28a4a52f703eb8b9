import type { UserTurn } from './read-user-input'

/** A message for the turn that runs, with the name that whoever gave it has for it. */
export interface GivenMessage extends UserTurn {
  readonly clientId: string
}

/** What was given to one turn and is not on record yet. Closed before the turn begins, and from the moment it ends. */
export class PendingInput {
  #begun = false
  #open = false
  #waiting: GivenMessage[] = []

  /** Whether the turn has begun. */
  get begun(): boolean {
    return this.#begun
  }

  /** Whether the turn takes messages. */
  get open(): boolean {
    return this.#open
  }

  /** How many wait. */
  get count(): number {
    return this.#waiting.length
  }

  /** The turn has begun. */
  begin(): void {
    this.#begun = this.#open = true
  }

  /** The one that is to be taken next. */
  get next(): GivenMessage | undefined {
    return this.#waiting[0]
  }

  /** Puts one behind the others. Only while it is open. */
  give(message: GivenMessage): void {
    this.#waiting.push(message)
  }

  /** The next one is on record. */
  taken(): void {
    this.#waiting.shift()
  }

  /** Closes it in the same breath in which nothing waits; false: something does, and the turn goes on. */
  endIfEmpty(): boolean {
    if (this.#waiting.length > 0) return false
    this.#open = false
    return true
  }

  /** Takes no more, whatever waits. */
  end(): void {
    this.#open = false
  }
}
