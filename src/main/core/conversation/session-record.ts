import type { ApprovalRequest } from '@shared/domain/approval'
import type { Question } from '@shared/domain/question'
import type { AgentEvent, SessionEvent, TokenUsage } from '@shared/domain/agent-event'
import { toFault } from '@shared/domain/fault'
import { answeredId, type ResponseItem } from '@shared/domain/response-item'
import type { Clock } from '../ports/system'
import type { EngineNotice } from '../engine/engine-service'
import type { RecordPlace, SessionStore, StoredSession, StoreLine } from '../ports/session-store'
import { withoutTurns } from './taken-back'
import { TurnStarts } from './turn-starts'

/** Live text of commands kept in memory for a window that opens the session late, in characters. */
const maxLiveOutput = 1_000_000

/** Is told of each item once it is on file, in its place among the events. */
type EmitItem = (notice: Extract<EngineNotice, { kind: 'item' }>) => void

/** One thing that waits for the file. `must`: it does not happen unless it is written. */
interface Entry {
  readonly event: AgentEvent | undefined
  readonly at: string
  readonly line: StoreLine | undefined
  readonly must: boolean
  readonly settle?: (error: unknown) => void
}

/**
 * What happened in one session, in order: the events for the eye, the items for the model, and the lines on file.
 * An event is broadcast when it is on file, so that nothing a person or a program has seen is ever missing from the
 * record. Deltas are broadcast and kept only until the whole they belong to arrives; they are never on file.
 */
export class SessionRecord {
  readonly #place: RecordPlace
  readonly #store: SessionStore
  readonly #clock: Clock
  readonly #publish: (event: SessionEvent) => void
  readonly #emitItem: EmitItem
  #events: SessionEvent[]
  #items: ResponseItem[]
  #seq: number
  #total: TokenUsage | undefined
  readonly #starts: TurnStarts
  /** What waits for the file, in order; deltas among it only wait for what stands before them. */
  #outbox: Entry[] = []
  /** Lines of events that were shown although they could not be written; they go first the next time. */
  #unwritten: StoreLine[] = []
  #writing: Promise<void> = Promise.resolve()
  #failure: unknown
  #liveOutput = 0
  #reported = false
  /** Calls whose output is still to come. */
  readonly #awaited = new Set<string>()

  constructor(
    place: RecordPlace,
    stored: Pick<StoredSession, 'items' | 'events' | 'usage' | 'starts'>,
    world: {
      readonly store: SessionStore
      readonly clock: Clock
      readonly publish: (event: SessionEvent) => void
      readonly items: EmitItem
    },
  ) {
    this.#place = place
    this.#store = world.store
    this.#clock = world.clock
    this.#publish = world.publish
    this.#emitItem = world.items
    this.#events = [...stored.events]
    this.#items = [...stored.items]
    this.#seq = stored.events.at(-1)?.seq ?? 0
    this.#total = stored.usage
    this.#starts = stored.starts ?? new TurnStarts()
  }

  /** All events a late window needs; deltas of finished messages and commands are folded into their ends. */
  events(): readonly SessionEvent[] {
    return this.#events
  }

  /** The model's history, not yet normalised. */
  items(): readonly ResponseItem[] {
    return this.#items
  }

  /**
   * Queues for the file and broadcasts when it is there. An event that cannot be written is broadcast all the same; that
   * is reported once, and its line goes before the next ones.
   */
  emit(event: AgentEvent): void {
    const at = this.#at()
    if (event.type === 'turn.started') this.#starts.began(event.turnNumber, this.#items)
    if (event.type === 'turn.finished') this.#starts.settled(this.#items)
    if (isDelta(event)) {
      if (this.#outbox.length === 0) this.#enter(event, at)
      else this.#outbox.push({ event, at, line: undefined, must: false })
      return
    }
    const counted = event.type === 'usage.updated' ? this.#count(event) : event
    this.#outbox.push({ event: counted, at, line: { type: 'event', at, event: counted }, must: false })
    if (!this.#isAwaited(counted)) void this.#flush()
  }

  /**
   * Begins a call: its end is told when its output, or whatever is told next but for what came of it, is on file, all with one append (decision 151).
   */
  awaitOutput(callId: string): void {
    this.#awaited.add(callId)
  }

  /** An end of a call that nobody will be asked about, and what is told of such a one behind it. */
  #isAwaited(event: AgentEvent): boolean {
    if (isAfterEnd(event)) return this.#outbox.some((each) => each.event && this.#isAwaitedEnd(each.event))
    return this.#isAwaitedEnd(event)
  }

  #isAwaitedEnd(event: AgentEvent): boolean {
    return isUnaskedEnd(event) && this.#awaited.has(event.callId)
  }

