import type { AgentEvent, SessionEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest, DecideReply, Decision } from '@shared/domain/approval'
import type { Question, QuestionAnswer } from '@shared/domain/question'
import type { RemoteRun } from '@shared/domain/remote-run'
import { NamedPath, namedPath, type NamingFolders } from '@shared/domain/named-path'
import type { EngineNotice, RuleCheck } from '../engine/engine-service'
import { Notices } from '../notify/notices'
import type { Clock, Ids, Log } from '../ports/system'
import { readFromRun, type FromRun, type FromWindow, type WindowFace } from './frames'
import type { RunLine, LineEnd } from './window-transport'
import { RunConnection, type HeldQuestion, type HeldRequest } from './run-connection'

/** One run may have so many requests waiting in a window, of so many characters together. */
const mostOfOne = { requests: 500, characters: 64 * 1024 * 1024 }

/** So many questions of servers may wait beside them, of so many characters together. */
const mostQuestions = { questions: 50, characters: 8 * 1024 * 1024 }

/** What the list works with; `home` is the home folder of whoever sits at the window, '' for none. */
export interface RemoteApprovalsParts {
  readonly ids: Ids
  readonly clock: Clock
  readonly log: Log
  readonly home: string
}

/**
 * What runs of other processes ask in this window. They stand here under ids of ours, so that none can be taken for a request or a
 * session of the window's own engine, or of another remote run. A run that ends, or that breaks the agreed form, has its requests withdrawn.
 */
export class RemoteApprovals {
  readonly #parts: RemoteApprovalsParts
  readonly #held = new Map<string, HeldRequest>()
  readonly #questions = new Map<string, HeldQuestion>()
  readonly #runs = new Set<RunConnection>()
  readonly #notices: Notices
  #seq = 0

  constructor(parts: RemoteApprovalsParts) {
    this.#parts = parts
    this.#notices = new Notices(parts.log)
  }

