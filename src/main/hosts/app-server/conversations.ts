import type { SessionEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { AssessmentUpdate } from '@shared/domain/assessment'
import type { EventMsg, WireEvent } from '@shared/domain/event-msg'
import type { ParsedCommand } from '@shared/domain/parsed-command'
import type { SessionSummary } from '@shared/domain/session'
import type { EngineNotice, EngineService } from '../../core/engine-service'
import type { Ids, Log } from '../../core/ports'
import { EventMapper } from '../../core/wire/event-mapper'
import { approvalQuestion } from './approval-params'
import type { Connection } from './connection'
import { Conversation } from './conversation'
import type { MessageWriter } from '../protocol/message-writer'
import { PendingApprovals } from '../protocol/pending-approvals'
import type { ClientCapabilities } from './protocol/account-requests'
import { readDecision } from './read-decision'
import { RequestError } from './request-error'

/** What all conversations of one client share. `capabilities` is what the client said at initialize. */
export interface ConversationsWorld {
  readonly engine: EngineService
  readonly writer: MessageWriter
  readonly connection: Connection
  readonly capabilities: () => ClientCapabilities
  readonly ids: Ids
  readonly log: Log
  readonly summarise: (command: readonly string[]) => Promise<ParsedCommand[]>
}

/** The model's view has its own limit, at most a minute (config.toml); this stands behind it, so that nobody waits for ever. */
const longestViewMs = 65_000

/** Events that only show early what a later one holds as a whole. */
const spare = new Set<EventMsg['type']>([
  'exec_command_output_delta',
  'agent_message_delta',
  'agent_reasoning_delta',
])

/** The events of a finished conversation that are told again when it is taken up. */
const retold = new Set<EventMsg['type']>([
  'user_message',
  'agent_message',
  'agent_reasoning',
  'token_count',
  'turn_aborted',
])

/** The conversations that this client made or took up, who listens to them, and what they ask. */
export class Conversations {
  readonly #world: ConversationsWorld
  readonly #open = new Map<string, Conversation>()
  readonly #listeners = new Map<string, string>()
  readonly #pending = new PendingApprovals()
  readonly #dropped = new Map<string, number>()
  readonly #asked = new Map<string, { readonly viewWaits: boolean; readonly forget: () => void }>()

  constructor(world: ConversationsWorld) {
    this.#world = world
  }

  /** The conversation with this id. Throws when this client has neither made nor resumed it. */
  get(conversationId: string): Conversation {
    const found = this.#open.get(conversationId)
    if (!found) throw new RequestError(`conversation not found: ${conversationId}`)
    return found
  }

  /** Takes up a session with what already happened in it, and returns what of that is told again. */
  async open(session: SessionSummary, past: readonly SessionEvent[] = []): Promise<EventMsg[]> {
    const { engine, ids, log, summarise } = this.#world
    const mapper = new EventMapper({
      conversationId: session.id,
      rolloutPath: session.rolloutPath ?? '',
      nextId: () => ids.next(),
      summarise,
    })
    const before: EventMsg[] = []
    for (const { event } of past)
      before.push(...(await mapper.map(event)).flatMap(({ msg }) => (retold.has(msg.type) ? [msg] : [])))
    if (!this.#open.has(session.id))
      this.#open.set(
        session.id,
        new Conversation({
          mapper,
          start: ({ input, overrides }) => engine.startTurn(session.id, input, overrides),
          interrupt: () => engine.interruptTurn(session.id),
          readyToShow: (request) => this.#readyToShow(request),
          failed: (error) => {
            log.error('an event of a conversation could not be told', error)
          },
          delivered: (events, source) => {
            this.#deliver(session.id, events, source)
          },
        }),
      )
    return before
  }

  /** Forgets a conversation; its events are told no more. */
  close(conversationId: string): void {
    this.#open.delete(conversationId)
    for (const [subscription, id] of this.#listeners)
      if (id === conversationId) this.#listeners.delete(subscription)
  }

  /** Begins to tell a conversation's events; returns the subscription's id. Events are told once however many listen. */
  listen(conversationId: string): string {
    this.get(conversationId)
    const subscription = this.#world.ids.next()
    this.#listeners.set(subscription, conversationId)
    return subscription
  }

  /** Ends one subscription. Throws when there is none with this id. */
  unlisten(subscriptionId: string): void {
    if (!this.#listeners.delete(subscriptionId))
      throw new RequestError(`subscription not found: ${subscriptionId}`)
  }

  /** Takes what the engine broadcasts. */
  take(notice: EngineNotice): void {
    if (notice.kind === 'event') {
      const { sessionId, event } = notice.event
      // Noted before it is shown: the notice of the same request may come a moment after its event.
      if (event.type === 'approval.requested') this.#noteApproval(event.request)
      if (event.type === 'approval.assessed') this.#noteView(event.requestId, event.update)
      this.#open.get(sessionId)?.take(notice.event)
    }
    if (notice.kind === 'approval') this.#noteApproval(notice.request)
  }

  #noteApproval(request: ApprovalRequest): void {
    this.#pending.note(request)
    const asked = this.#asked.get(request.id)
    if (!asked) return
    if (request.state !== 'pending') {
      asked.forget()
      this.#asked.delete(request.id)
    } else if (asked.viewWaits && request.assessment.view.status !== 'waiting') {
      this.#asked.set(request.id, { ...asked, viewWaits: false })
      const { id, callId, assessment } = request
      this.#open
        .get(request.sessionId)
        ?.tell({ type: 'assessment_updated', call_id: callId, approval_id: id, assessment })
    }
  }

  #noteView(requestId: string, update: AssessmentUpdate): void {
    const request = this.#pending.get(requestId)
    if (request) this.#noteApproval({ ...request, assessment: { ...request.assessment, ...update } })
  }

  /** A client that takes later views gets the request at once; another waits for `risk` where there may be one. */
  async #readyToShow(request: ApprovalRequest): Promise<ApprovalRequest> {
    const mayHaveRisk = request.stage === 'retry' && request.kind !== 'patch'
    if (mayHaveRisk && this.#world.capabilities().assessmentUpdates !== true)
      await this.#pending.settled(request.id, longestViewMs)
    return this.#pending.get(request.id) ?? request
  }

  #deliver(conversationId: string, events: readonly WireEvent[], source: SessionEvent | undefined): void {
    const { writer } = this.#world
    const listened = [...this.#listeners.values()].includes(conversationId)
    if (listened) {
      for (const { id, msg } of events) {
        const params = { id, msg, conversationId }
        const how = spare.has(msg.type) ? 'spare' : 'keep'
        // Told only while somebody reads: a notice that cannot be sent either would be followed by the next, without end.
        if (writer.send({ method: `codex/event/${msg.type}`, params }, how) === 'left-out')
          this.#leftOut(conversationId)
        if (msg.type === 'token_count' && msg.rate_limits)
          writer.send({ method: 'account/rateLimits/updated', params: msg.rate_limits })
      }
    }
    if (source?.event.type !== 'approval.requested') return
    const { request } = source.event
    for (const { msg } of events) this.#ask(request, msg)
  }

  /** Counts what was left out of a conversation, and tells it when the client has caught up. */
  #leftOut(conversationId: string): void {
    const before = this.#dropped.get(conversationId) ?? 0
    this.#dropped.set(conversationId, before + 1)
    if (before > 0) return
    void this.#world.writer.room().then(() => {
      const count = this.#dropped.get(conversationId) ?? 0
      this.#dropped.delete(conversationId)
      const message = `${String(count)} pieces of live output were left out, because they were not read in time`
      this.#open.get(conversationId)?.tell({ type: 'background_event', message })
    })
  }

  #ask(request: ApprovalRequest, event: EventMsg): void {
    const { connection, capabilities, engine, log } = this.#world
    const scoped = capabilities().scopedDecisions === true
    const question = approvalQuestion(event, request, scoped)
    if (!question || !this.#pending.get(request.id)) return
    const { answer, forget } = connection.ask(question.method, question.params)
    this.#asked.set(request.id, { viewWaits: request.assessment.view.status === 'waiting', forget })
    answer
      .then((given) => {
        // Denied by the engine's close, which follows, and on record as what it is: nobody answered.
        if (given.kind === 'gone') return undefined
        this.#open.get(request.sessionId)?.submission()
        return engine.decide(request.id, readDecision(given, request, scoped), 'client')
      })
      .catch((error: unknown) => {
        // It waits on, undecided: nothing runs (fails closed).
        log.error('an answer could not be put on record', error)
      })
  }
}
