import type { AgentEvent, TokenUsage } from '@shared/domain/agent-event'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import type { ResponseItem } from '@shared/domain/response-item'
import type { SessionSummary } from '@shared/domain/session'
import { OutputsFromEnds } from '../../core/conversation/outputs-from-ends'
import { compactedHistory } from '../../core/conversation/compacted-history'
import { withoutTurns } from '../../core/conversation/taken-back'
import { TurnStarts } from '../../core/conversation/turn-starts'
import { titleFrom, untitled } from '../../core/conversation/session-title'
import { readReviewOutput } from '../../core/review/read-output'
import { decodeLine, type RolloutRecord } from './decode-line'

/** A session as its record tells it, without where the record lies. */
export interface Rebuilt {
  readonly summary: SessionSummary
  readonly items: readonly ResponseItem[]
  /** Numbered as they stand on file: the first is 1, and each further one as many more as lines are between, so that the last turns alone have the same. */
  readonly events: readonly RecordedEvent[]
  readonly usage: TokenUsage | undefined
  /** Of our own turns: where another program's begin in the history, its records do not say. */
  readonly starts: TurnStarts
  /** The rewinds on file, those that were themselves taken back among them. */
  readonly rewinds: readonly string[]
}

interface RecordedEvent {
  readonly seq: number
  readonly at: string
  readonly event: AgentEvent
}

type Meta = Extract<RolloutRecord, { kind: 'meta' }>['meta']
type Message = Extract<RolloutRecord, { kind: 'message' }>['message']

/**
 * Rebuilds a session from its lines, in order. The first session_meta is canonical. A record of the reference system
 * has no beginnings and ends of turns; they are made up from its user messages, so that it reads like one of ours.
 */
export class SessionRebuilder {
  #meta: Meta | undefined
  #summary: SessionSummary | undefined
  #context: Extract<RolloutRecord, { kind: 'context' }>['context'] | undefined
  #items: ResponseItem[] = []
  #events: RecordedEvent[] = []
  #line = 0
  /** How many lines stand before the first event. */
  #linesBefore: number | undefined
  #lastSeq = 0
  #madeUp = false
  #lastAt = ''
  #tokenCount: string | undefined
  #compactedSince = false
  #turn: { readonly id: string; readonly own: boolean; answered: boolean } | undefined
  #turns = 0
  readonly #starts = new TurnStarts()
  readonly #rewinds: string[] = []
  readonly #ends = new OutputsFromEnds()
  #diff: { readonly turnId: string; readonly at: number } | undefined

  /** Whether a turn is told that the record does not have, since it is of another program. */
  get madeUpTurns(): boolean {
    return this.#madeUp
  }

  /**
   * Goes on at a line further down, counted from 1, with which a turn begins: nothing is known of those between. Returns the number of
   * the next event; undefined: that cannot be told without them.
   */
  goOnAt(line: number): number | undefined {
    if (this.#linesBefore === undefined) return undefined
    this.#line = line - 1
    this.#lastSeq = line - 1 - this.#linesBefore
    this.#turn = undefined
    this.#madeUp = false
    return this.#lastSeq + 1
  }

  /** Takes the next line. One that cannot be understood is passed over. */
  add(line: Buffer): void {
    this.#line += 1
    // Only the last count matters, so the others are never parsed.
    if (line.subarray(0, 120).includes('"type":"token_count"')) {
      this.#tokenCount = line.toString('utf8')
      this.#compactedSince = false
      return
    }
    const record = decodeLine(line.toString('utf8'))
    if (record) this.#take(record)
  }

  /** The session; undefined when no line said which one it is. */
  finish(): Rebuilt | undefined {
    const meta = this.#meta
    if (!meta) return undefined
    this.#endLeftTurn()
    const usage = this.#usage()
    const [items, events, starts, rewinds] = [this.#items, this.#events, this.#starts, this.#rewinds]
    return { summary: this.#summaryOf(meta), items, events, usage, starts, rewinds }
  }

  #take(record: RolloutRecord): void {
    this.#lastAt = record.at
    switch (record.kind) {
      case 'meta':
        this.#meta ??= record.meta
        break
      case 'summary':
        this.#summary = record.summary
        break
      case 'context':
        this.#context = record.context
        break
      case 'item':
        this.#items.push(record.item)
        if (this.#turn) this.#turn.answered = isAnswered(record.item, this.#turn.answered)
        break
      case 'compacted':
        this.#compactedSince = true
        this.#items = [...(record.items ?? compactedHistory(this.#items, record.message))]
        this.#starts.settled(this.#items)
        break
      case 'event':
        this.#takeEvent(record.event)
        break
      case 'message':
        this.#takeMessage(record.message)
        break
    }
  }

  #takeEvent(event: AgentEvent): void {
    this.#ends.saw(event)
    if (event.type === 'session.rewound') {
      this.#rewind(event)
      return
    }
    if (event.type === 'turn.started') {
      this.#endLeftTurn()
      this.#turns += 1
      this.#starts.began(event.turnNumber, this.#items)
      this.#turn = { id: event.turnId, own: true, answered: false }
    }
    if (event.type === 'turn.finished') {
      this.#items.push(...this.#ends.take(this.#items))
      this.#turn = undefined
      this.#starts.settled(this.#items)
    }
    if (event.type === 'turn.diff') {
      // Each diff of a turn holds the ones before it.
      if (this.#diff?.turnId === event.turnId) this.#events.splice(this.#diff.at, 1)
      this.#diff = { turnId: event.turnId, at: this.#events.length }
    }
    this.#enter(event)
  }

  /** What it takes back is in force no more; one that names no turn in force is none. */
  #rewind(event: Extract<AgentEvent, { type: 'session.rewound' }>): void {
    this.#endLeftTurn()
    const items = this.#starts.cut(event.turnNumber)
    if (!items) return
    this.#rewinds.push(event.id)
    this.#items = items
    this.#events = [...withoutTurns(this.#events, event.turnNumber)]
    this.#diff = undefined
    this.#compactedSince = true
    this.#enter(event)
  }

  #takeMessage(message: Message): void {
    switch (message.type) {
      case 'user_message': {
        const { message: text, countersign_steered: steered, countersign_client_id: clientId } = message
        if (!this.#turn?.own) this.#beginForeignTurn()
        else if (steered) this.#starts.settled(this.#items)
        this.#enter({
          type: 'user.message',
          text,
          ...(steered && { steered, ...(clientId && { clientId }) }),
        })
        break
      }
      case 'agent_message':
        this.#enter({
          type: 'message.completed',
          itemId: message.countersign_item_id ?? this.#freshId('message'),
          text: message.message,
        })
        break
      case 'agent_reasoning':
        this.#enter({ type: 'reasoning.delta', itemId: this.#freshId('reasoning'), text: message.text })
        break
      case 'turn_aborted':
        // Our own end of the turn follows on the next line.
        if (this.#turn && !this.#turn.own) this.#endTurn('interrupted')
        break
      case 'entered_review_mode': {
        // Ours say more on the next line.
        if (this.#turn?.own) break
        const { prompt, user_facing_hint: hint } = message
        const target = { kind: 'custom', text: prompt, hint } as const
        this.#enter({ type: 'review.entered', turnId: this.#reviewTurn(), target, hint, prompt })
        break
      }
      case 'exited_review_mode': {
        if (this.#turn?.own) break
        const output = message.review_output
        const root = this.#context?.cwd ?? this.#meta?.cwd ?? '/'
        const read = output ? readReviewOutput(JSON.stringify(output), root) : undefined
        const turnId = this.#reviewTurn()
        this.#enter({ type: 'review.exited', turnId, ...(read && { output: read }), files: [] })
        break
      }
      case 'token_count':
        break
    }
  }

  /** The turn that a review of somebody else's belongs to; theirs have none of their own. */
  #reviewTurn(): string {
    return this.#turn?.id ?? `review-${String(this.#turns)}`
  }

