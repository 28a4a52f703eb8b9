import type { AgentEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import { inContainerAlone } from '@shared/domain/sandbox-policy'
import { FaultError } from '@shared/domain/fault'
import type { HostProblem } from '@shared/domain/host-problem'
import type { HostState } from '@shared/domain/host-state'
import type { Question } from '@shared/domain/question'
import type { SessionSummary } from '@shared/domain/session'
import type { RequestChannel } from '@shared/ipc/channels'
import type { AppSnapshot, RequestOf, ResponseOf } from '@shared/ipc/contract'
import type { Push } from '@shared/ipc/push'
import type { EngineNotice } from '../engine/engine-service'
import type { Clock } from '../ports/system'
import { BegunHere } from './begun-here'
import { HostFault, problemOf } from './greet-host'
import { answerOf } from './host-channels'
import type { HostClient, HostNotice } from './host-client'
import { endOfSaid } from './end-of-said'
import { BrokenForm } from './numbered-line'
import { OfHost } from './of-host'

/** So much of one host is kept; one that tells of more is no engine of ours. Characters are those of all that is kept, and of what is held. */
const most = { sessions: 5_000, waiting: 500, characters: 64 * 1024 * 1024 }
/** Clocks that are as near are taken for the same: the greeting took a moment, and what is known stays as it was told over the next line. */
const nearMs = 2_000
/** The whole is asked for anew so often at most: each time windows ask for all of theirs, and a host says itself that something was missed. */
const anewMs = 1_000
const firstWaitMs = 1_000
const mostWaitMs = 60_000
/** So long a host may take to end what was begun there; a program that ends has little more. */
const mostEndingMs = 4_000

/** What one host of a window needs. `client` makes one that has not been connected. */
export interface WindowHostParts {
  readonly name: string
  readonly client: () => Promise<Pick<HostClient, 'connect' | 'subscribe' | 'request' | 'close'>>
  readonly clock: Clock
  readonly tell: (notice: EngineNotice) => void
  /** Its state, or what has to be asked for anew because something may have been missed. */
  readonly changed: (anew: boolean) => void
}

type Client = Awaited<ReturnType<WindowHostParts['client']>>

/** What is known of a host is as it was told last, whether it can be reached or not; ids are those of a window. */
export class WindowHost {
  readonly #parts: WindowHostParts
  #of: OfHost
  readonly #stop = new AbortController()
  readonly sessions = new Map<string, SessionSummary>()
  readonly approvals = new Map<string, ApprovalRequest>()
  readonly questions = new Map<string, Question>()
  #state: HostState
  #client: Client | undefined
  /** The number of its last push; pushes are held while the whole is asked for. */
  #pushes = 0
  #held: Push[] | undefined
  #anewAt = -anewMs
  /** Whose whole is about to be asked for. */
  #anewSoon: Client | undefined
  #heldSize = 0
  #size = 0
  #inContainer = false
  readonly #begun = new BegunHere()

  constructor(parts: WindowHostParts) {
    this.#parts = parts
    this.#of = new OfHost(parts.name)
    this.#state = { name: parts.name, state: 'connecting' }
  }

  get state(): HostState {
    return this.#state
  }

  /** Connects, and keeps trying, until `close` or the host cannot be spoken with. */
  start(): void {
    this.#run().catch((error: unknown) => {
      this.#leave(problemOf(error), error instanceof HostFault ? error.said : '')
    })
  }

  /** Tries one again that was given up. */
  retry(): void {
    if (this.#state.state !== 'over') return
    this.#say({ state: 'connecting' })
    this.start()
  }

  /** Asks it. Throws FaultError at once where it cannot be reached: nothing is asked later that a person asked now. */
  async request<C extends RequestChannel>(channel: C, payload: RequestOf<C>): Promise<ResponseOf<C>> {
    const { name } = this.#parts
    if (this.#state.state !== 'connected' || !this.#client)
      throw new FaultError({ code: 'connection-failed', message: `${name} is not connected.` })
    try {
      const client = this.#client
      const asked = client.request(channel, payload)
      this.#begun.asked(channel, payload, asked)
      const answer = answerOf(channel, await asked, this.#of, payload)
      if (client === this.#client) this.#listed(channel, payload, answer)
      return answer
    } catch (error) {
      if (error instanceof BrokenForm) this.#leave(problemOf(error))
      if (error instanceof FaultError) {
        // What it advises stands with its name as well, and is none of this machine's remedies, which are there to be copied.
        const { message, remedy, ...fault } = error.fault
        throw new FaultError({ ...fault, message: withRemedy(`${name}: ${message}`, remedy) }, error)
      }
      throw error
    }
  }

  /** What a window lists of it, beyond what it told by itself, is taken from that window with the rest. */
  #listed<C extends RequestChannel>(channel: C, payload: RequestOf<C>, answer: ResponseOf<C>): void {
    if (channel !== 'session.list') return
    const { archived, search } = payload as RequestOf<'session.list'>
    if (archived === true || search !== undefined) return
    for (const { preview: _, archived: __, ...session } of (answer as ResponseOf<'session.list'>).items)
      if (!this.sessions.has(session.id) && !this.#keep(this.sessions, session, most.sessions))
        throw new BrokenForm({ kind: 'sessions' })
  }

  /** Leaves it: what runs there goes on, what waits there waits, and nothing of it is known here any more. */
  close(): void {
    this.#stop.abort(new Error('closed'))
    this.#client?.close()
    this.#forget()
  }

  /** The same, once what was begun from here is ended there. Where the host cannot be reached, or takes too long, that goes on. */
  async endAndClose(): Promise<void> {
    const client = this.#client
    if (client && this.#state.state === 'connected') {
      const over = new AbortController()
      const late = this.#parts.clock.sleep(mostEndingMs, over.signal).catch(() => undefined)
      await Promise.race([this.#begun.end((...asked) => client.request(...asked)), late])
      over.abort()
    }
    this.close()
  }

  #isClosed(): boolean {
    return this.#stop.signal.aborted
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop
    for (let wait = firstWaitMs; !signal.aborted; wait = Math.min(wait * 2, mostWaitMs)) {
      const client = await this.#parts.client()
      if (this.#isClosed()) return
      this.#client = client
      client.subscribe((notice) => {
        if (client === this.#client) this.#hear(notice)
      })
      try {
        const { banner, said, aheadMs } = await client.connect()
        this.#follows(aheadMs)
        await this.#catchUp(client)
        this.#say({ state: 'connected', said: banner + said })
        return
      } catch (error) {
        this.#client = undefined
        client.close()
        if (this.#isClosed()) return
        if (!(error instanceof FaultError)) throw error
        const problem = problemOf(error)
        const said = error instanceof HostFault ? error.banner + error.said : ''
        if (error instanceof HostFault && error.lasting) {
          this.#leave(problem, said)
          return
        }
        this.#say({ state: 'lost', why: problem, said })
        await this.#parts.clock.sleep(wait, signal).catch(() => undefined)
      }
    }
  }

  #hear(notice: HostNotice): void {
    try {
      if (notice.kind === 'push') this.#push(notice.push)
      else if (notice.kind === 'lost') this.#say({ ...notice, state: 'lost' })
      else if (notice.kind === 'over') this.#leave(notice.fault.problem, notice.fault.said)
      // Of a clock that was set meanwhile all that is known has other times.
      else if (!this.#follows(notice.aheadMs) && notice.resumed) this.#say({ state: 'connected' })
      else this.#again()
    } catch (error) {
      if (!(error instanceof BrokenForm)) throw error
      this.#leave(problemOf(error))
    }
  }

  /** Takes its times to be ahead of the clock here by so much; whether they were not taken so before. */
  #follows(aheadMs: number): boolean {
    if (Math.abs(aheadMs - this.#of.aheadMs) < nearMs) return false
    this.#of = new OfHost(this.#parts.name, aheadMs)
    return true
  }

  #push(push: Push): void {
    if (!this.#held && push.seq !== this.#pushes + 1) this.#again()
    if (!this.#held) this.#take(push)
    else {
      this.#held.push(push)
      this.#heldSize += sizeOf(push)
      if (this.#heldSize > most.characters) throw new BrokenForm({ kind: 'waiting' })
    }
  }

  /** Something was missed: the whole is asked for, and windows ask for what they show. */
  #again(): void {
    const client = this.#client
    if (!client || client === this.#anewSoon) return
    this.#askAnew(client).then(
      () => {
        if (client === this.#client) this.#say({ state: 'connected' }, true)
      },
      (error: unknown) => {
        // Where the line was lost once more, the next one catches up.
        if (error instanceof HostFault && !error.lasting) return
        this.#leave(problemOf(error))
      },
    )
  }

  async #askAnew(client: Client): Promise<void> {
    const { clock } = this.#parts
    this.#held ??= []
    this.#anewSoon = client
    try {
      const wait = this.#anewAt + anewMs - clock.now()
      if (wait > 0) await clock.sleep(wait, this.#stop.signal)
    } finally {
      if (client === this.#anewSoon) this.#anewSoon = undefined
    }
    this.#anewAt = clock.now()
    if (client === this.#client) await this.#catchUp(client)
  }

  async #catchUp(client: Client): Promise<void> {
    this.#held ??= []
    const snapshot = await client.request('app.hello', {})
    if (client !== this.#client || this.#stop.signal.aborted) return
    this.#pushes = snapshot.seq
    this.#inContainer = inContainerAlone(snapshot.sandbox)
    this.#settle(snapshot)
    const held = this.#held
    this.#letGo()
    for (const push of held) if (push.seq > this.#pushes) this.#take(push)
  }

  #letGo(): void {
    this.#held = undefined
    this.#heldSize = 0
  }

  /** Brings what is known to what the snapshot says, and tells what became otherwise. */
  #settle(snapshot: Pick<AppSnapshot, 'sessions' | 'approvals' | 'questions'>): void {
    if (snapshot.sessions.length > most.sessions) throw new BrokenForm({ kind: 'sessions' })
    this.#begun.settle(snapshot.sessions)
    const sessions = snapshot.sessions.map((session) => this.#of.session(session))
    const approvals = snapshot.approvals.map((request) => this.#of.request(request))
    const questions = snapshot.questions.map((question) => this.#of.question(question))
    const there = new Set([...sessions, ...approvals, ...questions].map(({ id }) => id))
    for (const session of sessions) this.#session(session)
    for (const request of approvals)
      if (request.state === 'pending') this.#event(request.sessionId, { type: 'approval.requested', request })
    for (const question of questions) this.#event(question.sessionId, { type: 'question.asked', question })
    this.#over((id) => !there.has(id))
  }

  #take(push: Push): void {
    this.#pushes = push.seq
    // What a host says of its windows, its servers and its grants is not about this one; of its sandbox only that it has none is said with its name.
    if (push.kind === 'sandbox' && inContainerAlone(push.sandbox) !== this.#inContainer) {
      this.#inContainer = !this.#inContainer
      this.#say(this.#state)
    }
    if (push.kind === 'session') this.#session(this.#of.session(push.session))
    if (push.kind === 'removed') this.#removed(this.#of.id(push.sessionId))
    if (push.kind !== 'events') return
    for (const each of push.events) {
      this.#begun.follow(each)
      const event = this.#of.event(each)
      this.#follow(event.event)
      this.#parts.tell({ kind: 'event', event })
    }
  }

  #session(session: SessionSummary): void {
    if (!this.#keep(this.sessions, session, most.sessions)) throw new BrokenForm({ kind: 'sessions' })
    this.#parts.tell({ kind: 'session', session })
  }

  #removed(sessionId: string): void {
    this.#drop(this.sessions, sessionId)
    this.#parts.tell({ kind: 'removed', sessionId })
  }

  /** Tells what no event of a session told. It is none of its record: no event of that is left out for it. */
  #event(sessionId: string, event: AgentEvent): void {
    this.#follow(event)
    const at = new Date(this.#parts.clock.now()).toISOString()
    this.#parts.tell({ kind: 'event', event: { sessionId, seq: 1, at, event } })
  }

  #follow(event: AgentEvent): void {
    if (event.type === 'approval.requested') this.#asked(this.approvals, event.request, wordsOf)
    else if (event.type === 'question.asked')
      this.#asked(this.questions, event.question, ({ message, matter }) => [message, matter])
    else if (event.type === 'approval.resolved') this.#drop(this.approvals, event.request.id)
    else if (event.type === 'question.resolved') this.#drop(this.questions, event.question.id)
    else if (event.type === 'approval.assessed' || event.type === 'approval.rehearsed') {
      const request = this.approvals.get(event.requestId)
      if (!request) return
      if (event.type === 'approval.rehearsed') {
        const { rehearsal, offers = request.offers } = event
        this.#waits(this.approvals, { ...request, rehearsal, offers })
        return
      }
      const { facts, floor } = request.assessment
      const assessment = { ...(facts && { facts }), ...(floor && { floor }), ...event.update }
      this.#waits(this.approvals, { ...request, assessment })
    }
  }

  /** What waits is what it was: a person may have read it, and be about to answer. */
  #asked<W extends ApprovalRequest | Question>(
    all: Map<string, W>,
    one: W,
    words: (one: W) => unknown,
  ): void {
    const before = all.get(one.id)
    if (before && JSON.stringify(words(before)) !== JSON.stringify(words(one)))
      throw new BrokenForm({ kind: 'changed' })
    this.#waits(all, one)
  }

  #waits<W extends ApprovalRequest | Question>(all: Map<string, W>, one: W): void {
    if (!this.#keep(all, one, most.waiting)) throw new BrokenForm({ kind: 'waiting' })
  }

  /** Whether that is still no more than can be. */
  #keep<K extends Kept>(all: Map<string, K>, one: K, limit: number): boolean {
    const before = all.get(one.id)
    this.#size += sizeOf(one) - (before ? sizeOf(before) : 0)
    all.set(one.id, one)
    return all.size <= limit && this.#size <= most.characters
  }

  #drop<K extends Kept>(all: Map<string, K>, id: string): void {
    const before = all.get(id)
    if (before && all.delete(id)) this.#size -= sizeOf(before)
  }

  /** Takes back here what waits and what is listed, where it is over there. */
  #over(isOver: (id: string) => boolean): void {
    for (const request of [...this.approvals.values()])
      if (isOver(request.id))
        this.#event(request.sessionId, {
          type: 'approval.resolved',
          request: { ...request, state: 'expired' },
        })
    for (const question of [...this.questions.values()])
      if (isOver(question.id))
        this.#event(question.sessionId, {
          type: 'question.resolved',
          question: { ...question, state: 'withdrawn' },
        })
    for (const id of [...this.sessions.keys()]) if (isOver(id)) this.#removed(id)
  }

  #forget(): void {
    this.#over(() => true)
  }

  /** It is not spoken with any more, and nothing that it said counts, unless it just could not be reached. */
  #leave(why: HostProblem, said = ''): void {
    if (this.#stop.signal.aborted) return
    const client = this.#client
    this.#client = undefined
    this.#letGo()
    client?.close()
    if (!stands.has(why.kind)) this.#forget()
    this.#say({ state: 'over', why, said })
  }

  #say({ state, why, said = '' }: Omit<HostState, 'name'>, anew = false): void {
    if (this.#stop.signal.aborted) return
    this.#state = {
      ...{ name: this.#parts.name, state },
      ...(why && { why }),
      ...(this.#inContainer && { boundary: 'container' }),
      ...(said.trim() !== '' && { said: endOfSaid(said) }),
    }
    this.#parts.changed(anew)
  }
}

/** It did not come to an engine, so that what was told last is as true as while a line is lost. */
const stands: ReadonlySet<HostProblem['kind']> = new Set(['unanswered', 'early'])

type Kept = SessionSummary | ApprovalRequest | Question

/** A message that is a sentence already gets no second full stop. */
const withRemedy = (message: string, remedy: string | undefined): string =>
  remedy === undefined ? message : `${message.replace(/\.$/, '')}. ${remedy}`

const sizeOf = (one: Kept | Push): number => JSON.stringify(one).length

/** What of a request never changes while it waits. */
const wordsOf = ({ command, cwd, changes, input, tool, edited }: ApprovalRequest): unknown => [
  ...[command, cwd, changes, input, tool, edited],
]
