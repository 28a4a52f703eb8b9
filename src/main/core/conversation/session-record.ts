import type { AgentEvent, SessionEvent } from '@shared/domain/agent-event'
import { toFault } from '@shared/domain/fault'
import type { ResponseItem } from '@shared/domain/response-item'
import type { Clock, SessionStore, StoreLine } from '../ports'

/** Live text of commands kept in memory for a window that opens the session late, in characters. */
const maxLiveOutput = 1_000_000

/**
 * What happened in one session, in order: the events for the eye, the items for the model, and the lines on file.
 * Deltas are broadcast and kept only until the whole they belong to arrives; they are never on file.
 */
export class SessionRecord {
  readonly #session: { readonly id: string; readonly createdAt: string }
  readonly #store: SessionStore
  readonly #clock: Clock
  readonly #publish: (event: SessionEvent) => void
  #events: SessionEvent[]
  readonly #items: ResponseItem[]
  #seq: number
  #unwritten: StoreLine[] = []
  #writing: Promise<void> = Promise.resolve()
  #liveOutput = 0
  #reported = false

  constructor(
    session: { readonly id: string; readonly createdAt: string },
    stored: { readonly items: readonly ResponseItem[]; readonly events: readonly SessionEvent[] },
    world: {
      readonly store: SessionStore
      readonly clock: Clock
      readonly publish: (event: SessionEvent) => void
    },
  ) {
    this.#session = session
    this.#store = world.store
    this.#clock = world.clock
    this.#publish = world.publish
    this.#events = [...stored.events]
    this.#items = [...stored.items]
    this.#seq = stored.events.at(-1)?.seq ?? 0
  }

  /** All events a late window needs; deltas of finished messages and commands are folded into their ends. */
  events(): readonly SessionEvent[] {
    return this.#events
  }

  /** The model's history, not yet normalised. */
  items(): readonly ResponseItem[] {
    return this.#items
  }

  /** Broadcasts and queues for the file. A record that cannot be written is reported once and tried again later. */
  emit(event: AgentEvent): void {
    const entry = this.#enter(event)
    if (isDelta(event)) return
    this.#unwritten.push({ type: 'event', at: entry.at, event })
    void this.#flush().catch((error: unknown) => {
      this.#reportOnce(error)
    })
  }

  /** Puts an event on file first and broadcasts it then. Rejects with `store-failed`, and then it did not happen. */
  async emitRecorded(event: AgentEvent): Promise<void> {
    await this.#write([{ type: 'event', at: this.#at(), event }])
    this.#enter(event)
  }

  /** Puts lines on file; rejects with `store-failed`, and then they do not count. */
  async remember(item: ResponseItem): Promise<void> {
    await this.#write([{ type: 'item', item }])
    this.#items.push(item)
  }

  /** Puts a compacted history in place of the model's; what it replaces stays on file. Rejects with `store-failed`. */
  async replaceItems(summary: string, items: readonly ResponseItem[]): Promise<void> {
    await this.#write([{ type: 'compacted', summary, items }])
    this.#items.splice(0, this.#items.length, ...items)
  }

  /** Writes the session's head line again, after its title or settings changed. */
  async rewriteMeta(line: Extract<StoreLine, { type: 'meta' }>): Promise<void> {
    await this.#write([line])
  }

  /** Resolves when everything so far is on file; rejects when it cannot be. */
  async flushed(): Promise<void> {
    await this.#flush()
  }

  #at(): string {
    return new Date(this.#clock.now()).toISOString()
  }

  /** Numbers at the moment of broadcasting, so that every listener sees the numbers rise. */
  #enter(event: AgentEvent): SessionEvent {
    this.#seq += 1
    const entry = { sessionId: this.#session.id, seq: this.#seq, at: this.#at(), event }
    this.#keep(entry)
    return entry
  }

  #keep(entry: SessionEvent): void {
    const { event } = entry
    if (event.type === 'message.completed')
      this.#drop((each) => each.type === 'message.delta' && each.itemId === event.itemId)
    if (event.type === 'command.finished')
      this.#drop((each) => each.type === 'command.output' && each.callId === event.callId)
    if (event.type === 'approval.assessed')
      this.#drop((each) => each.type === 'approval.assessed' && each.requestId === event.requestId)
    if (event.type === 'model.retrying')
      this.#drop((each) => each.type === 'message.delta' || each.type === 'reasoning.delta')
    const size = event.type === 'command.output' ? event.text.length : 0
    if (this.#liveOutput + size <= maxLiveOutput) {
      this.#liveOutput += size
      this.#events.push(entry)
    }
    this.#publish(entry)
  }

  #drop(gone: (event: AgentEvent) => boolean): void {
    this.#events = this.#events.filter((entry) => {
      const { event } = entry
      if (!gone(event)) return true
      if (event.type === 'command.output') this.#liveOutput -= event.text.length
      return false
    })
  }

  /** Adds lines behind everything still unwritten; takes exactly these back out when they cannot be written. */
  async #write(lines: readonly StoreLine[]): Promise<void> {
    this.#unwritten.push(...lines)
    try {
      await this.#flush()
    } catch (error) {
      this.#unwritten = this.#unwritten.filter((line) => !lines.includes(line))
      throw error
    }
  }

  /** One append at a time, in order. Lines that failed stay queued before the ones that came after them. */
  #flush(): Promise<void> {
    const next = this.#writing
      .catch(() => undefined) // the failed append was reported to whoever waited for it
      .then(async () => {
        const lines = [...this.#unwritten]
        if (lines.length === 0) return
        await this.#store.append(this.#session, lines)
        this.#unwritten = this.#unwritten.slice(lines.length)
        this.#reported = false
      })
    this.#writing = next
    return next
  }

  #reportOnce(error: unknown): void {
    if (this.#reported) return
    this.#reported = true
    this.#enter({ type: 'error.reported', fault: toFault(error) })
  }
}

function isDelta(event: AgentEvent): boolean {
  return (
    event.type === 'message.delta' ||
    event.type === 'reasoning.delta' ||
    event.type === 'command.output' ||
    (event.type === 'approval.assessed' && event.update.view.status === 'waiting')
  )
}