  /** A run has come; what is returned takes what it says. */
  arrive(from: RemoteRun, line: RunLine): LineEnd {
    const run = new RunConnection(from, line, this.#parts.ids)
    this.#runs.add(run)
    return {
      take: (text) => {
        const frame = readFromRun(text)
        if (!this.#runs.has(run)) return
        if (frame === undefined || !this.#takes(run, frame, text.length)) {
          this.#leave(run)
          line.end()
        }
      },
      over: () => {
        this.#leave(run)
      },
    }
  }

  /** What waits, oldest first. */
  pending(): readonly ApprovalRequest[] {
    return [...this.#held.values()].map(({ request }) => request)
  }

  get(requestId: string): ApprovalRequest | undefined {
    return this.#held.get(requestId)?.request
  }

  /** The questions of servers that wait, oldest first. */
  pendingQuestions(): readonly Question[] {
    return [...this.#questions.values()].map(({ question }) => question)
  }

  question(questionId: string): Question | undefined {
    return this.#questions.get(questionId)?.question
  }

  /** Tells at once what waits already, since a remote run can come before the window has all its parts; then what changes. */
  subscribe(listener: (notice: EngineNotice) => void): () => void {
    for (const { request } of this.#held.values())
      listener({ kind: 'event', event: this.#event(request, { type: 'approval.requested', request }) })
    for (const { question } of this.#questions.values())
      listener({ kind: 'event', event: this.#event(question, { type: 'question.asked', question }) })
    return this.#notices.subscribe(listener)
  }

  /**
   * Hands a decision to the run; undefined: no remote run asks this. Throws the run's FaultError. A run that ends before it has answered
   * took nothing, as far as is known here.
   */
  decide(requestId: string, decision: Decision, by: WindowFace): Promise<DecideReply> | undefined {
    const held = this.#held.get(requestId)
    return held?.run
      .ask<'decide'>({ kind: 'decide', requestId: held.theirs, decision, by })
      .then((reply) => reply ?? { kind: 'already', state: 'cancelled' })
  }

  /** As `decide`; false where it did not count. */
  answer(questionId: string, answer: QuestionAnswer, by: WindowFace): Promise<boolean> | undefined {
    const held = this.#questions.get(questionId)
    return held?.run
      .ask<'answer'>({ kind: 'answer', questionId: held.theirs, answer, by })
      .then((reply) => reply ?? false)
  }

  /** As `decide`. */
  checkRule(requestId: string, rule: string): Promise<RuleCheck> | undefined {
    const held = this.#held.get(requestId)
    return held?.run
      .ask<'check-rule'>({ kind: 'check-rule', requestId: held.theirs, rule })
      .then((reply) => reply ?? { kind: 'invalid', problem: 'This request does not wait any more.' })
  }

  /** Has the run rehearse it, or ask its model again; undefined: no remote run asks this. What comes of it is told. */
  prompt(requestId: string, kind: 'rehearse' | 'view-again'): boolean | undefined {
    const held = this.#held.get(requestId)
    return held?.run.line.send({ kind, requestId: held.theirs } satisfies FromWindow)
  }

  /** As the engine's own, told to the run of this request; undefined: no remote run asks this. */
  leavesOut(requestId: string, who: object, some: boolean): boolean | undefined {
    const held = this.#held.get(requestId)
    if (!held) return undefined
    const before = held.inParts.size > 0
    if (some) held.inParts.add(who)
    else held.inParts.delete(who)
    const now = held.inParts.size > 0
    const frame: FromWindow = { kind: 'leaves-out', requestId: held.theirs, some: now }
    return before === now || held.run.line.send(frame)
  }

  /** Sends every run away. */
  close(): void {
    for (const run of this.#runs) {
      this.#leave(run)
      run.line.end()
    }
  }

  /** False: it breaks what was agreed. */
  #takes(run: RunConnection, frame: FromRun, size: number): boolean {
    switch (frame.kind) {
      case 'asked':
        return this.#asked(run, frame.request, size)
      case 'assessed': {
        const held = run.held.get(frame.requestId)
        if (held === undefined) return true
        const { facts, floor } = held.request.assessment
        const kept = { ...(facts && { facts }), ...(floor && { floor }) }
        held.request = { ...held.request, assessment: { ...kept, ...frame.update } }
        this.#emit(held, { type: 'approval.assessed', requestId: held.request.id, update: frame.update })
        held.sizes.assessed = size
        return !isTooMuch(run)
      }
      case 'rehearsed': {
        const held = run.held.get(frame.requestId)
        if (held === undefined) return true
        const now = { rehearsal: frame.rehearsal, ...(frame.offers && { offers: frame.offers }) }
        held.request = { ...held.request, ...now }
        this.#emit(held, { type: 'approval.rehearsed', requestId: held.request.id, ...now })
        held.sizes.rehearsed = size
        return !isTooMuch(run)
      }
      case 'over': {
        const held = run.held.get(frame.requestId)
        if (held === undefined) return true
        const { kind: _kind, requestId: _id, ...ended } = frame
        this.#end(held, ended)
        return true
      }
      case 'question':
        return this.#askedQuestion(run, frame.question, size)
      case 'question-over': {
        const held = run.questions.get(frame.questionId)
        if (held === undefined) return true
        const { kind: _kind, questionId: _id, ...ended } = frame
        this.#endQuestion(held, ended)
        return true
      }
      case 'ping':
        run.line.send({ kind: 'pong' } satisfies FromWindow)
        return true
      case 'reply':
      case 'refused':
        return run.replied(frame)
    }
  }

  #askedQuestion(run: RunConnection, said: Question, size: number): boolean {
    const all = [...run.questions.values()]
    const characters = all.reduce((sum, each) => sum + each.size, size)
    if (all.length >= mostQuestions.questions || characters > mostQuestions.characters) return false
    if (said.state !== 'pending' || run.questions.has(said.id)) return false
    const question: Question = { ...said, id: this.#parts.ids.next(), ...run.placeOf(said) }
    const held: HeldQuestion = { question, theirs: said.id, run, size }
    run.questions.set(said.id, held)
    this.#questions.set(question.id, held)
    this.#publish(question, { type: 'question.asked', question })
    return true
  }

  #endQuestion({ run, theirs, question }: HeldQuestion, ended: Pick<Question, 'state'>): void {
    run.questions.delete(theirs)
    this.#questions.delete(question.id)
    this.#publish(question, { type: 'question.resolved', question: { ...question, ...ended } })
  }

  #asked(run: RunConnection, said: ApprovalRequest, size: number): boolean {
    if (said.state !== 'pending' || run.held.has(said.id) || run.held.size >= mostOfOne.requests) return false
    const given = withLocalPathNames(said, this.#parts.home)
    const request: ApprovalRequest = { ...given, id: this.#parts.ids.next(), ...run.placeOf(given) }
    const held: HeldRequest = {
      request,
      theirs: given.id,
      run,
      sizes: { asked: size, assessed: 0, rehearsed: 0 },
      inParts: new Set(),
    }
    run.held.set(given.id, held)
    this.#held.set(request.id, held)
    this.#emit(held, { type: 'approval.requested', request })
    return !isTooMuch(run)
  }

  #leave(run: RunConnection): void {
    if (!this.#runs.delete(run)) return
    for (const held of [...run.held.values()])
      this.#end(held, { state: 'cancelled', decidedBy: 'engine', decidedAt: this.#at() })
    for (const held of [...run.questions.values()]) this.#endQuestion(held, { state: 'withdrawn' })
    run.gone()
  }

  #end(held: HeldRequest, ended: Partial<ApprovalRequest> & Pick<ApprovalRequest, 'state'>): void {
    held.run.held.delete(held.theirs)
    this.#held.delete(held.request.id)
    this.#emit(held, { type: 'approval.resolved', request: { ...held.request, ...ended } })
  }

  #emit({ request }: HeldRequest, event: AgentEvent): void {
    this.#publish(request, event)
  }

  #publish(of: Pick<ApprovalRequest, 'sessionId'>, event: AgentEvent): void {
    this.#notices.publish({ kind: 'event', event: this.#event(of, event) })
  }

  #event({ sessionId }: Pick<ApprovalRequest, 'sessionId'>, event: AgentEvent): SessionEvent {
    this.#seq += 1
    return { sessionId, seq: this.#seq, at: this.#at(), event }
  }

  #at(): string {
    return new Date(this.#parts.clock.now()).toISOString()
  }
}

/**
 * A request with its paths named for whoever sits here: `~` is their home, and not what the run has for one. The folders that it works in
 * stay those of the run.
 */
function withLocalPathNames(request: ApprovalRequest, home: string): ApprovalRequest {
  const { naming, effect } = request
  if (naming === undefined || naming.home === home) return request
  const here = { ...naming, home }
  return { ...request, naming: here, effect: renamed(effect, here) as ApprovalRequest['effect'] }
}

function renamed(value: unknown, naming: NamingFolders): unknown {
  if (Array.isArray(value)) return value.map((each) => renamed(each, naming))
  if (typeof value !== 'object' || value === null) return value
  const path = NamedPath.safeParse(value).data?.path
  if (path !== undefined) return namedPath(path, naming)
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, renamed(each, naming)]))
}

/** Whether it would take more of the window's memory than a run may. */
function isTooMuch({ held }: RunConnection): boolean {
  const sizes = [...held.values()].map(
    ({ sizes: { asked, assessed, rehearsed } }) => asked + assessed + rehearsed,
  )
  return sizes.reduce((sum, each) => sum + each, 0) > mostOfOne.characters
}
