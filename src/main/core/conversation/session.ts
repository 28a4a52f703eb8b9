import type { SessionEvent } from '@shared/domain/agent-event'
import { FaultError } from '@shared/domain/fault'
import { userMessage, type ResponseItem } from '@shared/domain/response-item'
import type { SessionStatus, SessionSummary } from '@shared/domain/session'
import type { CommandParts } from '../turn/turn-context'
import type { EngineNotice } from '../engine-service'
import type { ModelProviders, ModelStream } from '../ports'
import type { GitInfo } from '../workspace'
import { ProcessTable } from '../processes/process-table'
import type { SessionStore } from '../session-store'
import type { Tool } from '../tools/tool'
import { ContextWindow } from './context-window'
import type { ContextLimits } from './context-limit'
import { environmentContext } from './environment-context'
import { PendingApprovals } from './pending-approvals'
import { instructionsMessage, type ProjectDocs, type ProjectInstructions } from './project-docs'
import type { UserTurn } from './read-user-input'
import { changed, configuredEvent, type SessionChange } from './session-change'
import { SessionRecord } from './session-record'
import { activityAfter } from './activity'
import { isUserMessage } from './session-prefix'
import { titleFrom, untitled } from './session-title'
import { runTurn, type TurnEnd, type TurnWork } from './turn'
import { turnContext, type RunningTurn } from './turn-context'
import { requestSettings, type TurnSettings } from './turn-settings'

/** What a session is built from. `publish` tells the engine's listeners. */
export interface SessionParts {
  readonly store: SessionStore
  readonly models: ModelProviders
  readonly tools: readonly Tool[]
  readonly docs: ProjectDocs
  readonly contextLimits: ContextLimits
  readonly commands: CommandParts
  readonly publish: (notice: EngineNotice) => void
}

