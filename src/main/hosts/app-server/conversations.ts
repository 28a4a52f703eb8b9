import type { AgentEvent, SessionEvent, ProviderLimits } from '@shared/domain/agent-event'
import type { ApprovalRequest, Decision } from '@shared/domain/approval'
import type { EventMsg, WireEvent } from '../protocol/event-msg'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { SessionSummary, TurnOverrides } from '@shared/domain/session'
import type { UserInput } from '@shared/domain/user-input'
import type { EngineNotice, EngineService } from '../../core/engine/engine-service'
import { configuredEvent } from '../../core/conversation/session-change'
import type { Ids, Log } from '../../core/ports/system'
import type { ShellParser } from '../../core/shell/parse'
import type { RateLimits } from '../protocol/conversation-events'
import { EventMapper } from '../protocol/event-mapper'
import { summariseCommand } from '../../core/shell/summarise-command'
import { wireLimits } from '../protocol/token-totals'
import { approvalQuestion } from './approval-params'
import type { Connection, ClientAnswer } from './client-connection'
import { Conversation, type Turn, type Steer } from './conversation'
import type { MessageWriter } from '../protocol/message-writer'
import { AskedRequests } from '../protocol/asked-requests'
import { rehearsalUpdated } from '../protocol/rehearsal-updated'
import { requestUnder, underParent } from '../protocol/under-parent'
import { wireAssessment } from '../protocol/wire-assessment'
import { decideByReview } from '../protocol/decide-by-review'
import type { ClientCapabilities } from './protocol/account-requests'
import { RequestError } from './request-error'
import { serverRequests } from './protocol/server-messages'
import { isDeepStrictEqual } from 'node:util'
import { FaultError } from '@shared/domain/fault'

/** One subscription. `raw`: it is told each item of the history as well. */
interface Listener {
  readonly conversationId: string
  readonly raw: boolean
}

/** Who listens to which conversation. Everything is told once, however many listen. */
class Listeners {
  readonly #all = new Map<string, Listener>()

  /** Adds one under a name of its own. */
  add(subscriptionId: string, listener: Listener): void {
    this.#all.set(subscriptionId, listener)
  }

  /** Ends one; false when there is none of this name. */
  remove(subscriptionId: string): boolean {
    return this.#all.delete(subscriptionId)
  }

