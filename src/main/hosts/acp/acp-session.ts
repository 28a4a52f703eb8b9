import type { AgentContext, ContentBlock, SessionUpdate, StopReason } from '@agentclientprotocol/sdk'
import type { AgentEvent, SessionEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest, Decision } from '@shared/domain/approval'
import { FaultError, type Fault } from '@shared/domain/fault'
import type { SessionSummary } from '@shared/domain/session'
import type { ModelChoice } from '@shared/domain/settings'
import type { EngineNotice, EngineService } from '../../core/engine/engine-service'
import type { Log } from '../../core/ports/system'
import { AskedRequests } from '../protocol/asked-requests'
import { requestUnder, underParent } from '../protocol/under-parent'
import { availableCommands, beginTurn } from './acp-commands'
import { configOptions, modesOf } from './modes'
import { askedCall, choices, decisionOf } from './permission'
import { Updates } from './session-updates'

/** What a session needs of its surroundings. `congested`: the client does not keep up with what it is told. */
export interface AcpWorld {
  readonly engine: EngineService
  readonly client: AgentContext
  readonly log: Log
  readonly congested: () => boolean
}

type Finished = Extract<AgentEvent, { type: 'turn.finished' }>['outcome']

/** The turn that runs; `fault` is what went wrong last. */
interface Running {
  readonly finished: PromiseWithResolvers<Finished>
  fault?: Fault
}

/** Live output is told at most so often. */
const outputPaceMs = 150

/** A session that an ACP client made or took up: what it is told of it, what it is asked, and its turns. */
export class AcpSession {
  readonly #world: AcpWorld
  readonly #updates = new Updates()
  readonly #asked: AskedRequests
  readonly #unsubscribe: () => void
  #session: SessionSummary
  #models: readonly ModelChoice[]
  #order: Promise<void> = Promise.resolve()
  #pace: NodeJS.Timeout | undefined
  #running: Running | undefined

