import type { SessionEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import { FaultError } from '@shared/domain/fault'
import { userMessage } from '@shared/domain/response-item'
import type { SessionStatus, SessionSummary } from '@shared/domain/session'
import type { CommandParts, TurnContext } from '../commands/command-call'
import { TouchedFiles } from '../patch/turn-diff'
import type { ModelProviders, ModelStream, SessionStore } from '../ports'
import type { Tool } from '../tools/tool'
import { environmentContext } from './environment-context'
import { instructionsMessage, type ProjectInstructions } from './project-docs'
import { isFromPerson } from './compacted-history'
import { ContextKeeper } from './context-keeper'
import type { ContextLimits } from './context-limit'
import type { UserTurn } from './read-user-input'
import { PendingApprovals } from './pending-approvals'
import { changed, configuredEvent, demoProvider, type SessionChange } from './session-change'
import { SessionRecord } from './session-record'
import { activityAfter } from './activity'
import { runTurn, type TurnEnd, type TurnWork } from './turn'
import { requestSettings, titleFrom, type TurnSettings } from './turn-settings'

/** What a session is built from. `publish…` tell the engine's listeners. */
export interface SessionParts {
  readonly store: SessionStore
  readonly models: ModelProviders
  readonly tools: readonly Tool[]
  readonly contextLimits: ContextLimits
  readonly commands: CommandParts
  readonly publishEvent: (event: SessionEvent) => void
  readonly publishSession: (session: SessionSummary) => void
  readonly publishApproval: (request: ApprovalRequest) => void
}

interface RunningTurn {
  readonly id: string
  readonly stop: AbortController
  readonly ended: Promise<void>
  finish(): void
}

/** One conversation with an agent: at most one turn at a time, every change on record. */
export class Session {
  readonly #parts: SessionParts
  readonly #record: SessionRecord
  readonly #pending: PendingApprovals
  readonly #keeper: ContextKeeper
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
    this.#pending = new PendingApprovals(this.#record, parts.publishApproval, (row) => {
      this.#update(row)
    })
    this.#keeper = new ContextKeeper(this.#record, parts.contextLimits, () => this.#summary)
  }

  /** The row of the rail as it is now. */
  get summary(): SessionSummary {
    return this.#summary
  }

  /** Everything a window needs to draw the transcript. */
  events(): readonly SessionEvent[] {
    return this.#record.events()
  }

  /**
   * Puts a new session on record, with the instructions as they are now: later changes of the files do not reach it.
   * Throws FaultError `store-failed`; the session must then not be used.
   */
  async begin(instructions: ProjectInstructions): Promise<void> {
    await this.#record.rewriteMeta({ type: 'meta', summary: this.#summary })
    const message = instructionsMessage(instructions)
    if (message) await this.#record.remember(message)
    this.#record.emit(configuredEvent(this.#summary))
  }

  /**
   * Changes settings from the next turn on; a running turn keeps what it began with. Returns the new summary. What
   * changes nothing leaves no trace on record.
   */
  async configure(change: SessionChange): Promise<SessionSummary> {
    const next = changed(this.#summary, change)
    if (JSON.stringify(next) === JSON.stringify(this.#summary)) return this.#summary
    await this.#record.rewriteMeta({ type: 'meta', summary: next })
    this.#update(change)
    this.#record.emit(configuredEvent(this.#summary))
    return this.#summary
  }

  /**
   * Starts a turn. Throws FaultError `turn-running` while one runs, what the provider throws when it cannot be opened
   * (`unknown-provider`, `missing-key`), and `store-failed`: the message then does not count,
   * and the settings that came with it do not either, unless it was the message alone that could not be written.
   */
  async start(message: UserTurn, settings: TurnSettings = {}): Promise<{ turnId: string }> {
    const turn = this.#claim()
    try {
      const model = this.#parts.models.open(settings.change?.provider ?? this.#summary.provider)
      if (settings.change) await this.configure(settings.change)
      await this.#rememberEnvironment()
      await this.#record.remember(userMessage(message.text, message.images))
      const work = this.#begin(turn, model, settings)
      this.#titleBy(message)
      const { text, labels } = message
      this.#record.emit({ type: 'user.message', text, ...(labels.length > 0 && { images: [...labels] }) })
      this.#finishWith(turn, runTurn(work))
    } catch (error) {
      turn.finish()
      throw error
    }
    return { turnId: turn.id }
  }

  /**
   * Asks the model again after a turn that failed or was interrupted, with the history as it stands and no new message.
   * Throws as `start` does, and FaultError `bad-request` when there is nothing that waits for an answer.
   */
  async retry(): Promise<{ turnId: string }> {
    const broken = this.#summary.status === 'failed' || this.#summary.status === 'interrupted'
    if (!broken || !this.#record.items().some(isFromPerson))
      throw new FaultError({
        code: 'bad-request',
        message: 'The last turn did not fail: there is nothing to try again.',
      })
    const turn = this.#claim()
    try {
      const model = this.#parts.models.open(this.#summary.provider)
      await this.#rememberEnvironment()
      this.#finishWith(turn, runTurn(this.#begin(turn, model, {})))
    } catch (error) {
      turn.finish()
      throw error
    }
    return { turnId: turn.id }
  }

  /**
   * Compacts the history as a turn of its own. Throws FaultError `turn-running` while one runs, and what the provider
   * throws when it cannot be opened; a compaction that fails is reported in the session and changes nothing.
   */
  compact(): { turnId: string } {
    const turn = this.#claim()
    try {
      const work = this.#begin(turn, this.#parts.models.open(this.#summary.provider), {})
      this.#finishWith(turn, this.#keeper.compactAsTurn(work))
    } catch (error) {
      turn.finish()
      throw error
    }
    return { turnId: turn.id }
  }

  /** Stops the running turn, denying what it waits for; resolves when it has ended. */
  async interrupt(): Promise<void> {
    const turn = this.#turn
    if (!turn) return
    turn.stop.abort(new Error('interrupted'))
    await turn.ended
  }

  /** Interrupts and puts on file what is still queued. A record that cannot be written does not keep it open. */
  async close(): Promise<void> {
    await this.interrupt()
    this.#parts.commands.grants.end(this.#summary.id)
    this.#parts.commands.assessments.forget(this.#summary.id)
    await this.#record.flushed().catch(() => undefined) // already reported in the session, when it happened
  }

  /** The one place for a turn; throws FaultError `turn-running` when it is taken. */
  #claim(): RunningTurn {
    if (this.#turn)
      throw new FaultError({
        code: 'turn-running',
        message: 'A turn is running in this session. Wait for it, or stop it.',
      })
    let ended: () => void = () => undefined
    const turn = {
      id: this.#parts.commands.ids.next(),
      stop: new AbortController(),
      ended: new Promise<void>((resolve) => (ended = resolve)),
      finish: () => {
        this.#turn = undefined
        ended()
      },
    }
    this.#turn = turn
    return turn
  }

  #begin(turn: RunningTurn, model: ModelStream, settings: TurnSettings): TurnWork {
    this.#turnNumber += 1
    this.#update({ status: 'running', activity: 'Thinking', updatedAt: this.#now() })
    this.#record.emit({ type: 'turn.started', turnId: turn.id, turnNumber: this.#turnNumber })
    const asked = {
      model,
      request: requestSettings(this.#summary, settings),
      context: this.#context(turn.id, turn.stop),
    }
    return {
      ...asked,
      ...this.#keeper.watch(asked),
      tools: this.#parts.tools,
      parts: this.#parts.commands,
      items: () => this.#record.items(),
      remember: (item) => this.#record.remember(item),
    }
  }

  #finishWith(turn: RunningTurn, running: Promise<TurnEnd>): void {
    void running.then(({ outcome, lastMessage }) => {
      this.#record.emit({
        type: 'turn.finished',
        turnId: turn.id,
        outcome,
        ...(lastMessage === undefined ? {} : { lastMessage }),
      })
      this.#update({
        status: outcome === 'completed' ? 'done' : outcome,
        activity: '',
        updatedAt: this.#now(),
      })
      // The row's last state is a convenience on file; the events above it tell the same.
      void this.#record.rewriteMeta({ type: 'meta', summary: this.#summary }).catch(() => undefined)
      this.#parts.commands.grants.end(this.#summary.id, turn.id)
      turn.finish()
    })
  }

  #titleBy({ text, labels }: UserTurn): void {
    if (this.#turnNumber > 1 || this.#summary.provider === demoProvider) return
    this.#update({ title: titleFrom(text.trim() === '' ? (labels[0] ?? '') : text) })
  }

  #now(): string {
    return new Date(this.#parts.commands.clock.now()).toISOString()
  }

  #context(turnId: string, stop: AbortController): TurnContext {
    const { id, title, provider, model, cwd, approvalPolicy, sandboxPolicy } = this.#summary
    return {
      sessionId: id,
      sessionTitle: title,
      turnId,
      turnNumber: this.#turnNumber,
      provider,
      model,
      cwd,
      approvalPolicy,
      sandboxPolicy,
      signal: stop.signal,
      touched: new TouchedFiles(),
      stop: () => {
        stop.abort(new Error('stopped by a person'))
      },
      emit: (event) => {
        this.#record.emit(event)
      },
      recordApproval: (request) => this.#pending.record(request),
    }
  }

  /** Tells the environment, or what has changed of it since the model was last told. */
  async #rememberEnvironment(): Promise<void> {
    const item = environmentContext(this.#summary, this.#record.items())
    if (item) await this.#record.remember(item)
  }

  #onEvent(entry: SessionEvent): void {
    this.#parts.publishEvent(entry)
    const activity = activityAfter(entry.event)
    if (activity !== undefined && this.#turn && activity !== this.#summary.activity)
      this.#update({ activity })
  }

  #update(change: SessionChange | (Partial<SessionSummary> & { readonly status?: SessionStatus })): void {
    this.#summary = changed(this.#summary, change)
    this.#parts.publishSession(this.#summary)
  }
}
