import type { ApprovalRequest, DecidedBy, DecideReply, Decision, Offer } from '@shared/domain/approval'
import type { Assessment, AssessmentUpdate } from '@shared/domain/assessment'
import { FaultError } from '@shared/domain/fault'
import { choosableOfPatch, choosableOfRehearsal } from '@shared/domain/choosable-hunks'
import { leavesSome, type LeftOut } from '@shared/domain/only-hunks'
import type { RequestRehearsal, RehearsedChange } from '@shared/domain/request-rehearsal'
import type { RuleCheck } from '../engine/engine-service'
import { isWithin } from '../shell/paths'

/** How a request ended, as the command that waits for it sees it. `withdrawn` is never an allow. */
export type Answer =
  | { readonly kind: 'decided'; readonly decision: Decision; readonly request: ApprovalRequest }
  | { readonly kind: 'withdrawn' }

/** Puts a changed request on record before it counts. A rejection means that nothing changed. */
export type RecordApproval = (request: ApprovalRequest) => Promise<void>

/** What grants, rules and edits mean to a request. */
export interface Grantable {
  /** The offer that grants in force cover; undefined while they cover none. */
  readonly heldOffer: () => Promise<string | undefined>
  /** The rehearsal that is shown and that an effect rule answers with by now; undefined: none does. Absent: none is asked. */
  readonly ruled?: () => Promise<string | undefined>
  /** Throws FaultError `bad-request` for a rule's text that cannot be saved with a yes to this request. */
  readonly checkRule: (text: string) => Promise<void>
  /** Throws FaultError `bad-request` for a command that cannot take its place. Absent: no command can. */
  readonly checkEdit?: (command: readonly string[]) => Promise<void>
}

/**
 * How a request is asked: its record, and what withdraws it. `assessed` broadcasts that its assessment got better;
 * `viewAgain` asks the model anew and returns how the assessment stands now.
 */
export interface Asking extends Grantable {
  readonly record: RecordApproval
  /** Called once the request is on record, and so told. */
  readonly told?: () => void
  readonly signal: AbortSignal
  readonly assessed: (requestId: string, update: AssessmentUpdate) => void
  readonly viewAgain: () => Assessment
  /** Absent: it is not rehearsed. */
  readonly rehearsing?: RehearsingAsked | undefined
}

/** The rehearsal of one request. Nothing of it is waited for. */
export interface RehearsingAsked {
  /** How it stands before anything began. */
  readonly atFirst: RequestRehearsal
  /** The request is known: what is to begin by itself does. */
  begin(): void
  /** Begins it for the person; false where it has begun already or cannot. */
  ask(): boolean
  /** Broadcasts how it stands now, and the offers where they became others. */
  emit(rehearsal: RequestRehearsal, offers?: Offer[]): void
}

interface Waiting extends Asking {
  request: ApprovalRequest
  before: ApprovalRequest | undefined
  readonly answer: (answer: Answer) => void
  /** False until the request is on record: nobody has heard of it before. */
  known: boolean
  /** An answer to it is being put on record, until this resolves. */
  busy: Promise<undefined> | undefined
  /** Who leaves parts of it out: while somebody does, no grant and no rule answers the whole. */
  readonly inParts: Set<object>
}

