import type { AgentEvent, SessionEvent, TokenUsage } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { SessionSummary } from '@shared/domain/session'
import { quoteCommand } from '@shared/domain/quote-shell'
import { rehearsalReport } from '@shared/messages/rehearsal-report'
import { didMore } from '@shared/domain/run-promise'
import { promiseInWords } from '@shared/messages/promise'
import type { Asks } from '../../core/approvals/question-queue'
import type { EngineState } from '../../core/engine/engine-service'
import { approvalMessage } from '../protocol/approval-message'
import { AskedRequests } from '../protocol/asked-requests'
import { requestUnder, underParent } from '../protocol/under-parent'
import { wireAssessment } from '../protocol/wire-assessment'
import type { Emitted } from './protocol/notifications'
import type { ThreadStatus } from './protocol/wire-threads'
import { AskedQuestions } from './asked-questions'
import { questionOf } from './question-of'
import { nameOf, settingsOf } from './thread-of'
import type { ThreadWorld } from './thread-world'
import { addedUsage, noUsage, wireTokens } from './tokens-of'
import { TurnItems } from './turn-items'
import { turnOf, type TurnSoFar, turnError } from './turn-of'

/** A command as it was told to be refused. */
export type RefusedAction = Extract<
  Emitted,
  { method: 'item/autoApprovalReview/completed' }
>['params']['action']

/** What waits for an answer in any session. */
type Waiting = Pick<EngineState, 'approvals' | 'questions'>

/** So many refusals of a thread can be come back to. */
const mostRefused = 100

/** A session that this client made or took up: what it is told of it, and what it is asked, in one order. */
export class FollowedThread {
  readonly #world: ThreadWorld
  readonly #items: TurnItems
  readonly #asked: AskedRequests
  readonly #questions: AskedQuestions
  /** Requests that wait, with the id that the client was asked under; undefined: not asked yet. */
  readonly #waiting = new Map<string, string | number | undefined>()
  #session: SessionSummary
  #turn: TurnSoFar | undefined
  #usage: TokenUsage = noUsage
  #status = ''
  /** Commands that the policy refused unasked, as they were told; the oldest go. */
  readonly #refused = new Map<string, RefusedAction>()
  /** How many answers are under way that stand before what is told. */
  #held = 0
  #unreported: (() => void)[] = []

  constructor(world: ThreadWorld, session: SessionSummary) {
    this.#world = world
    this.#session = session
    this.#items = new TurnItems(session.id)
    this.#asked = new AskedRequests(world.engine)
    this.#questions = new AskedQuestions(world)
    this.#status = JSON.stringify({ type: 'idle' })
  }

  /** The session as it is now. */
  get session(): SessionSummary {
    return this.#session
  }

  /** The turn that runs; undefined between turns. */
  get runningTurn(): TurnSoFar | undefined {
    return this.#turn
  }

