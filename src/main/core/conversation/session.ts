import type { AgentEvent, SessionEvent } from '@shared/domain/agent-event'
import { userMessage, type ResponseItem } from '@shared/domain/response-item'
import type { SessionSummary } from '@shared/domain/session'
import { FaultError } from '@shared/domain/fault'
import { restoredInWords } from '@shared/messages/restore'
import { saidInEnglish } from '@shared/messages/spoken'
import type { OwnAgents } from '../agents/family'
import { narrowest, type Limits } from '../agents/narrowest'
import type { ModelStream } from '../ports/models'
import type { PreparedReview } from '../review/target'
import type { GitInfo } from '../ports/workspace'
import { ProcessTable } from '../processes/process-table'
import { SessionTerminal } from '../processes/session-terminal'
import { SessionTools } from '../tools/session-tools'
import { runReview } from '../review/run-review'
import { ContextWindow } from './context-window'
import { instructionsMessage, type ProjectInstructions } from './project-instructions'
import type { UserTurn } from './read-user-input'
import { configuredEvent, limitsOf, refuseOwnLimits, type SessionChange } from './session-change'
import { modelOf, sessionAcpAgent, type SessionAcpAgent } from './session-acp-agent'
import { runTurnOf } from './acp-agent-turn'
import { Rewinding } from './rewinding'
import { SessionHead } from './session-head'
import type { SessionParts } from './session-parts'
import { SessionRecord } from './session-record'
import { Steering } from './steering'
import { rowAfter } from './session-activity'
import { lastTurnNumber } from './taken-back'
import { titleFrom, untitled } from './session-title'
import { runAgainFirst, stoppedCall } from './run-again'
import { runTurn, turnFinished, type TurnEnd, type TurnWork } from './turn'
import { userAction } from './user-action'
import { noModel, notForAcpAgents, refuseRetry } from './refuse-turn'
import type { RunningTurn, TurnKind } from './running-turn'
import { TurnPlace } from './turn-place'
import { turnWork, type TurnSettings } from './turn-work'
import { environmentContext } from './environment-context'

type Run = (work: TurnWork) => Promise<TurnEnd>

/** One conversation with an agent: at most one turn at a time, every change on record. */
export class Session {
  readonly #parts: SessionParts
  readonly #record: SessionRecord
  readonly #contextWindow: ContextWindow
  /** What its commands keep running beyond their turns, and listen on. */
  readonly processes = new ProcessTable()
  /** What a person types into beside the agent. */
  readonly terminal: SessionTerminal
  /** The tools that are on offer, and the MCP servers that some of them are of. */
  readonly tools: SessionTools
  /** Taking turns back. */
  readonly rewinding: Rewinding
  /** Messages for the turn that runs. */
  readonly steering: Steering
  /** Absent for a child: it starts none of its own. */
  readonly #agents: OwnAgents | undefined
  /** Absent where our own agent works. */
  readonly #acpAgent: SessionAcpAgent | undefined
  readonly #head: SessionHead
  /** What the turn that runs began with. */
  #turnLimits: Limits | undefined
  readonly #place: TurnPlace
  #turnNumber: number

