import type { AgentEvent, SessionEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest, DecideReply, Decision } from '@shared/domain/approval'
import { FaultError } from '@shared/domain/fault'
import type { Visitor } from '@shared/domain/visitor'
import type { EngineNotice, RuleCheck } from '../engine-service'
import { Notices } from '../notices'
import { namedHere } from './named-here'
import type { Clock, Ids, Log } from '../ports'
import { readFromRun, replies, type FromRun, type FromWindow, type WindowFace } from './frames'
import type { VisitorLine, LineEnd } from './passage'

/** One run may have so many requests waiting in a window, of so many characters together. */
const mostOfOne = { requests: 500, characters: 64 * 1024 * 1024 }

/** A request of a visitor: `theirs` is its id at the run that asks. */
interface Held {
  request: ApprovalRequest
  readonly theirs: string
  readonly run: Run
  /** How large the frames were that it consists of. */
  readonly sizes: { asked: number; assessed: number; rehearsed: number }
}

interface Run {
  readonly from: Visitor
  readonly line: VisitorLine
  /** By their id of a request. */
  readonly held: Map<string, Held>
  /** Our ids for theirs of sessions. */
  readonly sessions: Map<string, string>
  readonly calls: Map<number, (reply: Reply | undefined) => void>
}

/** What the list works with; `home` is the home folder of whoever sits at the window, '' for none. */
export interface VisitorParts {
  readonly ids: Ids
  readonly clock: Clock
  readonly log: Log
  readonly home: string
}

type Reply = Extract<FromRun, { kind: 'reply' | 'refused' }>

/**
 * What runs of other processes ask in this window. They stand here under ids of ours, so that none can be taken for a request or a
 * session of the window's own engine, or of another visitor. A run that ends, or that breaks the agreed form, has its requests withdrawn.
 */
export class VisitorList {
  readonly #parts: VisitorParts
  readonly #held = new Map<string, Held>()
  readonly #runs = new Set<Run>()
  readonly #notices: Notices
  #seq = 0
  #call = 0

  constructor(parts: VisitorParts) {
    this.#parts = parts
    this.#notices = new Notices(parts.log)
  }