  /** Puts an event on file first and broadcasts it then. Rejects with `store-failed`, and then it did not happen. */
  async emitRecorded(event: AgentEvent): Promise<void> {
    const at = this.#at()
    await this.#write({ event, at, line: { type: 'event', at, event } })
  }

  /** Tells how a request stands, on file first. */
  emitRequest(request: ApprovalRequest): Promise<void> {
    const type = request.state === 'pending' ? 'approval.requested' : 'approval.resolved'
    return this.emitRecorded({ type, request })
  }

  /** Tells how a server's question stands, on file first. */
  emitQuestion(question: Question): Promise<void> {
    const type = question.state === 'pending' ? 'question.asked' : 'question.resolved'
    return this.emitRecorded({ type, question })
  }

  /** Puts an item on file; rejects with `store-failed`, and then it does not count. */
  async remember(item: ResponseItem): Promise<void> {
    const answered = answeredId(item)
    if (answered !== undefined) this.#awaited.delete(answered)
    await this.#write({ line: { type: 'item', item } })
    this.#items.push(item)
  }

  /** Puts a message that was given to the turn that runs on file with its event, both or neither. Rejects as `remember` does. */
  async take(item: ResponseItem, event: AgentEvent): Promise<void> {
    await Promise.all([this.remember(item), this.emitRecorded(event)])
    this.#starts.settled(this.#items)
  }

  /** Replaces the whole history by a shorter one; what was there stays on file. Rejects as `remember` does. */
  async compact(message: string, items: readonly ResponseItem[]): Promise<void> {
    await this.#write({ line: { type: 'compacted', message, items } })
    this.#items = [...items]
    this.#starts.settled(this.#items)
  }

  /** Whether what the model knew before a turn is known. */
  knowsStartOf(turnNumber: number): boolean {
    return this.#starts.has(turnNumber)
  }

  /** Takes back turns, on file first; what they said stays there. Rejects as `remember` does. */
  async rewind(event: Extract<AgentEvent, { type: 'session.rewound' }>): Promise<void> {
    await this.emitRecorded(event)
    this.#items = this.#starts.cut(event.turnNumber) ?? []
  }

  /** Writes what a turn begins with, or the session's head again after its title or settings changed. */
  async note(line: Extract<StoreLine, { type: 'meta' | 'context' }>): Promise<void> {
    await this.#write({ line })
  }

  /** Resolves when everything so far is on file and broadcast; rejects when something is not on file. */
  async flushed(): Promise<void> {
    await this.#flush()
    if (this.#unwritten.length > 0) throw toError(this.#failure)
  }

  #at(): string {
    return new Date(this.#clock.now()).toISOString()
  }

  #count(event: Extract<AgentEvent, { type: 'usage.updated' }>): AgentEvent {
    this.#total = this.#total === undefined ? event.last : addUsage(this.#total, event.last)
    return { ...event, total: this.#total }
  }

  /** Numbers at the moment of broadcasting, so that every listener sees the numbers rise. */
  #enter(event: AgentEvent, at: string): void {
    this.#seq += 1
    this.#keep({ sessionId: this.#place.id, seq: this.#seq, at, event })
  }

  #keep(entry: SessionEvent): void {
    const { event } = entry
    if (event.type === 'message.completed')
      this.#drop((each) => each.type === 'message.delta' && each.itemId === event.itemId)
    if (event.type === 'command.finished')
      this.#drop((each) => each.type === 'command.output' && each.callId === event.callId)
    if (event.type === 'approval.assessed')
      this.#drop((each) => each.type === 'approval.assessed' && each.requestId === event.requestId)
    // What is left of a rehearsal is in its request.
    const rehearsed = event.type === 'approval.resolved' ? event.request.id : rehearsedBy(event)
    if (rehearsed !== undefined) this.#drop((each) => rehearsedBy(each) === rehearsed)
    const waits = event.type === 'turn.finished' || event.type === 'user.message' ? event : undefined
    if (waits) this.#drop((each) => each.type === 'message.waiting' && isOver(each, waits))
    if (event.type === 'session.rewound') this.#events = [...withoutTurns(this.#events, event.turnNumber)]
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