  constructor(world: AcpWorld, session: SessionSummary, models: readonly ModelChoice[]) {
    this.#world = world
    this.#session = session
    this.#models = models
    this.#asked = new AskedRequests(world.engine)
    this.#unsubscribe = world.engine.subscribe((notice) => {
      this.#heard(notice)
    })
  }

  /** The engine that has the session. */
  get engine(): EngineService {
    return this.#world.engine
  }

  /** What a client is told of a session that begins for it. */
  get settings() {
    return { modes: modesOf(this.#session), configOptions: configOptions(this.#session, this.#models) }
  }

  /** Tells what was said and done before. */
  async replay(events: readonly SessionEvent[]): Promise<void> {
    for (const { event } of events) for (const update of this.#updates.of(event, true)) this.#emit(update)
    await this.#order
  }

  /** Tells which commands there are. */
  async announce(): Promise<void> {
    const commands = await availableCommands(this.engine)
    this.#emit({ sessionUpdate: 'available_commands_update', availableCommands: commands })
  }

  /** Takes over settings that were changed, with the choices that there are. */
  changed(session: SessionSummary, models: readonly ModelChoice[] = this.#models): void {
    const before = this.#session
    this.#session = session
    this.#models = models
    if (before.title !== session.title)
      this.#emit({ sessionUpdate: 'session_info_update', title: session.title, updatedAt: session.updatedAt })
    const { modes, configOptions: options } = this.settings
    if (modesOf(before).currentModeId !== modes.currentModeId)
      this.#emit({ sessionUpdate: 'current_mode_update', currentModeId: modes.currentModeId })
    if (JSON.stringify(configOptions(before, models)) !== JSON.stringify(options))
      this.#emit({ sessionUpdate: 'config_option_update', configOptions: options })
  }

  /** One turn, from the prompt to its end. Throws FaultError, also for a turn that failed. */
  async prompt(prompt: readonly ContentBlock[], signal: AbortSignal): Promise<StopReason> {
    if (this.#running)
      throw new FaultError({
        code: 'turn-running',
        message: 'A turn of this session is running; expected the prompt after its end.',
      })
    const running: Running = { finished: Promise.withResolvers<Finished>() }
    this.#running = running
    const interrupt = (): void => void this.interrupt()
    try {
      await beginTurn(this.engine, this.#session.id, prompt)
      signal.addEventListener('abort', interrupt, { once: true })
      if (signal.aborted) interrupt()
      const outcome = await running.finished.promise
      this.#flush()
      await this.#order
      switch (outcome) {
        case 'completed':
          return 'end_turn'
        case 'interrupted':
          return 'cancelled'
        case 'failed':
          throw new FaultError(running.fault ?? { code: 'internal', message: 'The turn failed.' })
      }
    } finally {
      signal.removeEventListener('abort', interrupt)
      this.#running = undefined
    }
  }

  /** Stops the running turn, and with it all that waits for an answer. */
  async interrupt(): Promise<void> {
    try {
      await this.engine.interruptTurn(this.#session.id)
    } catch (error) {
      this.#world.log.error('a turn could not be interrupted', error)
    }
  }

  /** Hears and tells no more; a prompt that still waits for its turn is answered as cancelled. */
  drop(): void {
    this.#unsubscribe()
    clearTimeout(this.#pace)
    this.#running?.finished.resolve('interrupted')
  }

  #heard(notice: EngineNotice): void {
    const { id } = this.#session
    if (notice.kind === 'session' && notice.session.id === id) this.changed(notice.session)
    if (notice.kind !== 'event') return
    const { sessionId, event } = notice.event
    const asked = requestUnder(id, event)
    if (asked) this.#take(asked)
    else if (sessionId === id) this.#take(event)
    else if (event.type === 'approval.assessed') this.#assessed(event.requestId, event)
  }

  #take(event: AgentEvent): void {
    if (event.type === 'command.output') {
      if (this.#world.congested()) return
      this.#updates.print(event)
      this.#pace ??= setTimeout(() => {
        this.#flush()
      }, outputPaceMs)
      return
    }
    if (event.type === 'approval.assessed') {
      this.#assessed(event.requestId, event)
      return
    }
    this.#asked.take(event)
    for (const update of this.#updates.of(event)) this.#emit(update)
    if (event.type === 'approval.requested') this.#ask(underParent(event.request))
    if (event.type === 'error.reported' && this.#running) this.#running.fault = event.fault
    if (event.type === 'turn.finished') this.#running?.finished.resolve(event.outcome)
  }

  /** The model's view of a request that was asked about: what stands before the person says it. */
  #assessed(requestId: string, event: AgentEvent): void {
    if (this.#asked.over(requestId) === undefined) return
    this.#asked.take(event)
    const request = this.engine.pendingApproval(requestId)
    if (!request) return
    const { toolCallId, content } = askedCall(underParent(request))
    this.#emit({ sessionUpdate: 'tool_call_update', toolCallId, content })
  }

  #ask(request: ApprovalRequest): void {
    const over = this.#asked.over(request.id)
    if (!over) return
    this.#emit(this.#updates.call(askedCall(request)))
    const answered = this.#order.then(() => this.#answer(request, over))
    void answered.then((decision) => this.#decide(request, decision))
  }

  /** Undefined: the editor could not be asked. */
  async #answer(request: ApprovalRequest, over: AbortSignal): Promise<Decision | undefined> {
    try {
      const { outcome } = await this.#world.client.request(
        'session/request_permission',
        {
          sessionId: this.#session.id,
          toolCall: askedCall(request),
          options: choices(request).map(({ option }) => option),
        },
        { cancellationSignal: over, stopWaitingOnCancel: true },
      )
      return decisionOf(outcome, request)
    } catch (error) {
      if (!over.aborted) this.#world.log.error('a permission request was not answered', error)
      return undefined
    }
  }

  async #decide(request: ApprovalRequest, decision: Decision | undefined): Promise<void> {
    try {
      if (!this.#asked.over(request.id)) return
      if (decision === undefined) await this.engine.decide(request.id, { kind: 'deny' }, 'engine')
      else await this.engine.decide(request.id, decision, 'client')
    } catch (error) {
      // It waits on, undecided: nothing runs (fails closed).
      this.#world.log.error('an answer could not be put on record', error)
    }
  }

  #flush(): void {
    clearTimeout(this.#pace)
    this.#pace = undefined
    for (const update of this.#updates.output()) this.#emit(update)
  }

  #emit(update: SessionUpdate): void {
    const { client, log } = this.#world
    const sessionId = this.#session.id
    this.#order = this.#order
      .then(() => client.notify('session/update', { sessionId, update }))
      .catch((error: unknown) => {
        log.error('an update could not be told', error)
      })
  }
}
