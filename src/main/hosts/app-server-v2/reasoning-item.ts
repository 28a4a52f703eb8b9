import type { AgentEvent } from '@shared/domain/agent-event'
import type { ThreadItem } from './protocol/items'
import type { Emitted } from './protocol/notifications'

type Delta = Extract<AgentEvent, { type: 'reasoning.delta' }>

/** One piece of a model's reasoning while it comes: the parts of its summary, and what it thought itself where that is told. */
export class ReasoningItem {
  readonly #id: string
  readonly #startedAtMs: number
  readonly #summary: string[] = []
  #raw = ''

  constructor(id: string, startedAtMs: number) {
    this.#id = id
    this.#startedAtMs = startedAtMs
  }

  /** Whether the event belongs to this item; every other one ends it. */
  takes(event: AgentEvent): boolean {
    return event.type === 'reasoning.delta' && event.itemId === this.#id
  }

  /** Takes a piece that belongs to it, and tells it. */
  take(
    { text, raw, section }: Delta,
    turn: { readonly threadId: string; readonly turnId: string },
  ): Emitted[] {
    const ids = { ...turn, itemId: this.#id }
    if (raw) {
      this.#raw += text
      return [{ method: 'item/reasoning/textDelta', params: { ...ids, delta: text, contentIndex: 0 } }]
    }
    const reported: Emitted[] = []
    if (section || this.#summary.length === 0) {
      this.#summary.push('')
      const summaryIndex = this.#summary.length - 1
      reported.push({ method: 'item/reasoning/summaryPartAdded', params: { ...ids, summaryIndex } })
    }
    const summaryIndex = this.#summary.length - 1
    this.#summary[summaryIndex] = `${this.#summary[summaryIndex] ?? ''}${text}`
    if (text !== '')
      reported.push({
        method: 'item/reasoning/summaryTextDelta',
        params: { ...ids, delta: text, summaryIndex },
      })
    return reported
  }

  /** The item with all that came so far. */
  item(completedAtMs: number): ThreadItem {
    const content = this.#raw === '' ? [] : [this.#raw]
    const began = reasoningItem(this.#id, this.#startedAtMs)
    return { ...began, summary: [...this.#summary], content, completedAtMs }
  }
}

/** The item before anything of it has come. */
export function reasoningItem(id: string, startedAtMs: number): Extract<ThreadItem, { type: 'reasoning' }> {
  return { type: 'reasoning', id, summary: [], content: [], startedAtMs, completedAtMs: null }
}