  constructor(
    summary: SessionSummary,
    stored: ConstructorParameters<typeof SessionRecord>[1],
    parts: SessionParts,
  ) {
    this.#parts = parts
    this.#place = new TurnPlace(parts.commands.ids)
    this.tools = new SessionTools(parts.tools)
    this.terminal = new SessionTerminal(parts.commands)
    this.#turnNumber = lastTurnNumber(stored.events)
    const world = { store: parts.store, clock: parts.commands.clock, items: parts.publish }
    this.#record = new SessionRecord(summary, stored, { ...world, publish: this.#onEvent.bind(this) })
    this.#head = new SessionHead(summary, this.#record, parts)
    this.#contextWindow = new ContextWindow(this.#record, parts.contextLimits, () => this.summary)
    this.#agents = summary.child ? undefined : parts.family.agentsOf(this)
    this.#acpAgent = sessionAcpAgent(parts.acpAgents, this.#head)
    const inside = { ...parts.commands, record: this.#record, head: this.#head, place: this.#place }
    this.steering = new Steering(inside)
    const [processes, agents, contextWindow] = [this.processes, this.#agents, this.#contextWindow]
    this.rewinding = new Rewinding({ ...inside, processes, agents, contextWindow })
  }

  /** The row of the rail as it is now. */
  get summary(): SessionSummary {
    return this.#head.summary
  }

  /** Whether a turn runs. */
  get running(): boolean {
    return this.#place.turn !== undefined
  }

  /** What may be done here now, and no more than the turn that runs began with. */
  limits(): Limits {
    const now = limitsOf(this.summary)
    return this.#turnLimits ? narrowest(this.#turnLimits, now) : now
  }

  /** Puts an event of a child's on record. */
  emit(event: AgentEvent): void {
    this.#record.emit(event)
  }

  /** Shows in the row what an event, this session's own or a child's, changes there. */
  relay(event: AgentEvent): void {
    const row = rowAfter(event, this.summary, this.running)
    if (row) this.#head.update(row)
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
    await this.#record.note({ type: 'meta', summary: this.summary, ...(git === undefined ? {} : { git }) })
    const message = instructionsMessage(instructions)
    if (message) await this.#record.remember(message)
    this.#record.emit(configuredEvent(this.summary))
    this.tools.open(this.summary)
  }

  /** See SessionHead. */
  rename(title: string): Promise<SessionSummary> {
    return this.#head.rename(title)
  }

  /**
   * Changes settings from the next turn on; a running turn keeps what it began with, and children that work under more
   * are stopped. Returns the new summary. What changes nothing leaves no trace on record. Throws FaultError `bad-request` for
   * limits of a child's own.
   */
  async configure(change: SessionChange): Promise<SessionSummary> {
    refuseOwnLimits(this.summary, change)
    await this.#head.configure(change)
    this.#agents?.narrow()
    if (!this.running) this.tools.follow(this.summary)
    return this.summary
  }

  /**
   * Starts a turn. Throws FaultError `turn-running` while one runs, what the provider throws when it cannot be opened
   * (`unknown-provider`, `missing-key`), and `store-failed`: the message then does not count,
   * and the settings that came with it do not either, unless it was the message alone that could not be written.
   */
  start(message: UserTurn, settings: TurnSettings = {}): Promise<{ turnId: string }> {
    return this.#asTurn(async (turn) => {
      const model = modelOf(this.#parts.models, this.summary, settings.change?.provider)
      if (settings.change) await this.configure(settings.change)
      await rememberEnvironment(this.summary, this.#record, this.#news())
      await this.#record.remember(userMessage(message.text, message.images))
      await this.#record.note({ type: 'context', summary: this.summary })
      const { text, labels } = message
      const work = this.#begin(turn, model, { ...settings, title: titleFrom(text, labels) })
      this.#record.emit({ type: 'user.message', text, ...(labels.length > 0 && { images: [...labels] }) })
      return () => runTurnOf(work, this.#acpAgent)
    })
  }

  /** See EngineService.retryTurn. Throws as `start` does, and FaultError `bad-request` when there is nothing that waits for an answer. */
  retry(): Promise<{ turnId: string }> {
    return this.#asTurn(async (turn) => {
      refuseRetry(this.summary, this.#record.items())
      const model = modelOf(this.#parts.models, this.summary)
      await rememberEnvironment(this.summary, this.#record, this.#news())
      const work = this.#begin(turn, model, {})
      return () => runTurnOf(work, this.#acpAgent)
    })
  }

  /** See EngineService.runAgain. Throws as `start` does, and FaultError `bad-request` where there is no such command, or an agent of another maker is at work here. */
  runAgain(callId: string): Promise<{ turnId: string }> {
    return this.#asTurn(async (turn) => {
      if (this.#acpAgent) throw notForAcpAgents()
      const stopped = stoppedCall({ events: this.#record.events(), items: this.#record.items() }, callId)
      const model = modelOf(this.#parts.models, this.summary)
      await rememberEnvironment(this.summary, this.#record, this.#news())
      const work = this.#begin(turn, model, {})
      const { leftOutTools } = this.summary
      const id = this.#parts.commands.ids.next()
      const first = runAgainFirst({ stopped, callId: id, tools: this.tools, leftOutTools })
      return () => runTurn({ ...work, first })
    })
  }

  /** See EngineService.compactSession. Throws FaultError `turn-running` while a turn runs, and what the provider throws when it cannot be opened. */
  compact(): Promise<{ turnId: string }> {
    return this.#working('compact', {}, (work) => this.#contextWindow.compactAsTurn(work))
  }

  /** Runs a review as a turn of its own. Throws as `compact` does; what fails then is reported in the session. */
  review(review: PreparedReview): Promise<{ turnId: string }> {
    const title = titleFrom(`Review of ${review.hint}`)
    return this.#working('review', { title }, (work) => reviewAsTurn(work, review))
  }

  /** A turn that an agent of another maker asks in (see Desk); what is resolved with resolves when it is over. */
  async attend(run: Run): Promise<{ ended: Promise<unknown> }> {
    await this.#asTurn((turn) => Promise.resolve(() => run(this.#begin(turn, noModel, {}))), 'desk')
    return { ended: Promise.resolve(this.#place.turn?.ended) }
  }

  /** Stops the running turn, denying what it waits for, and all children; resolves when they have ended. Where another turn than the one that is named runs, nothing is stopped. */
  async interrupt(turnId?: string): Promise<void> {
    const turn = this.#place.turn
    if (turnId !== undefined && turn?.id !== turnId) return
    turn?.stop.abort(new Error('interrupted'))
    await Promise.all([turn?.ended, this.#agents?.end()])
  }

  /** Resolves when everything so far is on file; rejects with `store-failed` when it cannot be. */
  async flushed(): Promise<void> {
    await this.#record.flushed()
  }

  /** Takes back what its servers and its agent were given beside the policy. */
  takeBack(): void {
    this.tools.takeBack()
    this.#acpAgent?.takeBack()
  }

  /** Interrupts, ends all kept processes, puts on file what is queued. A record that cannot be written does not keep it open. */
  async close(): Promise<void> {
    this.#place.close()
    // Before all that could take long: from here on none is opened.
    const terminal = this.terminal.close()
    await this.interrupt()
    await Promise.all([terminal, this.processes.close(), this.tools.close(), this.#acpAgent?.close()])
    await this.#parts.commands.sandbox.leave?.(this.summary.id)
    this.#parts.commands.grants.end(this.summary.id)
    this.#parts.commands.assessments.forget(this.summary.id)
    await this.#record.flushed().catch(() => undefined) // already reported in the session, when it happened
  }

  #news(): readonly (string | undefined)[] {
    return [this.#agents?.news(), this.processes.news()]
  }

  /** Takes the one place for a turn. What `prepare` throws is thrown, and no turn has begun then. */
  async #asTurn(
    prepare: (turn: RunningTurn) => Promise<() => Promise<TurnEnd>>,
    kind: TurnKind = 'own',
  ): Promise<{ turnId: string }> {
    const turn = this.#place.take(kind, kind !== 'desk' && this.summary.desk)
    try {
      const { child } = this.summary
      if (child) await this.#head.configure(await this.#parts.family.limitsOf(child))
      const run = await prepare(turn)
      this.#head.note()
      void run().then(async (end) => {
        await this.steering.settle(turn)
        this.#record.emit(turnFinished(turn.id, end))
      })
    } catch (error) {
      this.#place.free()
      turn.end(undefined)
      throw error
    }
    return { turnId: turn.id }
  }

  /** A turn that is one piece of work with the session's model. */
  #working(kind: TurnKind, settings: TurnSettings, run: Run): Promise<{ turnId: string }> {
    return this.#asTurn((turn) => {
      const work = this.#begin(turn, modelOf(this.#parts.models, this.summary), settings)
      return Promise.resolve(() => run(work))
    }, kind)
  }

  #begin(turn: RunningTurn, model: ModelStream, { title, ...settings }: TurnSettings): TurnWork {
    this.#turnNumber += 1
    this.tools.open(this.summary)
    this.#turnLimits = limitsOf(this.summary)
    this.#head.update({ status: 'running', activity: 'Thinking', updatedAt: this.#head.now() })
    this.#record.emit({ type: 'turn.started', turnId: turn.id, turnNumber: this.#turnNumber })
    turn.input.begin()
    if (title !== undefined && this.summary.title === untitled) this.#head.update({ title })
    turn.stop.signal.addEventListener('abort', () => {
      // At its own end a turn is not the session's any more.
      if (this.#place.turn === turn) void this.#agents?.end()
    })
    return turnWork({ id: turn.id, number: this.#turnNumber, stop: turn.stop }, model, settings, {
      ...{ summary: this.summary, record: this.#record, tools: this.tools, agents: this.#agents },
      ...{ contextWindow: this.#contextWindow, processes: this.processes },
      parentTitle: this.#parts.family.titleOf(this.summary.child?.parentId ?? ''),
      commands: this.#parts.commands,
      emit: this.emit.bind(this),
      recordApproval: (request) => this.#record.emitRequest(request),
      recordQuestion: (question) => this.#record.emitQuestion(question),
      given: this.steering.of(turn),
    })
  }

  #onEvent(entry: SessionEvent): void {
    this.#parts.publish({ kind: 'event', event: entry })
    if (entry.event.type === 'turn.finished') this.#endTurn(entry.event.outcome)
    this.relay(entry.event)
    this.#parts.family.heard(this.summary, entry.event)
  }

  /** In the same breath as the turn's end is broadcast, so that whoever hears of it can start the next one. */
  #endTurn(outcome: TurnEnd['outcome']): void {
    const turn = this.#place.turn
    this.#place.free()
    this.#turnLimits = undefined
    if (!this.#place.closed) this.tools.follow(this.summary)
    this.#head.update({
      status: outcome === 'completed' ? 'done' : outcome,
      activity: '',
      updatedAt: this.#head.now(),
    })
    this.#head.note()
    if (turn) this.#parts.commands.grants.end(this.summary.child?.parentId ?? this.summary.id, turn.id)
    // What the turn's kept processes still ask about is denied: nobody follows this turn any more.
    turn?.stop.abort(new Error('the turn is over'))
    turn?.end(undefined)
  }
}

/** A review as a turn; see runReview. A session that was itself started by another one has none. Never throws. */
export async function reviewAsTurn(
  { context, remember }: Pick<TurnWork, 'context' | 'remember'>,
  review: PreparedReview,
): Promise<TurnEnd> {
  const { agents, turnId, signal } = context
  const spawn: NonNullable<typeof agents>['spawn'] = (order) =>
    agents?.spawn(order) ??
    Promise.reject(
      new FaultError({
        code: 'bad-request',
        message: 'This session works for another one; expected a review in that one.',
      }),
    )
  const emit = context.emit.bind(context)
  return runReview({ review, turnId, signal, agents: { spawn }, emit, remember })
}

/**
 * Puts before a turn's message what the model has not been told: the environment, or what has changed of it, and what a person put back
 * since the last turn, and `news` of the agents and processes that it started. Throws FaultError `store-failed`.
 */
async function rememberEnvironment(
  summary: SessionSummary,
  record: Pick<SessionRecord, 'events' | 'items' | 'remember'>,
  news: readonly (string | undefined)[],
): Promise<void> {
  const item = environmentContext(summary, record.items())
  if (item) await record.remember(item)
  const restored = restoredNews(record.events())
  if (restored !== undefined) await record.remember(restored)
  for (const text of news) if (text !== undefined) await record.remember(userMessage(text))
}

/**
 * What a model has to know of files that a person put back since the last turn, as a note that counts as none of their messages;
 * undefined: nothing was.
 */
function restoredNews(events: readonly SessionEvent[]): ResponseItem | undefined {
  const since = events.slice(events.findLastIndex(({ event }) => event.type === 'turn.finished') + 1)
  const reported = since.flatMap(({ event }) =>
    event.type === 'files.restored' ? [saidInEnglish(() => restoredInWords(event))] : [],
  )
  // What was taken back is not named to the model.
  const rewound = since.some(
    ({ event }) =>
      event.type === 'session.rewound' && (event.files === undefined || event.files.left.length > 0),
  )
  if (rewound) reported.push('Files may differ from what this conversation says of them: read them again.')
  if (reported.length === 0) return undefined
  const context = 'The user put files of the folder back. What was read of them before may not hold any more.'
  return userAction({
    context: rewound ? 'The user took the conversation back to this point.' : context,
    action: rewound ? 'rewind' : 'restore files',
    results: reported.join('\n'),
  })
}