  /** A run has come; what is returned takes what it says. */
  arrive(from: Visitor, line: VisitorLine): LineEnd {
    const run: Run = { from, line, held: new Map(), sessions: new Map(), calls: new Map() }
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

  /** Tells at once what waits already, since a visitor can come before the window has all its parts; then what changes. */
  subscribe(listener: (notice: EngineNotice) => void): () => void {
    for (const { request } of this.#held.values())
      listener({ kind: 'event', event: this.#event(request, { type: 'approval.requested', request }) })
    return this.#notices.subscribe(listener)
  }

  /**
   * Hands a decision to the run; undefined: no visitor asks this. Throws the run's FaultError. A run that ends before it has answered
   * took nothing, as far as is known here.
   */
  decide(requestId: string, decision: Decision, by: WindowFace): Promise<DecideReply> | undefined {
    const held = this.#held.get(requestId)
    if (held === undefined) return undefined
    return this.#ask(held, { kind: 'decide', decision, by }, (reply) =>
      reply === undefined ? { kind: 'already', state: 'cancelled' } : valueOf('decide', reply),
    )
  }

  /** As `decide`. */
  checkRule(requestId: string, rule: string): Promise<RuleCheck> | undefined {
    const held = this.#held.get(requestId)
    if (held === undefined) return undefined
    return this.#ask(held, { kind: 'check-rule', rule }, (reply) =>
      reply === undefined
        ? { kind: 'invalid', problem: 'This request does not wait any more.' }
        : valueOf('check-rule', reply),
    )
  }

  /** Has the run rehearse it, or ask its model again; undefined: no visitor asks this. What comes of it is told. */
  prompt(requestId: string, kind: 'rehearse' | 'view-again'): boolean | undefined {
    const held = this.#held.get(requestId)
    return held?.run.line.send({ kind, requestId: held.theirs } satisfies FromWindow)
  }

  /** Sends every run away. */
  close(): void {
    for (const run of this.#runs) {
      this.#leave(run)
      run.line.end()
    }
  }

  #ask<T>(
    { run, theirs }: Held,
    what: { kind: 'decide'; decision: Decision; by: WindowFace } | { kind: 'check-rule'; rule: string },
    read: (reply: Reply | undefined) => T,
  ): Promise<T> {
    this.#call += 1
    const call = this.#call
    return new Promise<Reply | undefined>((resolve, reject) => {
      run.calls.set(call, (reply) => {
        run.calls.delete(call)
        resolve(reply)
      })
      if (run.line.send({ ...what, call, requestId: theirs } satisfies FromWindow)) return
      run.calls.delete(call)
      reject(
        new FaultError({ code: 'bad-request', message: 'This answer is too large for the run that asks.' }),
      )
    }).then(read)
  }

  /** False: it breaks what was agreed. */
  #takes(run: Run, frame: FromRun, size: number): boolean {
    switch (frame.kind) {
      case 'asked':
        return this.#asked(run, frame.request, size)
      case 'assessed': {
        const held = run.held.get(frame.requestId)
        if (held === undefined) return true
        const { facts, floor } = held.request.assessment
        const kept = { ...(facts && { facts }), ...(floor && { floor }) }
        held.request = { ...held.request, assessment: { ...frame.update, ...kept } }
        this.#tell(held, { type: 'approval.assessed', requestId: held.request.id, update: frame.update })
        held.sizes.assessed = size
        return !isTooMuch(run)
      }
      case 'rehearsed': {
        const held = run.held.get(frame.requestId)
        if (held === undefined) return true
        const now = { rehearsal: frame.rehearsal, ...(frame.offers && { offers: frame.offers }) }
        held.request = { ...held.request, ...now }
        this.#tell(held, { type: 'approval.rehearsed', requestId: held.request.id, ...now })
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
      case 'reply':
      case 'refused': {
        const waits = run.calls.get(frame.call)
        waits?.(frame)
        return waits !== undefined
      }
    }
  }

  #asked(run: Run, said: ApprovalRequest, size: number): boolean {
    if (said.state !== 'pending' || run.held.has(said.id) || run.held.size >= mostOfOne.requests) return false
    const given = namedHere(said, this.#parts.home)
    const { askedBy } = given
    const request: ApprovalRequest = {
      ...given,
      id: this.#parts.ids.next(),
      sessionId: this.#sessionOf(run, given.sessionId),
      ...(askedBy && {
        askedBy: {
          ...askedBy,
          childId: this.#sessionOf(run, askedBy.childId),
          parentId: this.#sessionOf(run, askedBy.parentId),
        },
      }),
      visitor: run.from,
    }
    const held: Held = { request, theirs: given.id, run, sizes: { asked: size, assessed: 0, rehearsed: 0 } }
    run.held.set(given.id, held)
    this.#held.set(request.id, held)
    this.#tell(held, { type: 'approval.requested', request })
    return !isTooMuch(run)
  }

  #sessionOf(run: Run, theirs: string): string {
    const known = run.sessions.get(theirs)
    if (known !== undefined) return known
    const ours = this.#parts.ids.next()
    run.sessions.set(theirs, ours)
    return ours
  }

  #leave(run: Run): void {
    if (!this.#runs.delete(run)) return
    for (const held of [...run.held.values()])
      this.#end(held, { state: 'cancelled', decidedBy: 'engine', decidedAt: this.#at() })
    for (const answer of [...run.calls.values()]) answer(undefined)
  }

  #end(held: Held, ended: Partial<ApprovalRequest> & Pick<ApprovalRequest, 'state'>): void {
    held.run.held.delete(held.theirs)
    this.#held.delete(held.request.id)
    this.#tell(held, { type: 'approval.resolved', request: { ...held.request, ...ended } })
  }

  #tell({ request }: Held, event: AgentEvent): void {
    this.#notices.publish({ kind: 'event', event: this.#event(request, event) })
  }

  #event({ sessionId }: ApprovalRequest, event: AgentEvent): SessionEvent {
    this.#seq += 1
    return { sessionId, seq: this.#seq, at: this.#at(), event }
  }

  #at(): string {
    return new Date(this.#parts.clock.now()).toISOString()
  }
}

/** Whether it would take more of the window's memory than a run may. */
function isTooMuch({ held }: Run): boolean {
  const sizes = [...held.values()].map(
    ({ sizes: { asked, assessed, rehearsed } }) => asked + assessed + rehearsed,
  )
  return sizes.reduce((sum, each) => sum + each, 0) > mostOfOne.characters
}

/** Throws the run's FaultError, or one for an answer that breaks the agreed form. */
function valueOf<K extends keyof typeof replies>(
  kind: K,
  reply: Reply,
): ReturnType<(typeof replies)[K]['parse']> {
  if (reply.kind === 'refused') throw new FaultError(reply.fault)
  const value = replies[kind].safeParse(reply.value)
  if (value.success) return value.data as ReturnType<(typeof replies)[K]['parse']>
  throw new FaultError({ code: 'internal', message: 'The run that asks gave no answer that can be read.' })
}
