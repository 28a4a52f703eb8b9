import type { ApprovalRequest, DecidedBy, DecideReply, Decision } from '@shared/domain/approval'
import type { Assessment, AssessmentUpdate } from '@shared/domain/assessment'
import { FaultError } from '@shared/domain/fault'
import { closeAssessment } from '../assessment/close-assessment'

/** How a request ended, as the command that waits for it sees it. `withdrawn` is never an allow. */
export type Answer =
  | { readonly kind: 'decided'; readonly decision: Decision; readonly request: ApprovalRequest }
  | { readonly kind: 'withdrawn' }

/** Puts a changed request on record before it counts. A rejection means that nothing changed. */
export type RecordApproval = (request: ApprovalRequest) => Promise<void>

/**
 * How a request is asked: its grant key, its record, and what withdraws it. `assessed` broadcasts that its assessment got
 * better; `viewAgain` asks the model anew and returns how the assessment stands now.
 */
export interface Asking {
  readonly key: string
  readonly record: RecordApproval
  readonly signal: AbortSignal
  readonly assessed: (requestId: string, update: AssessmentUpdate) => void
  readonly viewAgain: () => Assessment
}

interface Waiting extends Asking {
  request: ApprovalRequest
  readonly answer: (answer: Answer) => void
  /** False until the request is on record: nobody has heard of it before. */
  known: boolean
  busy: boolean
}

/**
 * Every open request of every session, keyed by its own id, so that parallel requests never overwrite each other (W21).
 * A request leaves only by a decision that is on record, or by being withdrawn (turn over, session closed, quitting),
 * which denies it.
 */
export class ApprovalQueue {
  readonly #waiting = new Map<string, Waiting>()
  readonly #closed = new Map<string, ApprovalRequest>()
  readonly #now: () => string

  constructor(now: () => string) {
    this.#now = now
  }

