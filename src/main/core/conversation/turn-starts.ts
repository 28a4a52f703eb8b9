import type { ResponseItem } from '@shared/domain/response-item'
import { isInstructions } from './project-instructions'

/** A history as it was: the first items of an array that is only added to. */
interface Before {
  readonly items: readonly ResponseItem[]
  readonly length: number
}

/** What is said to the model before a turn's own message, and that message. */
const leadsIn = (item: ResponseItem | undefined): boolean =>
  item?.type === 'message' && item.role === 'user' && !isInstructions(item)

/**
 * What the model's history was before each turn. Items of a turn stand before the event that it began: its message, and what was told with
 * it. The arrays that are given here must only be added to.
 */
export class TurnStarts {
  readonly #starts = new Map<number, Before>()
  #from = 0

  /** A turn has begun; its message is among the items already. */
  began(turnNumber: number, items: readonly ResponseItem[]): void {
    let length = items.length
    while (length > this.#from && leadsIn(items[length - 1])) length -= 1
    this.#starts.set(turnNumber, { items, length })
    this.#from = items.length
  }

  /** A turn has ended, or the history became another one: what stands there now leads into no turn. */
  settled(items: readonly ResponseItem[]): void {
    this.#from = items.length
  }

  /** The history as it was before a turn, which with those behind it is forgotten here; undefined: it is not known. */
  cut(turnNumber: number): ResponseItem[] | undefined {
    const before = this.#starts.get(turnNumber)
    if (!before) return undefined
    for (const number of this.#starts.keys()) if (number >= turnNumber) this.#starts.delete(number)
    const items = before.items.slice(0, before.length)
    this.#from = items.length
    return items
  }

  /** Whether the history before a turn is known. */
  has(turnNumber: number): boolean {
    return this.#starts.has(turnNumber)
  }
}