/** One conversation with an agent: at most one turn at a time, every change on record. */
export class Session {
  readonly #parts: SessionParts
  readonly #record: SessionRecord
  readonly #pending: PendingApprovals
  readonly #contextWindow: ContextWindow
  readonly #processes = new ProcessTable()
  #summary: SessionSummary
  #turn: RunningTurn | undefined
  #turnNumber: number
  #closed = false

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
    this.#pending = new PendingApprovals(this.#record, parts.publish, ({ status, activity, ...count }) => {
      // Withdrawn because its turn is over: the session is at rest, and only the count changes.
      this.#update(this.#turn ? { status, activity, ...count } : count)
    })
    this.#contextWindow = new ContextWindow(this.#record, parts.contextLimits, () => this.#summary)
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

  /**
   * Puts a new session on record, with the instructions as they are now: later changes of the files do not reach it.
   * Throws FaultError `store-failed`; the session must then not be used.
   */
  async begin(git: GitInfo | undefined, instructions: ProjectInstructions): Promise<void> {
    await this.#record.note({ type: 'meta', summary: this.#summary, ...(git === undefined ? {} : { git }) })
    const message = instructionsMessage(instructions)
    if (message) await this.#record.remember(message)
    this.#record.emit(configuredEvent(this.#summary))
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
    this.#record.emit(configuredEvent(this.#summary))
    return this.#summary
  }

  /**
   * Starts a turn. Throws FaultError `turn-running` while one runs, what the provider throws when it cannot be opened
   * (`unknown-provider`, `missing-key`), and `store-failed`: the message then does not count,
   * and the settings that came with it do not either, unless it was the message alone that could not be written.
   */
  start(message: UserTurn, settings: TurnSettings = {}): Promise<{ turnId: string }> {
    return this.#asTurn(async (turn) => {
      const model = this.#parts.models.open(settings.change?.provider ?? this.#summary.provider)
      if (settings.change) await this.configure(settings.change)
      await this.#rememberEnvironment()
      await this.#record.remember(userMessage(message.text, message.images))
      await this.#record.note({ type: 'context', summary: this.#summary })
      const work = this.#begin(turn, model, settings)
      const { text, labels } = message
      if (this.#summary.title === untitled)
        this.#update({ title: titleFrom(text.trim() === '' ? (labels[0] ?? '') : text) })
      this.#record.emit({ type: 'user.message', text, ...(labels.length > 0 && { images: [...labels] }) })
      return () => runTurn(work)
    })
  }

  /**
   * Asks the model again after a turn that failed or was interrupted, with the history as it stands and no new message.
   * Throws as `start` does, and FaultError `bad-request` when there is nothing that waits for an answer.
   */
  retry(): Promise<{ turnId: string }> {
    return this.#asTurn(async (turn) => {
      const broken = this.#summary.status === 'failed' || this.#summary.status === 'interrupted'
      if (!broken || !this.#record.items().some(isUserMessage))
        throw new FaultError({ code: 'bad-request', message: 'There is no failed turn to try again.' })
      const model = this.#parts.models.open(this.#summary.provider)
      await this.#rememberEnvironment()
      const work = this.#begin(turn, model, {})
      return () => runTurn(work)
    })
  }

  /**
   * Compacts the history as a turn of its own. Throws FaultError `turn-running` while one runs, and what the provider
   * throws when it cannot be opened; a compaction that fails is reported in the session and changes nothing.
   */
  compact(): Promise<{ turnId: string }> {
    return this.#asTurn((turn) => {
      const work = this.#begin(turn, this.#parts.models.open(this.#summary.provider), {})
      return Promise.resolve(() => this.#contextWindow.compactAsTurn(work))
    })
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

  /** Ends one process that is kept beyond its turn; false when it does not run. */
  stopProcess(processId: number): Promise<boolean> {
    return this.#processes.stop(processId)
  }

  /** Interrupts, ends all kept processes, puts on file what is queued. A record that cannot be written does not keep it open. */
  async close(): Promise<void> {
    this.#closed = true
    await this.interrupt()
    await this.#processes.close()
    this.#parts.commands.grants.end(this.#summary.id)
    this.#parts.commands.assessments.forget(this.#summary.id)
    await this.#record.flushed().catch(() => undefined) // already reported in the session, when it happened
  }

  /** Takes the one place for a turn. What `prepare` throws is thrown, and no turn has begun then. */
  async #asTurn(
    prepare: (turn: RunningTurn) => Promise<() => Promise<TurnEnd>>,
  ): Promise<{ turnId: string }> {
    if (this.#turn)
      throw new FaultError({
        code: 'turn-running',
        message: 'A turn is running in this session. Wait for it, or stop it.',
      })
    // Asked for just before the end: it must not begin behind it.
    if (this.#closed) throw new FaultError({ code: 'bad-request', message: 'This session is closed.' })
    const { promise: ended, resolve: end } = Promise.withResolvers<undefined>()
    const turn = { id: this.#parts.commands.ids.next(), stop: new AbortController(), ended, end }
    this.#turn = turn
    try {
      const run = await prepare(turn)
      this.#noteSummary()
      void run().then(({ outcome, lastMessage }) => {
        const said = lastMessage === undefined ? {} : { lastMessage }
        this.#record.emit({ type: 'turn.finished', turnId: turn.id, outcome, ...said })
      })
    } catch (error) {
      this.#turn = undefined
      turn.end(undefined)
      throw error
    }
    return { turnId: turn.id }
  }

  #begin(turn: RunningTurn, model: ModelStream, settings: TurnSettings): TurnWork {
    this.#turnNumber += 1
    this.#update({ status: 'running', activity: 'Thinking', updatedAt: this.#now() })
    this.#record.emit({ type: 'turn.started', turnId: turn.id, turnNumber: this.#turnNumber })
    const asked = {
      model,
      request: requestSettings(this.#summary, settings),
      context: turnContext(
        this.#summary,
        { id: turn.id, number: this.#turnNumber, stop: turn.stop },
        {
          emit: (event) => {
            this.#record.emit(event)
          },
          recordApproval: (request) => this.#pending.record(request),
          processes: this.#processes,
        },
      ),
    }
    return {
      ...asked,
      ...this.#contextWindow.watch(asked),
      tools: this.#parts.tools.filter(({ spec }) => this.#summary.leftOutTools?.includes(spec.name) !== true),
      parts: this.#parts.commands,
      items: () => this.#record.items(),
      remember: (item) => this.#record.remember(item),
    }
  }

  /** Tells the environment, or what has changed of it since the model was last told. */
  async #rememberEnvironment(): Promise<void> {
    const item = environmentContext(this.#summary, this.#record.items())
    if (item) await this.#record.remember(item)
  }

  #onEvent(entry: SessionEvent): void {
    this.#parts.publish({ kind: 'event', event: entry })
    if (entry.event.type === 'turn.finished') this.#endTurn(entry.event.outcome)
    const activity = activityAfter(entry.event)
    if (activity !== undefined && this.#turn && activity !== this.#summary.activity)
      this.#update({ activity })
  }

  /** In the same breath as the turn's end is broadcast, so that whoever hears of it can start the next one. */
  #endTurn(outcome: TurnEnd['outcome']): void {
    const turn = this.#turn
    this.#turn = undefined
    this.#update({ status: outcome === 'completed' ? 'done' : outcome, activity: '', updatedAt: this.#now() })
    this.#noteSummary()
    if (turn) this.#parts.commands.grants.end(this.#summary.id, turn.id)
    // What the turn's kept processes still ask about is denied: nobody follows this turn any more.
    turn?.stop.abort(new Error('the turn is over'))
    turn?.end(undefined)
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

  #update(change: SessionChange | (Partial<SessionSummary> & { readonly status?: SessionStatus })): void {
    this.#summary = changed(this.#summary, change)
    this.#parts.publish({ kind: 'session', session: this.#summary })
  }
}