  async #write(entry: Pick<Entry, 'line'> & Partial<Pick<Entry, 'event' | 'at'>>): Promise<void> {
    const done = new Promise<void>((resolve, reject) => {
      const settle = (error: unknown): void => {
        if (error === undefined) resolve()
        else reject(toError(error))
      }
      this.#outbox.push({ event: undefined, at: '', ...entry, must: true, settle })
    })
    void this.#flush()
    await done
  }

  /** One append at a time, in order. */
  #flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#flushNow())
    return this.#writing
  }

  async #flushNow(): Promise<void> {
    const batch = [...this.#outbox]
    const lines = [...this.#unwritten, ...batch.flatMap(({ line }) => (line ? [line] : []))]
    this.#failure = undefined
    try {
      if (lines.length > 0) await this.#store.append(this.#place, lines)
      this.#unwritten = []
      this.#reported = false
    } catch (error) {
      this.#failure = error
      this.#unwritten.push(...batch.flatMap(({ line, must }) => (line && !must ? [line] : [])))
    }
    const failed = this.#failure !== undefined
    for (const { event, at, line, must, settle } of batch) {
      if (line?.type === 'item' && !failed)
        this.#emitItem({ kind: 'item', sessionId: this.#place.id, item: line.item })
      if (event && !(failed && must)) this.#enter(event, at)
      settle?.(this.#failure)
    }
    // Only now, so that a delta that came meanwhile did not overtake what stood before it.
    this.#outbox = this.#outbox.slice(batch.length)
    this.#enterLeadingDeltas()
    if (failed && batch.some(({ must }) => !must)) this.#reportOnce(this.#failure)
  }

  #enterLeadingDeltas(): void {
    for (let next = this.#outbox[0]; next && !next.line; next = this.#outbox[0]) {
      this.#outbox.shift()
      if (next.event) this.#enter(next.event, next.at)
    }
  }

  #reportOnce(error: unknown): void {
    if (this.#reported) return
    this.#reported = true
    this.#enter({ type: 'error.reported', fault: toFault(error) }, this.#at())
  }
}

type End = Extract<AgentEvent, { type: 'command.finished' | 'patch.finished' | 'mcp.finished' }>

/** An end of a call that nobody will be asked about. */
function isUnaskedEnd(event: AgentEvent): event is End {
  if (event.type === 'mcp.finished') return true
  const ends = event.type === 'command.finished' || event.type === 'patch.finished'
  return ends && event.outcome.kind !== 'denied'
}

/** What a call came to, which is told between its end and its output. */
const isAfterEnd = ({ type }: AgentEvent): boolean =>
  type === 'command.compared' || type === 'call.undoable' || type === 'turn.diff'

/** Whether an event is never on file: a part of a later one, or what is only so now. */
function isDelta(event: AgentEvent): boolean {
  return (
    event.type === 'message.delta' ||
    event.type === 'reasoning.delta' ||
    event.type === 'command.output' ||
    event.type === 'approval.rehearsed' ||
    event.type === 'message.waiting' ||
    (event.type === 'approval.assessed' && event.update.view.status === 'waiting')
  )
}

/** The request whose rehearsal an event tells of. */
const rehearsedBy = (event: AgentEvent): string | undefined =>
  event.type === 'approval.rehearsed' ? event.requestId : undefined

/** Whether a message waits no more: it was taken, or its turn is over. */
function isOver(
  waiting: Extract<AgentEvent, { type: 'message.waiting' }>,
  now: Extract<AgentEvent, { type: 'turn.finished' | 'user.message' }>,
): boolean {
  return now.type === 'turn.finished' || now.clientId === waiting.clientId
}

/** What two requests used together. */
function addUsage(one: TokenUsage, other: TokenUsage): TokenUsage {
  const counted = one.reasoningTokens ?? other.reasoningTokens
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    cachedInputTokens: one.cachedInputTokens + other.cachedInputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    ...(counted !== undefined && {
      reasoningTokens: (one.reasoningTokens ?? 0) + (other.reasoningTokens ?? 0),
    }),
    totalTokens: one.totalTokens + other.totalTokens,
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