  #beginForeignTurn(): void {
    this.#endLeftTurn()
    this.#turns += 1
    const id = `turn-${String(this.#turns)}`
    this.#turn = { id, own: false, answered: false }
    this.#madeUp = true
    this.#add({ type: 'turn.started', turnId: id, turnNumber: this.#turns })
  }

  /** A turn whose end is not on file: one of ours was interrupted, whatever ended the process. */
  #endLeftTurn(): void {
    if (this.#turn) this.#endTurn(this.#turn.answered && !this.#turn.own ? 'completed' : 'interrupted')
  }

  #endTurn(outcome: 'completed' | 'interrupted'): void {
    if (!this.#turn) return
    this.#items.push(...this.#ends.take(this.#items))
    this.#add({ type: 'turn.finished', turnId: this.#turn.id, outcome })
    this.#turn = undefined
  }

  /** What a line tells, under a number that follows from where it stands. */
  #enter(event: AgentEvent): void {
    this.#linesBefore ??= this.#line - 1
    this.#lastSeq = Math.max(this.#lastSeq, this.#line - this.#linesBefore - 1)
    this.#add(event)
  }

  /** What is told on top of what the lines tell. */
  #add(event: AgentEvent, at = this.#lastAt): void {
    this.#lastSeq += 1
    this.#events.push({ seq: this.#lastSeq, at, event })
  }

  #freshId(kind: string): string {
    return `${kind}-${String(this.#line)}`
  }

  #usage(): TokenUsage | undefined {
    const record = this.#tokenCount === undefined ? undefined : decodeLine(this.#tokenCount)
    if (record?.kind !== 'message' || record.message.type !== 'token_count') return undefined
    const { total_token_usage: total, last_token_usage: last, model_context_window } = record.message.info
    // A count from before a compaction says nothing about what the context holds now.
    const window = this.#compactedSince ? undefined : (model_context_window ?? undefined)
    const known = window === undefined ? {} : { contextWindow: window }
    this.#add({ type: 'usage.updated', last, total, ...known }, record.at)
    return total
  }

  #summaryOf(meta: Meta): SessionSummary {
    const context = this.#context
    const first = this.#events.find(({ event }) => event.type === 'user.message')?.event
    const title = first?.type === 'user.message' ? titleFrom(first.text) : untitled
    if (this.#summary)
      return { ...this.#summary, id: meta.id, ...(this.#summary.title === untitled ? { title } : {}) }
    return {
      id: meta.id,
      title,
      cwd: context?.cwd ?? meta.cwd,
      provider: meta.model_provider ?? '',
      model: context?.model ?? '',
      approvalPolicy: context?.approval_policy ?? 'untrusted',
      sandboxPolicy: context?.sandbox_policy ?? sandboxPolicyForMode('read-only'),
      status: 'idle',
      activity: '',
      pendingApprovals: 0,
      createdAt: meta.timestamp,
      updatedAt: this.#lastAt,
    }
  }
}

/** Whether the agent had the last word. The message that begins the next turn stands before that turn's event. */
function isAnswered(item: ResponseItem, before: boolean): boolean {
  if (item.type !== 'message') return false
  return item.role === 'assistant' || before
}