  /** Runs what a request asks for. What it brings about is told when the request has been answered. */
  async behindAnswer<T>(work: () => Promise<T>): Promise<T> {
    this.#held += 1
    try {
      return await work()
    } finally {
      setImmediate(() => {
        this.#held -= 1
        if (this.#held > 0) return
        const unreported = this.#unreported
        this.#unreported = []
        for (const emit of unreported) emit()
      })
    }
  }

  /** Tells something of its own. */
  emit(...reported: readonly Emitted[]): void {
    for (const each of reported)
      this.#out(() => {
        this.#world.emit(each)
      })
  }

  /** A command that was told to be refused, by the id of its review; undefined: none was under that id. */
  refused(reviewId: string): RefusedAction | undefined {
    return this.#refused.get(reviewId)
  }

  /** Takes over settings that were changed. */
  changed(session: SessionSummary): void {
    const before = this.#session
    this.#session = session
    const threadId = session.id
    const threadSettings = settingsOf(session)
    if (JSON.stringify(settingsOf(before)) !== JSON.stringify(threadSettings))
      this.emit({ method: 'thread/settings/updated', params: { threadId, threadSettings } })
    const name = nameOf(session)
    if (nameOf(before) !== name)
      this.emit({
        method: 'thread/name/updated',
        params: { threadId, ...(name !== null && { threadName: name }) },
      })
  }

  /** Asks what waits already where the thread is taken up, as what comes while it is followed. `past` is the record of its session. */
  askWaiting({ approvals, questions }: Waiting, past: readonly SessionEvent[]): void {
    const { id: threadId } = this.#session
    const { engine } = this.#world
    const isHere = ({ sessionId, askedBy }: Asks): boolean =>
      sessionId === threadId || askedBy?.parentId === threadId
    // What was answered meanwhile, or came as an event, is not asked.
    const asked = approvals.filter(
      (each) => isHere(each) && !this.#waiting.has(each.id) && engine.pendingApproval(each.id) !== undefined,
    )
    const posed = questions.filter(
      (each) => isHere(each) && !this.#questions.has(each.id) && engine.questions.get(each.id) !== undefined,
    )
    if (asked.length + posed.length === 0) return
    this.#resumeTurn(past)
    for (const request of asked) {
      this.#asked.take({ type: 'approval.requested', request })
      this.#ask(underParent(request), Date.parse(request.createdAt))
    }
    for (const question of posed) this.#question({ type: 'question.asked', question })
  }

  /** The turn of what waits began before the thread was followed. */
  #resumeTurn(past: readonly SessionEvent[]): void {
    const last = past.findLast(({ event: { type } }) => type === 'turn.started' || type === 'turn.finished')
    if (this.#turn || last?.event.type !== 'turn.started') return
    this.#items.take(last)
    this.#turn = { id: last.event.turnId, startedAt: Date.parse(last.at) }
  }

  /** Takes an event of its session or of one that works for it. */
  take(reported: SessionEvent): void {
    const { event } = reported
    const { id } = this.#session
    if (event.type === 'question.asked' || event.type === 'question.resolved') this.#question(event)
    const asked = requestUnder(id, event)
    if (asked) this.#take({ ...reported, event: asked })
    else if (reported.sessionId === id) this.#take(reported)
    else if (event.type === 'approval.assessed' || event.type === 'approval.rehearsed') this.#seen(event)
  }

  #take(reported: SessionEvent): void {
    const { event } = reported
    const threadId = this.#session.id
    const at = Date.parse(reported.at)
    this.#asked.take(event)
    if (event.type === 'turn.started') this.#begin(event.turnId, at)
    this.emit(...this.#items.take(reported))
    const turnId = this.#items.turnId
    if (event.type === 'command.finished') this.#refuse(event, at)
    const notice = noticeOf(event, { threadId, turnId })
    if (notice) this.emit(notice)
    if (event.type === 'approval.requested') this.#ask(underParent(event.request), at)
    if (event.type === 'approval.resolved') this.#over(underParent(event.request), at)
    if (event.type === 'approval.assessed' || event.type === 'approval.rehearsed') this.#seen(event)
    if (event.type === 'usage.updated') this.#count(event)
    if (event.type === 'error.reported' && this.#turn) this.#turn = { ...this.#turn, fault: event.fault }
    if (event.type === 'turn.finished') this.#finish(event.outcome, at)
  }

  #count({ total, last, contextWindow }: Extract<AgentEvent, { type: 'usage.updated' }>): void {
    this.#usage = total ?? addedUsage(this.#usage, last)
    const tokenUsage = {
      total: wireTokens(this.#usage),
      last: wireTokens(last),
      modelContextWindow: contextWindow ?? null,
    }
    const ids = { threadId: this.#session.id, turnId: this.#items.turnId }
    this.emit({ method: 'thread/tokenUsage/updated', params: { ...ids, tokenUsage } })
  }

  #begin(turnId: string, startedAt: number): void {
    this.#turn = { id: turnId, startedAt }
    this.#emitStatus()
    const threadId = this.#session.id
    this.emit({ method: 'turn/started', params: { threadId, turn: turnOf(this.#turn, 'notLoaded') } })
  }

  #finish(outcome: NonNullable<TurnSoFar['outcome']>, completedAt: number): void {
    const turn = { ...(this.#turn ?? { id: this.#items.turnId }), completedAt, outcome }
    const last = this.#items.lastMessage
    this.#turn = undefined
    this.#emitStatus()
    this.emit({
      method: 'turn/completed',
      params: { threadId: this.#session.id, turn: turnOf(turn, 'summary', last ? [last] : []) },
    })
  }

  #emitStatus(): void {
    const activeFlags = [
      ...(this.#waiting.size > 0 ? ['waitingOnApproval' as const] : []),
      ...(this.#questions.wait ? ['waitingOnUserInput' as const] : []),
    ]
    const status: ThreadStatus =
      this.#turn || activeFlags.length > 0 ? { type: 'active', activeFlags } : { type: 'idle' }
    if (this.#status === JSON.stringify(status)) return
    this.#status = JSON.stringify(status)
    this.emit({ method: 'thread/status/changed', params: { threadId: this.#session.id, status } })
  }

  #out(emit: () => void): void {
    if (this.#held > 0) this.#unreported.push(emit)
    else emit()
  }

  /** Tells what the policy refused as what a reviewer did, so that a client can have it asked about after all. */
  #refuse({ callId: reviewId, outcome }: Event<'command.finished'>, at: number): void {
    if (outcome.kind !== 'refused' || !outcome.unasked) return
    const { command, cwd } = outcome.unasked
    const action = { type: 'command', source: 'shell', command: quoteCommand(command), cwd } as const
    this.#refused.set(reviewId, action)
    const [oldest] = this.#refused.keys()
    if (this.#refused.size > mostRefused && oldest !== undefined) this.#refused.delete(oldest)
    const review = { status: 'denied', riskLevel: null, userAuthorization: null } as const
    this.emit({
      method: 'item/autoApprovalReview/completed',
      params: {
        ...{ threadId: this.#session.id, turnId: this.#items.turnId, startedAtMs: at, completedAtMs: at },
        ...{ reviewId, targetItemId: null, decisionSource: 'agent', action },
        review: { ...review, rationale: outcome.reason },
      },
    })
  }

  /** Asks at once with what is known; how the model sees it is told when it is known. */
  #ask(request: ApprovalRequest, at: number): void {
    this.emit(...this.#items.asked(request, at))
    this.#waiting.set(request.id, undefined)
    this.#emitStatus()
    this.#out(() => {
      const over = this.#asked.over(request.id)
      if (!over) return
      const question = questionOf(this.#now(request), this.#items.turnId)
      const { id, answer, forget } = this.#world.ask(question.method, question.params)
      this.#waiting.set(request.id, id)
      over.addEventListener('abort', forget, { once: true })
      answer
        .then((given) => {
          // Denied by the engine's close, which follows, and on record as what it is: nobody answered.
          if (given.kind === 'gone') return undefined
          return this.#world.engine.decide(request.id, question.decide(given), 'client')
        })
        .catch((error: unknown) => {
          // It waits on, undecided: nothing runs (fails closed).
          this.#world.log.error('an answer could not be put on record', error)
        })
    })
  }

  #now(request: ApprovalRequest): ApprovalRequest {
    return underParent(this.#asked.now(request))
  }

  /** The request is answered, here or elsewhere, or taken back: whoever shows it shows it no more. */
  #over(request: ApprovalRequest, at: number): void {
    const requestId = this.#waiting.get(request.id)
    this.#waiting.delete(request.id)
    if (requestId !== undefined)
      this.emit({ method: 'serverRequest/resolved', params: { threadId: this.#session.id, requestId } })
    this.#emitStatus()
    this.emit(...this.#items.answered(request, at))
  }

  /** A server asks the person, here or in a session that works for this one, or does not any more. */
  #question({ type, question }: Extract<AgentEvent, { type: 'question.asked' | 'question.resolved' }>): void {
    const threadId = this.#session.id
    if (question.sessionId !== threadId && question.askedBy?.parentId !== threadId) return
    if (type === 'question.asked') {
      this.#questions.ask(question, threadId, (ask) => {
        this.#out(() => {
          ask(this.#items.turnId)
        })
      })
    } else {
      const requestId = this.#questions.over(question)
      if (requestId !== undefined)
        this.emit({ method: 'serverRequest/resolved', params: { threadId, requestId } })
    }
    this.#emitStatus()
  }

  /** What is known now of a request that waits: the model's view, or what its rehearsal showed. */
  #seen(event: Extract<AgentEvent, { type: 'approval.assessed' | 'approval.rehearsed' }>): void {
    if (!this.#waiting.has(event.requestId)) return
    if (event.type === 'approval.assessed' && event.update.view.status === 'waiting' && !event.update.floor)
      return
    this.#asked.take(event)
    const waiting = this.#world.engine.pendingApproval(event.requestId)
    if (!waiting) return
    const request = underParent(waiting)
    const named = { threadId: this.#session.id, approvalId: request.id }
    if (event.type === 'approval.rehearsed') {
      const rehearsal = rehearsalReport(event.rehearsal, request)
      this.emit({ method: 'countersign/approval/rehearsed', params: { ...named, rehearsal } })
    } else {
      const params = { ...named, message: approvalMessage(request), assessment: wireAssessment(request) }
      this.emit({ method: 'countersign/approval/assessed', params })
    }
  }
}

interface Ids {
  readonly threadId: string
  readonly turnId: string
}

type Event<T extends AgentEvent['type']> = Extract<AgentEvent, { type: T }>

const warning = ({ threadId }: Ids, message: string): Emitted => ({
  method: 'warning',
  params: { threadId, message },
})

type Notices = { readonly [T in AgentEvent['type']]?: (event: Event<T>, ids: Ids) => Emitted | undefined }

/** The events that are told by themselves, beside the items. */
const notices: Notices = {
  'turn.diff': (event, ids) => ({ method: 'turn/diff/updated', params: { ...ids, diff: event.unifiedDiff } }),
  'plan.updated': ({ explanation = null, plan }, ids) => ({
    method: 'turn/plan/updated',
    params: {
      ...ids,
      explanation,
      plan: plan.map(({ step, status }) => ({
        step,
        status: status === 'in_progress' ? 'inProgress' : status,
      })),
    },
  }),
  'turn.noted': (event, ids) => warning(ids, event.text),
  'tool.rejected': (event, ids) => warning(ids, `${event.name}: ${event.reason}`),
  'command.compared': (event, ids) =>
    didMore(event.promise) ? warning(ids, promiseInWords(event, undefined)) : undefined,
  'model.retrying': (event, ids) => ({
    method: 'error',
    params: { error: turnError({ code: 'server-error', message: event.reason }), willRetry: true, ...ids },
  }),
  'error.reported': (event, ids) => ({
    method: 'error',
    params: { error: turnError(event.fault), willRetry: false, ...ids },
  }),
}

/** What an event is to a client besides what it means for the items; undefined: nothing. */
function noticeOf(event: AgentEvent, ids: Ids): Emitted | undefined {
  const notice = notices[event.type] as ((event: AgentEvent, ids: Ids) => Emitted | undefined) | undefined
  return notice?.(event, ids)
}
