import type { SessionEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import { FaultError } from '@shared/domain/fault'
import { userMessage } from '@shared/domain/response-item'
import type { SessionStatus, SessionSummary } from '@shared/domain/session'
import type { TurnOverrides } from '@shared/domain/turn-overrides'
import type { CommandParts, TurnContext } from '../commands/command-call'
import { TouchedFiles } from '../patch/turn-diff'
import type { ModelProviders, SessionStore } from '../ports'
import type { Tool } from '../tools/tool'
import { environmentContext } from './environment-context'
import { instructionsMessage, type ProjectInstructions } from './project-docs'
import { changed, type SessionChange } from './session-change'
import { SessionRecord } from './session-record'
import { activityAfter } from './activity'
import { runTurn, type TurnWork } from './turn'

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
}

/** One conversation with an agent: at most one turn at a time, every change on record. */
export class Session {
  readonly #parts: SessionParts
  readonly #record: SessionRecord
  readonly #pending = new Set<string>()
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
    this.#emitConfigured()
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
    const { ids, clock } = this.#parts.commands
    const id = ids.next()
    const stop = new AbortController()
    let ended: () => void = () => undefined
    this.#turn = { id, stop, ended: new Promise((resolve) => (ended = resolve)) }
    const finish = (): void => {
      this.#turn = undefined
      ended()
    }
    try {
      if (settings.change) await this.configure(settings.change)
      await this.#rememberEnvironment()
      await this.#record.remember(userMessage(text))
    } catch (error) {
      finish()
      throw error
    }
    this.#turnNumber += 1
    const titled =
      this.#turnNumber === 1 && this.#summary.provider !== 'demo' ? { title: titleFrom(text) } : {}
    this.#update({
      status: 'running',
      activity: 'Thinking',
      updatedAt: new Date(clock.now()).toISOString(),
      ...titled,
    })
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
    void runTurn(work).then((end) => {
      const { outcome, lastMessage } = end
      this.#record.emit({
        type: 'turn.finished',
        turnId: id,
        outcome,
        ...(lastMessage === undefined ? {} : { lastMessage }),
      })
      this.#update({
        status: outcome === 'completed' ? 'done' : outcome,
        activity: '',
        updatedAt: new Date(clock.now()).toISOString(),
      })
      // The row's last state is a convenience on file; the events above it tell the same.
      void this.#record.rewriteMeta({ type: 'meta', summary: this.#summary }).catch(() => undefined)
      this.#parts.commands.grants.end(this.#summary.id, id)
      finish()
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

  /** Interrupts and puts on file what is still queued. A record that cannot be written does not keep it open. */
  async close(): Promise<void> {
    await this.interrupt()
    this.#parts.commands.grants.end(this.#summary.id)
    this.#parts.commands.assessments.forget(this.#summary.id)
    await this.#record.flushed().catch(() => undefined) // already reported in the session, when it happened
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
      recordApproval: (request) => this.#recordApproval(request),
    }
  }

  async #recordApproval(request: ApprovalRequest): Promise<void> {
    const pending = request.state === 'pending'
    await this.#record.emitRecorded({ type: pending ? 'approval.requested' : 'approval.resolved', request })
    if (pending) this.#pending.add(request.id)
    else this.#pending.delete(request.id)
    this.#parts.publishApproval(request)
    const waits = this.#pending.size > 0
    this.#update({
      status: waits ? 'needs-you' : 'running',
      pendingApprovals: this.#pending.size,
      ...(pending ? { activity: request.effect } : { activity: 'Thinking' }),
    })
  }

  /** Tells the environment, or what has changed of it since the model was last told. */
  async #rememberEnvironment(): Promise<void> {
    const item = environmentContext(this.#summary, this.#record.items())
    if (item) await this.#record.remember(item)
  }

  #emitConfigured(): void {
    const { cwd, provider, model, approvalPolicy, sandboxPolicy, reasoningEffort, reasoningSummary } =
      this.#summary
    this.#record.emit({
      type: 'session.configured',
      cwd,
      provider,
      model,
      approvalPolicy,
      sandboxPolicy,
      ...(reasoningEffort && { reasoningEffort }),
      ...(reasoningSummary && { reasoningSummary }),
    })
  }

  #onEvent(entry: SessionEvent): void {
    this.#parts.publishEvent(entry)
    const activity = activityAfter(entry.event)
    if (activity !== undefined && this.#turn && activity !== this.#summary.activity)
      this.#update({ activity })
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

/** The first line of the first message, at most 60 characters. */
function titleFrom(text: string): string {
  const line = text.trim().split('\n')[0] ?? ''
  return line.length > 60 ? `${line.slice(0, 59).trimEnd()}…` : line
}