  /** The pending requests, oldest first. */
  pending(): readonly ApprovalRequest[] {
    return [...this.#waiting.values()].map((each) => each.request)
  }

  /**
   * Asks and waits. Records the request first; throws what `record` throws, and then nobody was asked. Aborting the
   * signal withdraws the request.
   */
  async ask(request: ApprovalRequest, asking: Asking): Promise<Answer> {
    const { record, signal } = asking
    let answer: (given: Answer) => void = () => undefined
    const answered = new Promise<Answer>((resolve) => {
      answer = resolve
    })
    // It waits before anyone can hear of it, so that the quickest answer finds it.
    const waiting: Waiting = { ...asking, request, answer, known: false, busy: false }
    this.#waiting.set(request.id, waiting)
    try {
      await record(request)
    } catch (error) {
      this.#waiting.delete(request.id)
      throw error
    }
    waiting.known = true
    if (waiting.request !== request) this.#tell(waiting)
    const onAbort = (): void => {
      if (this.#waiting.has(request.id)) void this.#withdraw(waiting).then(answer)
    }
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      return await answered
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }

  /**
   * Answers a request. Answering twice changes nothing and says so. Throws FaultError `bad-request` for an offer that
   * the request does not have, and what `record` throws: the request then still waits.
   */
  async decide(requestId: string, decision: Decision, by: DecidedBy): Promise<DecideReply> {
    const waiting = this.#waiting.get(requestId)
    if (!waiting || waiting.busy) return this.#alreadyAnswered(requestId)
    const { request } = waiting
    if (decision.kind === 'allow' && !request.offers.some((offer) => offer.id === decision.offerId)) {
      const offered = request.offers.map((offer) => offer.id).join(', ')
      throw new FaultError({
        code: 'bad-request',
        message: `This request has no offer "${decision.offerId}"; expected one of: ${offered}.`,
      })
    }
    const answered: ApprovalRequest = {
      ...this.#closing(request),
      state: 'answered',
      decision,
      decidedBy: by,
      decidedAt: this.#now(),
    }
    waiting.busy = true
    try {
      await waiting.record(answered)
    } finally {
      waiting.busy = false
    }
    if (!this.#waiting.delete(requestId)) return this.#alreadyAnswered(requestId)
    this.#close(answered)
    waiting.answer({ kind: 'decided', decision, request: answered })
    if (by !== 'grant') await this.#answerIdentical(waiting, decision)
    return { kind: 'accepted' }
  }

  /**
   * A yes that holds beyond its run also answers the requests that wait for the very same command: in the same turn or
   * session, or anywhere for a rule. A no, and a yes for once, never touch another request.
   */
  async #answerIdentical(given: Waiting, decision: Decision): Promise<void> {
    if (decision.kind !== 'allow' || decision.scope === undefined || decision.scope === 'once') return
    const { scope, offerId } = decision
    const kind = given.request.offers.find((offer) => offer.id === offerId)?.kind
    for (const { request, key } of [...this.#waiting.values()]) {
      const same =
        scope === 'turn'
          ? request.turnId === given.request.turnId
          : scope === 'rule' || request.sessionId === given.request.sessionId
      const offer = request.offers.find((each) => each.kind === kind)
      const covered = offer?.grants.every((grant) =>
        given.request.offers.some(
          (each) =>
            each.id === offerId && each.grants.some((one) => JSON.stringify(one) === JSON.stringify(grant)),
        ),
      )
      if (key !== given.key || !same || !offer || covered !== true) continue
      // A request that cannot be put on record simply waits on.
      await this.decide(request.id, { kind: 'allow', offerId: offer.id }, 'grant').catch(() => undefined)
    }
  }

  /** Puts a better assessment in a request that waits; one that is answered meanwhile keeps what it was answered on. */
  assess(requestId: string, assessment: Assessment): void {
    const waiting = this.#waiting.get(requestId)
    if (!waiting || waiting.busy) return
    waiting.request = { ...waiting.request, assessment }
    if (waiting.known) this.#tell(waiting)
  }

  /** Asks the model about a waiting request again. False when it does not wait (any more), or is being asked already. */
  viewAgain(requestId: string): boolean {
    const waiting = this.#waiting.get(requestId)
    if (!waiting || waiting.busy || waiting.request.assessment.view.status === 'waiting') return false
    this.assess(requestId, waiting.viewAgain())
    return true
  }

  #tell({ request, assessed }: Waiting): void {
    const { facts: _, floor: __, ...update } = request.assessment
    assessed(request.id, update)
  }

  #closing(request: ApprovalRequest): ApprovalRequest {
    const waitedMs = Date.parse(this.#now()) - Date.parse(request.createdAt)
    return { ...request, assessment: closeAssessment(request.assessment, waitedMs) }
  }

  #alreadyAnswered(requestId: string): DecideReply {
    const closed = this.#closed.get(requestId) ?? this.#waiting.get(requestId)?.request
    if (!closed) return { kind: 'unknown' }
    const { state, decidedBy, decidedAt } = closed
    return { kind: 'already', state, decidedBy, decidedAt }
  }

  async #withdraw({ request, record }: Waiting): Promise<Answer> {
    this.#waiting.delete(request.id)
    const cancelled: ApprovalRequest = {
      ...this.#closing(request),
      state: 'cancelled',
      decidedBy: 'engine',
      decidedAt: this.#now(),
    }
    this.#close(cancelled)
    // A cancellation denies even when it cannot be put on record.
    await record(cancelled).catch(() => undefined)
    return { kind: 'withdrawn' }
  }

  /** Remembers how the last 1,000 requests ended, to answer "already" instead of "unknown". */
  #close(request: ApprovalRequest): void {
    this.#closed.set(request.id, request)
    if (this.#closed.size <= 1000) return
    const [oldest] = this.#closed.keys()
    if (oldest !== undefined) this.#closed.delete(oldest)
  }
}