/**
 * Every open request of every session, keyed by its own id, so that parallel requests never overwrite each other.
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

  /** The request in its latest form; undefined when it does not wait (any more). */
  get(requestId: string): ApprovalRequest | undefined {
    return this.#waiting.get(requestId)?.request
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
    const waiting: Waiting = {
      ...asking,
      request,
      before: undefined,
      answer,
      known: false,
      busy: undefined,
      inParts: new Set(),
    }
    this.#waiting.set(request.id, waiting)
    try {
      await record(request)
    } catch (error) {
      this.#waiting.delete(request.id)
      throw error
    }
    waiting.known = true
    if (waiting.request !== request) this.#emit(waiting, 'raised')
    waiting.told?.()
    waiting.rehearsing?.begin()
    void this.#reconsiderOne(waiting) // a grant may have been given while facts were gathered
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
   * the request does not have, a rehearsal that it does not show, a rule that cannot be saved, a part that is none and a command that cannot take its place, and what `record` throws: the request then still waits.
   */
  async decide(requestId: string, decision: Decision, by: DecidedBy): Promise<DecideReply> {
    let waiting = this.#waiting.get(requestId)
    // One that cannot be put on record is none: it waits on then, and this is the answer.
    while (waiting?.busy) {
      await waiting.busy
      waiting = this.#waiting.get(requestId)
    }
    if (!waiting) return this.#alreadyAnswered(requestId)
    const request = asShown(waiting, decision)
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
    const { promise, resolve } = Promise.withResolvers<undefined>()
    waiting.busy = promise
    try {
      if (decision.kind === 'allow' && decision.rule !== undefined) {
        refuseInvalidRule(request, decision)
        await waiting.checkRule(decision.rule)
      }
      if (decision.kind === 'allow') refuseInvalidPart(request, decision)
      if (decision.kind === 'apply') refuseInvalidApply(request, decision)
      if (decision.kind === 'edit') await checkEdit(waiting, decision.command)
      await waiting.record(answered)
    } finally {
      waiting.busy = undefined
      resolve(undefined)
    }
    if (!this.#waiting.delete(requestId)) return this.#alreadyAnswered(requestId)
    this.#close(answered)
    waiting.answer({ kind: 'decided', decision, request: answered })
    return { kind: 'accepted' }
  }

  /** Whether the text could be saved as the rule of this request, which must still wait. */
  async checkRule(requestId: string, text: string): Promise<RuleCheck> {
    const waiting = this.#waiting.get(requestId)
    if (!waiting) return { kind: 'invalid', problem: 'This request does not wait any more.' }
    try {
      await waiting.checkRule(text)
      return { kind: 'valid' }
    } catch (error) {
      if (error instanceof FaultError && error.fault.code === 'bad-request')
        return { kind: 'invalid', problem: error.message }
      throw error
    }
  }

  /**
   * Looks at everything that waits again after a grant was given or a rule was saved, and answers, visibly by a grant, what grants and rules in force
   * now cover. A no, and a yes for once, never touch another request, and where somebody leaves parts out nothing answers the whole.
   */
  async reconsider(): Promise<void> {
    for (const waiting of [...this.#waiting.values()]) await this.#reconsiderOne(waiting)
  }

  /**
   * Somebody (`who` tells them apart) leaves parts of what a request shows out, or (with false) does not any more: until nobody does only a person answers it.
   * False when it does not wait (any more).
   */
  leavesOut(requestId: string, who: object, some: boolean): boolean {
    const waiting = this.#waiting.get(requestId)
    if (!waiting) return false
    if (some) waiting.inParts.add(who)
    else if (waiting.inParts.delete(who)) void this.#reconsiderOne(waiting)
    return true
  }

  async #reconsiderOne({ request, heldOffer, ruled, inParts }: Waiting): Promise<void> {
    const decide = async (decision: Decision): Promise<void> => {
      if (inParts.size === 0) await this.decide(request.id, decision, 'grant').catch(() => undefined)
    }
    if (inParts.size > 0) return
    // What cannot be looked up or put on record simply waits on.
    const offerId = await heldOffer().catch(() => undefined)
    if (offerId !== undefined) await decide({ kind: 'allow', offerId })
    const rehearsal = offerId === undefined ? await ruled?.().catch(() => undefined) : undefined
    if (rehearsal !== undefined) await decide({ kind: 'apply', rehearsal })
  }

  /** Puts a better assessment in a request that waits; one that is answered meanwhile keeps what it was answered on. */
  assess(requestId: string, assessment: Assessment, how: 'viewed' | 'raised' = 'viewed'): void {
    const waiting = this.#waiting.get(requestId)
    if (!waiting || waiting.busy) return
    waiting.request = { ...waiting.request, assessment }
    if (waiting.known) this.#emit(waiting, how)
  }

  /** Puts what its rehearsal adds to the checks into a waiting request: `of` gives the assessment with a view. */
  raise(requestId: string, of: (view: Assessment['view']) => Assessment): void {
    const waiting = this.#waiting.get(requestId)
    if (waiting) this.assess(requestId, of(waiting.request.assessment.view), 'raised')
  }

  /** Asks the model about a waiting request again. False when it does not wait (any more), or is being asked already. */
  viewAgain(requestId: string): boolean {
    const waiting = this.#waiting.get(requestId)
    if (!waiting || waiting.busy || waiting.request.assessment.view.status === 'waiting') return false
    this.assess(requestId, waiting.viewAgain())
    return true
  }

  /** How the rehearsal of a waiting request stands now, and its offers where they become others; one that is answered meanwhile keeps what it was answered on. */
  rehearsed(requestId: string, rehearsal: RequestRehearsal, offers?: Offer[]): void {
    const waiting = this.#waiting.get(requestId)
    if (!waiting?.known || waiting.busy) return
    if (offers) waiting.before ??= waiting.request
    waiting.request = { ...waiting.request, rehearsal, ...(offers && { offers }) }
    waiting.rehearsing?.emit(rehearsal, offers)
  }

  /** Has a waiting request rehearsed. False when it does not wait (any more), is being rehearsed already or cannot be. */
  rehearse(requestId: string): boolean {
    const waiting = this.#waiting.get(requestId)
    return waiting !== undefined && waiting.busy === undefined && waiting.rehearsing?.ask() === true
  }

  #emit({ request, assessed }: Waiting, how: 'viewed' | 'raised'): void {
    const { facts: _, floor, ...update } = request.assessment
    assessed(request.id, { ...update, ...(how === 'raised' && floor && { floor }) })
  }

  #closing(request: ApprovalRequest): ApprovalRequest {
    const waitedMs = Date.parse(this.#now()) - Date.parse(request.createdAt)
    const { rehearsal, ...rest } = request
    const shown = rehearsal && closeRehearsal(rehearsal)
    return {
      ...rest,
      assessment: closeAssessment(request.assessment, waitedMs),
      ...(shown && { rehearsal: shown }),
    }
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

/** The assessment of a request that is over: a view that had not come by then will not come. */
function closeAssessment(assessment: Assessment, waitedMs: number): Assessment {
  if (assessment.view.status !== 'waiting') return assessment
  const { model } = assessment.view
  return { ...assessment, view: { status: 'cancelled', model, durationMs: Math.max(0, waitedMs) } }
}

/** A rule's text only says something with an offer that shows one, in scope `rule`. Throws FaultError `bad-request`. */
function refuseInvalidRule(request: ApprovalRequest, decision: Extract<Decision, { kind: 'allow' }>): void {
  const offer = request.offers.find((each) => each.id === decision.offerId)
  if (decision.scope === 'rule' && offer?.rule !== undefined) return
  throw new FaultError({
    code: 'bad-request',
    message: 'This answer cannot carry a rule; expected an offer that shows one, and the scope "rule".',
  })
}

/** A part is files of the patch that was shown, not all of them, for one run: what is kept for longer holds for the whole. Throws the same. */
function refuseInvalidPart(
  { changes = {} }: ApprovalRequest,
  decision: Extract<Decision, { kind: 'allow' }>,
): void {
  if (!leavesSome(decision)) return
  const { scope = 'once' } = decision
  const hunksOf = (path: string): readonly string[] => {
    const change = Object.hasOwn(changes, path) ? changes[path] : undefined
    return change ? choosableOfPatch(change).hunks : []
  }
  if (isPart(decision, { paths: Object.keys(changes), hunksOf }) && scope === 'once') return
  throw new FaultError({
    code: 'bad-request',
    message:
      'This answer cannot leave these out; expected some of the files of a patch, each once and not all, or some hunks of a file as they are shown, and the scope "once".',
  })
}

/** What is put in place is what was shown last, or a part of it. Throws the same. */
function refuseInvalidApply(
  { rehearsal }: ApprovalRequest,
  decision: Extract<Decision, { kind: 'apply' }>,
): void {
  const { rehearsal: id } = decision
  const found = rehearsal?.state === 'found' ? rehearsal.found : undefined
  if (found?.applies?.kind !== 'possible' || found.applies.id !== id)
    throw new FaultError({
      code: 'bad-request',
      message:
        'This rehearsal is not what the request shows; expected the id of one that can be put in place.',
    })
  const paths = found.changes.map(({ path }) => path)
  const hunksOf = (path: string): readonly string[] => {
    const change = found.changes.find((each) => each.path === path)
    return change ? choosableOfRehearsal(change).hunks : []
  }
  if (isPart(decision, { paths, hunksOf })) return
  throw new FaultError({
    code: 'bad-request',
    message:
      'This answer cannot leave these changes out; expected paths of changes that are shown, each once and not all, or some hunks of a file as they are shown.',
  })
}

/** Whether what is left out are some of these paths, and of others some of their hunks: each once, none of nothing, and never all. */
function isPart(
  { leaveOut = [], onlyHunks = [] }: LeftOut,
  shown: { readonly paths: readonly string[]; readonly hunksOf: (path: string) => readonly string[] },
): boolean {
  const known = new Set(shown.paths)
  const left = new Set(leaveOut)
  const partly = new Set(onlyHunks.map(({ path }) => path))
  if (left.size !== leaveOut.length || partly.size !== onlyHunks.length || left.size >= known.size)
    return false
  return (
    leaveOut.every((path) => known.has(path)) &&
    onlyHunks.every(({ path, hunks }) => {
      const all = shown.hunksOf(path)
      const some = new Set(hunks)
      const isLeft = leaveOut.some((each) => isWithin(path, each))
      return (
        !isLeft &&
        some.size === hunks.length &&
        some.size < all.length &&
        hunks.every((hunk) => all.includes(hunk))
      )
    })
  )
}

/** So many changes and limits of a rehearsal are kept in the record of a request. */
const mostKept = 200

const withoutText = ({ diff: _diff, ...change }: RehearsedChange): RehearsedChange => change

/**
 * What the record of a request keeps of its rehearsal: what was shown would change, without any text of files and without what the
 * command printed. Undefined for one that never came to anything.
 */
function closeRehearsal(rehearsal: RequestRehearsal): RequestRehearsal | undefined {
  if (rehearsal.state !== 'found') return undefined
  const { changes, limits, moreLimits, ...found } = rehearsal.found
  return {
    state: 'found',
    found: {
      ...found,
      changes: changes.slice(0, mostKept).map(withoutText),
      limits: limits.slice(0, mostKept),
      moreLimits: moreLimits + Math.max(0, limits.length - mostKept),
      output: '',
    },
  }
}

/** A request that waits: as it is shown now, and as it was before its offers became others. */
interface Shown {
  readonly request: ApprovalRequest
  readonly before: ApprovalRequest | undefined
}

/**
 * The request with the offers that an answer was given to: those that it has now, or had before a rehearsal told more, since the
 * answer may have been on its way, or come from somebody who was told of nothing else. A yes is never for more than its offer held.
 */
export function asShown({ request, before }: Shown, decision: Decision): ApprovalRequest {
  if (decision.kind !== 'allow' || before === undefined) return request
  const has = ({ offers }: ApprovalRequest): boolean => offers.some(({ id }) => id === decision.offerId)
  return !has(request) && has(before) ? { ...request, offers: before.offers } : request
}

async function checkEdit(waiting: Waiting, command: readonly string[]): Promise<void> {
  if (waiting.checkEdit === undefined)
    throw new FaultError({ code: 'bad-request', message: 'No other command can take the place of this one.' })
  await waiting.checkEdit(command)
}
