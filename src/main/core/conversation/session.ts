import type { SessionEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import { FaultError } from '@shared/domain/fault'
import { messageText, userMessage, type ResponseItem } from '@shared/domain/response-item'
import type { SessionStatus, SessionSummary } from '@shared/domain/session'
import type { TurnOverrides } from '@shared/domain/turn-overrides'
import type { CommandParts, TurnContext } from '../commands/command-call'
import { TouchedFiles } from '../patch/turn-diff'
import type { GitInfo, ModelProviders } from '../ports'
import { ProcessTable } from '../processes/process-table'
import type { SessionStore } from '../session-store'
import type { Tool } from '../tools/tool'
import { environmentContext } from './instructions'
import { changed, configuredEvent, type SessionChange } from './session-change'
import { SessionRecord } from './session-record'
import { activityAfter } from './activity'
import { titleFrom, untitled } from './session-title'
import { runTurn, type TurnEnd, type TurnWork } from './turn'

/** What a session is built from. `publish…` tell the engine's listeners. */
export interface SessionParts {
  readonly store: SessionStore
  readonly models: ModelProviders
  readonly tools: readonly Tool[]
  readonly commands: CommandParts
  readonly publishEvent: (event: SessionEvent) => void
  readonly publishSession: (session: SessionSummary) => void
  readonly publishApproval: (request: ApprovalRequest) => void
}

/** What comes with a turn: settings that are the session's from then on, and the form its last message is to have. */
export interface TurnSettings {
  readonly change?: SessionChange
  readonly outputSchema?: TurnOverrides['outputSchema']
}

interface RunningTurn {
  readonly id: string
  readonly stop: AbortController
  readonly ended: Promise<void>
  readonly end: () => void
}

/** One conversation with an agent: at most one turn at a time, every change on record. */
export class Session {
  readonly #parts: SessionParts
  readonly #record: SessionRecord
  readonly #pending = new Set<string>()
  readonly #processes = new ProcessTable()
  #summary: SessionSummary
  #turn: RunningTurn | undefined
  #turnNumber: number

  constructor(
    summary: SessionSummary,
    stored: ConstructorParameters<typeof SessionRecord>[1],
    parts: SessionParts,
  ) {
    this.#summary = summary
    this.#parts = parts
    this.#turnNumber = stored.events.filter((each) => each.event.type === 'turn.started').length
    this.#record = new SessionRecord(summary, stored, {
      store: parts.store,
      clock: parts.commands.clock,
      publish: (event) => {
        this.#onEvent(event)
      },
    })
  }

  /** The row of the rail as it is now. */
  get summary(): SessionSummary {
    return this.#summary
  }

  /** Whether a turn runs. */
  get running(): boolean {
    return this.#turn !== undefined
  }

  /** The model's history, not yet normalised. */
  items(): readonly ResponseItem[] {
    return this.#record.items()
  }

  /** Everything a window needs to draw the transcript. */
  events(): readonly SessionEvent[] {
    return this.#record.events()
  }

  /** Puts a new session on record. Throws FaultError `store-failed`; the session must then not be used. */
  async begin(git: GitInfo | undefined): Promise<void> {
    await this.#record.note({ type: 'meta', summary: this.#summary, ...(git === undefined ? {} : { git }) })
    this.#emitConfigured()
  }

  /** Gives the session a title. Throws FaultError `store-failed`, and then it keeps the old one. */
  async rename(title: string): Promise<SessionSummary> {
    const next = { ...this.#summary, title, updatedAt: this.#now() }
    await this.#record.note({ type: 'meta', summary: next })
    this.#update({ title, updatedAt: next.updatedAt })
    return this.#summary
  }

  /**
   * Changes settings from the next turn on; a running turn keeps what it began with. Returns the new summary. What
   * changes nothing leaves no trace on record.
   */
  async configure(change: SessionChange): Promise<SessionSummary> {
    const next = changed(this.#summary, change)
    if (JSON.stringify(next) === JSON.stringify(this.#summary)) return this.#summary
    await this.#record.note({ type: 'meta', summary: next })
    this.#update(change)
    this.#emitConfigured()
    return this.#summary
  }

  /**
   * Starts a turn. Throws FaultError `turn-running` while one runs, what the provider throws when it cannot be opened
   * (`unknown-provider`, `missing-key`), and `store-failed`: the message then does not count,
   * and the settings that came with it do not either, unless it was the message alone that could not be written.
   */
  async start(text: string, settings: TurnSettings = {}): Promise<{ turnId: string }> {
    if (this.#turn)
      throw new FaultError({
        code: 'turn-running',
        message: 'A turn is running in this session. Wait for it, or stop it.',
      })
    const model = this.#parts.models.open(settings.change?.provider ?? this.#summary.provider)
    const id = this.#parts.commands.ids.next()
    const stop = new AbortController()
    let ended: () => void = () => undefined
    this.#turn = {
      id,
      stop,
      ended: new Promise((resolve) => (ended = resolve)),
      end: () => {
        ended()
      },
    }
    try {
      if (settings.change) await this.configure(settings.change)
      await this.#rememberEnvironment()
      await this.#record.remember(userMessage(text))
      await this.#record.note({ type: 'context', summary: this.#summary })
    } catch (error) {
      this.#turn = undefined
      ended()
      throw error
    }
    this.#turnNumber += 1
    const titled = this.#summary.title === untitled ? { title: titleFrom(text) } : {}
    this.#update({
      status: 'running',
      activity: 'Thinking',
      updatedAt: this.#now(),
      ...titled,
    })
    this.#noteSummary()
    this.#record.emit({ type: 'turn.started', turnId: id, turnNumber: this.#turnNumber })
    this.#record.emit({ type: 'user.message', text })
    const context = this.#context(id, stop)
    const work = {
      model,
      request: this.#requestSettings(settings),
      tools: this.#parts.tools,
      context,
      parts: this.#parts.commands,
      items: () => this.#record.items(),
      remember: (item: Parameters<SessionRecord['remember']>[0]) => this.#record.remember(item),
    }
    void runTurn(work).then(({ outcome, lastMessage }) => {
      this.#record.emit({
        type: 'turn.finished',
        turnId: id,
        outcome,
        ...(lastMessage === undefined ? {} : { lastMessage }),
      })
    })
    return { turnId: id }
  }

  /** Stops the running turn, denying what it waits for; resolves when it has ended. */
  async interrupt(): Promise<void> {
    const turn = this.#turn
    if (!turn) return
    turn.stop.abort(new Error('interrupted'))
    await turn.ended
  }

  /** Resolves when everything so far is on file; rejects with `store-failed` when it cannot be. */
  async flushed(): Promise<void> {
    await this.#record.flushed()
  }

  /** Interrupts, ends all kept processes, puts on file what is queued. A record that cannot be written does not keep it open. */
  async close(): Promise<void> {
    await this.interrupt()
    await this.#processes.close()
    this.#parts.commands.grants.end(this.#summary.id)
    this.#parts.commands.assessments.forget(this.#summary.id)
    await this.#record.flushed().catch(() => undefined) // already reported in the session, when it happened
  }

  #context(turnId: string, stop: AbortController): TurnContext {
    const { id, title, provider, model, cwd, approvalPolicy, sandboxPolicy } = this.#summary
    return {
      ...{ sessionId: id, sessionTitle: title, turnId, turnNumber: this.#turnNumber },
      ...{ provider, model, cwd, approvalPolicy, sandboxPolicy },
      ...{ signal: stop.signal, touched: new TouchedFiles(), processes: this.#processes },
      stop: () => {
        stop.abort(new Error('stopped by a person'))
      },
      emit: (event) => {
        this.#record.emit(event)
      },
      recordApproval: (request) => this.#recordApproval(request),
    }
  }

  async #recordApproval(request: ApprovalRequest): Promise<void> {
    const pending = request.state === 'pending'
    await this.#record.emitRecorded({ type: pending ? 'approval.requested' : 'approval.resolved', request })
    this.#pending[pending ? 'add' : 'delete'](request.id)
    this.#parts.publishApproval(request)
    // Withdrawn because its turn is over: the session is at rest, and only the count changes.
    this.#update({
      pendingApprovals: this.#pending.size,
      ...(this.#turn && {
        status: this.#pending.size > 0 ? 'needs-you' : 'running',
        activity: pending ? request.effect : 'Thinking',
      }),
    })
  }

  /** The environment message, when it is new or has changed since the model last saw it (semantics §7.6). */
  async #rememberEnvironment(): Promise<void> {
    const text = environmentContext(this.#summary)
    const last = this.#record
      .items()
      .findLast((item) => messageText(item).startsWith('<environment_context>'))
    if (!last || messageText(last) !== text) await this.#record.remember(userMessage(text))
  }

  #emitConfigured(): void {
    this.#record.emit(configuredEvent(this.#summary))
  }

  #onEvent(entry: SessionEvent): void {
    this.#parts.publishEvent(entry)
    if (entry.event.type === 'turn.finished') this.#endTurn(entry.event.outcome)
    const activity = activityAfter(entry.event)
    if (activity !== undefined && this.#turn && activity !== this.#summary.activity)
      this.#update({ activity })
  }

  /** In the same breath as the turn's end is broadcast, so that whoever hears of it can start the next one. */
  #endTurn(outcome: TurnEnd['outcome']): void {
    const turn = this.#turn
    this.#turn = undefined
    this.#update({
      status: outcome === 'completed' ? 'done' : outcome,
      activity: '',
      updatedAt: this.#now(),
    })
    this.#noteSummary()
    if (turn) this.#parts.commands.grants.end(this.#summary.id, turn.id)
    // What the turn's kept processes still ask about is denied: nobody follows this turn any more.
    turn?.stop.abort(new Error('the turn is over'))
    turn?.end()
  }

  /** The row as it is now is a convenience on file, for lists; the events tell the same. */
  #noteSummary(): void {
    void this.#record.note({ type: 'meta', summary: this.#summary }).catch(() => undefined)
  }

  /** Never before the last change, even when the clock has gone backwards: windows drop what is older. */
  #now(): string {
    const now = new Date(this.#parts.commands.clock.now()).toISOString()
    return now > this.#summary.updatedAt ? now : this.#summary.updatedAt
  }

  #requestSettings({ outputSchema }: TurnSettings): TurnWork['request'] {
    const { model, reasoningEffort, reasoningSummary } = this.#summary
    return {
      model,
      ...(reasoningEffort && { reasoningEffort }),
      ...(reasoningSummary && { reasoningSummary }),
      ...(outputSchema && { output: { mode: 'schema', name: 'final_message', schema: outputSchema } }),
    }
  }

  #update(change: SessionChange | (Partial<SessionSummary> & { readonly status?: SessionStatus })): void {
    this.#summary = changed(this.#summary, change)
    this.#parts.publishSession(this.#summary)
  }
}