  /** Ends those of a conversation. */
  leave(conversationId: string): void {
    for (const [id, listener] of this.#all)
      if (listener.conversationId === conversationId) this.#all.delete(id)
  }

  /** Whether anybody listens to it; `raw`: and is told its items. */
  any(conversationId: string, wish: { readonly raw: boolean } = { raw: false }): boolean {
    return [...this.#all.values()].some(
      (each) => each.conversationId === conversationId && (each.raw || !wish.raw),
    )
  }
}

/** A message, and what the turn that it would begin is to work under. */
interface MessageWish {
  readonly conversationId: string
  readonly input: readonly UserInput[]
  readonly overrides: TurnOverrides
  readonly clientId: string
}

/** Whether settings that come with a message are those that are in force. */
function inForce(session: SessionSummary, overrides: TurnOverrides): boolean {
  const now: TurnOverrides = {
    ...{ cwd: session.cwd, provider: session.provider, model: session.model },
    ...{ approvalPolicy: session.approvalPolicy, sandboxPolicy: session.sandboxPolicy },
    ...{ effort: session.reasoningEffort ?? null, summary: session.reasoningSummary ?? null },
  }
  return Object.entries(overrides).every(
    ([key, wanted]) => wanted === undefined || isDeepStrictEqual(wanted, now[key as keyof TurnOverrides]),
  )
}

/**
 * How a message is said to the turn that runs. A turn keeps what it began with, so one with other settings has to be a turn of its own, as has
 * one whose answer is to have a form, and one for a review, a compaction or an agent of another maker.
 */
function steerOf(
  engine: Pick<EngineService, 'steerTurn' | 'openSession'>,
  { conversationId, input, overrides, clientId }: MessageWish,
): Steer {
  return {
    clientId,
    settings: Object.keys(overrides).length > 0,
    async give() {
      const { session } = await engine.openSession(conversationId)
      if (!inForce(session, overrides)) return false
      try {
        await engine.steerTurn(conversationId, input, { clientId })
        return true
      } catch (error) {
        const { code } = error instanceof FaultError ? error.fault : {}
        if (code === 'no-turn' || code === 'not-steerable') return false
        throw error
      }
    },
  }
}

/** What all conversations of one client share. `capabilities` is what the client said at initialize. */
export interface ConversationsWorld {
  readonly engine: EngineService
  readonly writer: MessageWriter
  readonly connection: Connection
  readonly capabilities: () => ClientCapabilities
  readonly ids: Ids
  readonly log: Log
  readonly parser: ShellParser
}

/** Events that only show early what a later one holds as a whole. */
const spare = new Set<EventMsg['type']>([
  'exec_command_output_delta',
  'agent_message_delta',
  'agent_reasoning_delta',
])

/** The events of a finished conversation that are told again when it is taken up. */
const replayed = new Set<EventMsg['type']>([
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
  readonly #listeners = new Listeners()
  /** Of each agent's session the one that it works for. */
  readonly #parents = new Map<string, string>()
  readonly #emitted = new EmittedRequests()
  /** What was to be told before anybody listened. */
  readonly #unreported = new Map<string, EventMsg[]>()
  readonly #dropped = new Map<string, number>()
  readonly #asked: AskedRequests
  #limits: ProviderLimits = {}
  /** The requests that the client was asked about before the model's view of them was in. */
  readonly #withoutView = new Set<string>()

  constructor(world: ConversationsWorld) {
    this.#world = world
    this.#asked = new AskedRequests(world.engine)
  }

  /** The conversation with this id. Throws when this client has neither made nor resumed it. */
  get(conversationId: string): Conversation {
    const found = this.#open.get(conversationId)
    if (!found) throw new RequestError(`conversation not found: ${conversationId}`)
    return found
  }

  /**
   * Takes up a session with what already happened in it, and returns what of that is told again. Whoever listens first is told
   * `session_configured`: nothing else says which history of messages there is.
   */
  async open(session: SessionSummary, past: readonly SessionEvent[] = []): Promise<EventMsg[]> {
    const { engine, ids, log, parser } = this.#world
    const mapper = new EventMapper({
      conversationId: session.id,
      rolloutPath: session.rolloutPath ?? '',
      history: await engine.home.history.log(),
      nextId: () => ids.next(),
      summarise: (command) => summariseCommand(command, parser),
    })
    const before: EventMsg[] = []
    for (const { event } of past.filter(({ event: { type } }) => type !== 'session.configured'))
      before.push(...(await mapper.map(event)).flatMap(({ msg }) => (replayed.has(msg.type) ? [msg] : [])))
    const begun = await mapper.map(configuredEvent(session))
    if (!this.#open.has(session.id)) {
      this.#unreported.set(
        session.id,
        begun.map(({ msg }) => msg),
      )
      this.#open.set(
        session.id,
        new Conversation({
          mapper,
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
    }
    return before
  }

  /** Tells a note of a conversation to those who listen, or else to whoever listens first. */
  note(conversationId: string, message: string): void {
    const notes: EventMsg[] = [{ type: 'background_event', message }]
    const waiting = this.#unreported.get(conversationId)
    if (waiting) waiting.push(...notes)
    else this.get(conversationId).emitAfterAnswer(notes)
  }

  /** The turn that a message begins, with the settings that come with it, or the message for the turn that runs. */
  message(conversationId: string, input: readonly UserInput[], overrides: TurnOverrides = {}): Turn {
    const { engine, ids } = this.#world
    const steer = steerOf(engine, { conversationId, input, overrides, clientId: ids.next() })
    return { input, start: () => engine.startTurn(conversationId, input, overrides), steer }
  }

  /** The requests that wait and were told under this submission's id, oldest first, each as it was told. */
  askedUnder(conversationId: string, submissionId: string): readonly ApprovalRequest[] {
    const { engine } = this.#world
    const told = this.#emitted.under({ conversationId, submissionId })
    return told.filter(({ id }) => engine.pendingApproval(id) !== undefined)
  }

  /** What the sessions of all of them run under now. */
  async policies(): Promise<SandboxPolicy[]> {
    const { sessions } = await this.#world.engine.state()
    return sessions.flatMap(({ id, sandboxPolicy }) => (this.#open.has(id) ? [sandboxPolicy] : []))
  }

  /** A request that waits as it was told, which an answer is to; as it is now where it was not told here. */
  asTold(request: ApprovalRequest): ApprovalRequest {
    return this.#emitted.told(request.id) ?? request
  }

  /** Ends a conversation in order: what runs is stopped, the record let go of, `shutdown_complete` told; it stays on file. */
  async shutDown(conversationId: string, submissionId?: string): Promise<void> {
    const conversation = this.get(conversationId)
    await conversation.interrupt(submissionId)
    await this.#world.engine.unloadSession(conversationId)
    await conversation.emit({ type: 'shutdown_complete' }, submissionId)
    this.close(conversationId)
  }

  /** The same with every one of them. */
  async shutDownAll(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((id) => this.shutDown(id)))
  }

  /** Forgets a conversation; its events are told no more. */
  close(conversationId: string): void {
    this.#open.delete(conversationId)
    this.#unreported.delete(conversationId)
    this.#listeners.leave(conversationId)
  }

  /**
   * Begins to tell a conversation's events, and with `raw` the items of its history; returns the subscription's id. Events are told once
   * however many listen.
   */
  listen(conversationId: string, raw = false): string {
    const conversation = this.get(conversationId)
    const subscription = this.#world.ids.next()
    this.#listeners.add(subscription, { conversationId, raw })
    conversation.emitAfterAnswer(this.#unreported.get(conversationId) ?? [])
    this.#unreported.delete(conversationId)
    return subscription
  }

  /** Ends one subscription. Throws when there is none with this id. */
  unlisten(subscriptionId: string): void {
    if (!this.#listeners.remove(subscriptionId))
      throw new RequestError(`subscription not found: ${subscriptionId}`)
  }

  /** What providers said of their limits last. */
  get rateLimits(): RateLimits {
    return wireLimits(this.#limits)
  }

  /** Takes what the engine broadcasts. */
  take(notice: EngineNotice): void {
    if (notice.kind === 'item' && this.#listeners.any(notice.sessionId, { raw: true }))
      this.#open.get(notice.sessionId)?.takeItem(notice.item)
    if (notice.kind === 'session' && notice.session.child?.kind === 'agent')
      this.#parents.set(notice.session.id, notice.session.child.parentId)
    if (notice.kind === 'removed') this.#parents.delete(notice.sessionId)
    if (notice.kind === 'event') this.#takeEvent(notice.event)
  }

  #takeEvent(entry: SessionEvent): void {
    const { sessionId, event } = entry
    this.#asked.take(event)
    if (event.type === 'limits.updated') this.#limits = { ...this.#limits, ...event.limits }
    if (event.type === 'approval.assessed') this.#emitView(event)
    if (event.type === 'approval.rehearsed') this.#emitRehearsal(event)
    if (event.type === 'approval.resolved') {
      this.#withoutView.delete(event.request.id)
      this.#emitted.over(event.request.id)
    }
    const { askedBy } = 'request' in event ? event.request : {}
    const parent = this.#open.get(this.#parents.get(sessionId) ?? askedBy?.parentId ?? '')
    const asked = parent && askedBy && requestUnder(askedBy.parentId, event)
    if (this.#parents.has(sessionId)) parent?.takeOfChild(entry)
    else if (asked) parent.take({ ...entry, event: asked })
    if (!asked) this.#open.get(sessionId)?.take(entry)
  }

  /** The request as the conversation tells it that it is asked in: its parent's, where the client has that one open. */
  #underParent(request: ApprovalRequest): ApprovalRequest {
    return this.#open.has(request.askedBy?.parentId ?? '') ? underParent(request) : request
  }

  #emitView({ requestId, update }: Extract<AgentEvent, { type: 'approval.assessed' }>): void {
    const waiting = this.#world.engine.pendingApproval(requestId)
    const request = waiting && this.#underParent(waiting)
    const isViewed = update.view.status !== 'waiting' && this.#withoutView.delete(requestId)
    // What a rehearsal adds to the checks is told as well.
    if (!request || !(isViewed || update.floor)) return
    const { id, callId, sessionId } = request
    const assessment = wireAssessment(request)
    void this.#open
      .get(sessionId)
      ?.emit({ type: 'assessment_updated', call_id: callId, approval_id: id, assessment })
  }

  /** Behind the request, since events are told in their order. */
  #emitRehearsal({ requestId, rehearsal }: Extract<AgentEvent, { type: 'approval.rehearsed' }>): void {
    const waiting = this.#world.engine.pendingApproval(requestId)
    const request = waiting && this.#underParent(waiting)
    if (request) void this.#open.get(request.sessionId)?.emit(rehearsalUpdated(request, rehearsal))
  }

  /** A client that takes later views gets the request at once; another waits for `risk` where there may be one. */
  async #readyToShow(request: ApprovalRequest): Promise<ApprovalRequest> {
    const mayHaveRisk = request.stage === 'retry' && request.kind !== 'patch'
    const waits = mayHaveRisk && this.#world.capabilities().assessmentUpdates !== true
    const shown = waits ? await this.#asked.viewed(request) : this.#asked.now(request)
    // An agent's goes under its parent's id when it is told.
    return this.#parents.has(shown.sessionId) ? shown : this.#underParent(shown)
  }

  #deliver(conversationId: string, events: readonly WireEvent[], source: SessionEvent | undefined): void {
    const { writer } = this.#world
    if (this.#listeners.any(conversationId)) {
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
    const request = this.#underParent(source.event.request)
    for (const { id, msg } of events)
      if (this.#ask(request, msg)) this.#emitted.add({ conversationId, submissionId: id, request })
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
      void this.#open.get(conversationId)?.emit({ type: 'background_event', message })
    })
  }

  /** Asks the client what an event asks; false: none of it does, or it is over. */
  #ask(request: ApprovalRequest, event: EventMsg): boolean {
    const { connection, capabilities, engine, log } = this.#world
    const scoped = capabilities().scopedDecisions === true
    const question = approvalQuestion(event, request, scoped)
    const over = this.#asked.over(request.id)
    if (!question || !over) return false
    const { answer, forget } = connection.ask(question.method, question.params)
    over.addEventListener('abort', forget, { once: true })
    if (request.assessment.view.status === 'waiting') this.#withoutView.add(request.id)
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
    return true
  }
}

const denied: Decision = { kind: 'deny' }

/**
 * What a client's answer decides. Everything but a readable decision is a no: an error, no answer, other members, an
 * offer or a scope that the request does not have, a decision by offer from a client that never said it knows them
 * (`scoped`).
 */
export function readDecision(answer: ClientAnswer, request: ApprovalRequest, scoped: boolean): Decision {
  if (answer.kind !== 'result') return denied
  const read = serverRequests.execCommandApproval.result.safeParse(answer.result)
  if (!read.success) return denied
  const { decision } = read.data
  if (typeof decision === 'string') return decideByReview(decision, request)
  if (!scoped) return denied
  if ('deny' in decision) {
    const { message } = decision.deny
    return message === undefined ? denied : { kind: 'deny', message }
  }
  const { offerId, scope = 'once' } = decision.allow
  const offer = request.offers.find((each) => each.id === offerId)
  return offer?.scopes.includes(scope) === true ? { kind: 'allow', offerId, scope } : denied
}

interface Emitted {
  readonly conversationId: string
  readonly submissionId: string
  readonly request: ApprovalRequest
}

/** The requests that wait, by the submission under whose id each was told: clients of the reference know no other name of one. */
class EmittedRequests {
  readonly #emitted = new Map<string, Emitted>()

  /** It was told. */
  add(emitted: Emitted): void {
    this.#emitted.set(emitted.request.id, emitted)
  }

  /** As it was told; undefined: it was not. */
  told(requestId: string): ApprovalRequest | undefined {
    return this.#emitted.get(requestId)?.request
  }

  /** It waits no more. */
  over(requestId: string): void {
    this.#emitted.delete(requestId)
  }

  /** Those of one submission, in the order in which they were told. */
  under({ conversationId, submissionId }: Omit<Emitted, 'request'>): readonly ApprovalRequest[] {
    return [...this.#emitted.values()].flatMap((each) =>
      each.conversationId === conversationId && each.submissionId === submissionId ? [each.request] : [],
    )
  }
}
