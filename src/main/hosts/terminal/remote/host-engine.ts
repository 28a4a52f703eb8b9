import type { SessionEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import { inContainerAlone } from '@shared/domain/sandbox-policy'
import { FaultError } from '@shared/domain/fault'
import type { ResponseOf } from '@shared/ipc/contract'
import type { Question } from '@shared/domain/question'
import type { ReviewTarget } from '@shared/domain/review'
import type { Push } from '@shared/ipc/push'
import type {
  EngineNotice,
  ListQuery,
  OpenedSession,
  SessionInput,
  SessionPage,
} from '../../../core/engine/engine-service'
import { HostFault } from '../../../core/host-link/greet-host'
import type { HostClient, HostNotice } from '../../../core/host-link/host-client'
import type { RunEngine } from '../run-once'

/** A line that was lost long ago has missed so many pages at most; of more the earliest are left out. */
const mostPages = 50

/**
 * A host's engine as a run in the terminal needs one. What was missed while the line was lost is read again, each event is told once, and what
 * waits is told where it was not.
 */
export class HostEngine implements RunEngine {
  readonly #client: Pick<HostClient, 'request' | 'subscribe'>
  readonly #engine: string
  readonly #pieces: boolean
  readonly #listeners = new Set<(notice: EngineNotice) => void>()
  readonly #waiting = new Map<string, ApprovalRequest>()
  readonly #asked = new Set<string>()
  readonly #last = new Map<string, number>()
  /** What was told of messages that are not complete, by item. */
  readonly #texts = new Map<string, string>()
  readonly #begun = new Map<string, { readonly seq: number; readonly turnId: string }>()
  /** The session that is followed. */
  #session: string | undefined
  #opened: readonly SessionEvent[] = []
  /** What waited when this began. */
  #before: readonly ApprovalRequest[] = []
  #pushes = 0
  #inContainer = false
  #held: Push[] | undefined
  #caughtUp: Promise<void> = Promise.resolve()
  #fail: (error: unknown) => void = () => undefined

  /** Never resolves; rejects where the host's engine is not to be had any more. */
  readonly failed: Promise<never>

  /** `engine` is the id that it greeted with. `pieces`: a message that is only known whole is told as a piece as well, for who prints those. */
  constructor(client: Pick<HostClient, 'request' | 'subscribe'>, engine: string, pieces = true) {
    this.#client = client
    this.#pieces = pieces
    this.#engine = engine
    this.failed = new Promise<never>((_, reject) => {
      this.#fail = reject
    })
    this.failed.catch(() => undefined) // whoever waits for it is told
    client.subscribe((notice) => {
      this.#hear(notice)
    })
  }

  /** Whether commands there are held by nothing but the container, as it was told last. */
  get inContainerAlone(): boolean {
    return this.#inContainer
  }

  /** Asks for the engine's state, from which on it tells what happens. */
  async begin(): Promise<void> {
    const { seq, approvals, sandbox } = await this.#client.request('app.hello', {})
    this.#pushes = seq
    this.#inContainer = inContainerAlone(sandbox)
    this.#before = approvals
  }

  /** Tells the last turn of the session that was opened once more, with what waits in it. Throws FaultError `no-turn` where it has none. */
  tellTurn(): void {
    const events = this.#opened
    const start = events.findLastIndex(({ event }) => event.type === 'turn.started')
    const first = events[start]
    if (!first)
      throw new FaultError({ code: 'no-turn', message: 'The session has no turn yet; expected a prompt.' })
    this.#last.set(first.sessionId, first.seq - 1)
    for (const event of events.slice(start)) this.#tell(event)
    for (const request of this.#before) {
      if (!this.#asked.has(request.id)) this.#ask(request)
      // As it stands now: with its rehearsal, of which no record tells.
      if (this.#waiting.has(request.id)) this.#waiting.set(request.id, request)
    }
  }

  /** Gives the engine there up, with a reason. */
  leave(error: Error): void {
    this.#fail(error)
  }

  subscribe(listener: (notice: EngineNotice) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async createSession(input: SessionInput) {
    const { cwd, provider, model, approvalPolicy, sandboxMode, demo, agent } = input
    if (typeof approvalPolicy === 'object')
      throw new FaultError({ code: 'bad-request', message: 'A host takes a policy by its name.' })
    return this.#client.request('session.create', {
      ...{ cwd, provider, model, approvalPolicy, sandboxMode, demo, agent },
    })
  }

  async openSession(sessionId: string): Promise<OpenedSession> {
    return this.#follow(await this.#client.request('session.open', { sessionId }))
  }

  async resumeSession(
    which: { readonly sessionId: string } | { readonly path: string },
  ): Promise<OpenedSession> {
    if (!('sessionId' in which))
      throw new FaultError({ code: 'bad-request', message: 'A session of a host is named by its id.' })
    return this.#follow(await this.#client.request('session.resume', which))
  }

  async listSessions({ limit }: ListQuery): Promise<SessionPage> {
    const { items } = await this.#client.request('session.list', { limit })
    return { items }
  }

  async startTurn(...[sessionId, input, overrides]: Parameters<RunEngine['startTurn']>) {
    if (typeof input !== 'string')
      throw new FaultError({ code: 'bad-request', message: 'A host takes no pictures of this machine.' })
    const ask = () => this.#client.request('turn.start', { sessionId, text: input, overrides })
    const before = this.#last.get(sessionId) ?? 0
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof HostFault) || error.lasting) throw error
      // Nobody knows whether it was taken: its record does.
      this.#catchUp()
      await this.#caughtUp
      const begun = this.#begun.get(sessionId)
      return begun !== undefined && begun.seq > before ? { turnId: begun.turnId } : ask()
    }
  }

  /** Begins a review; see EngineService. */
  async startReview(sessionId: string, target: ReviewTarget): Promise<{ readonly turnId: string }> {
    return this.#client.request('review.start', { sessionId, target })
  }

  async interruptTurn(sessionId: string): Promise<void> {
    await this.#client.request('turn.interrupt', { sessionId }).catch((error: unknown) => {
      this.#fail(error)
    })
  }

  async decide(...[requestId, decision, by]: Parameters<RunEngine['decide']>) {
    const unasked = by === 'engine' ? ({ unasked: true } as const) : {}
    const ask = () => this.#client.request('approval.decide', { requestId, decision, ...unasked })
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof HostFault) || error.lasting) throw error
      return ask() // the first answer counts, and a second changes nothing
    }
  }

  async rehearse(requestId: string): Promise<boolean> {
    return (await this.#client.request('approval.rehearse', { requestId })).begun
  }

  pendingApproval(requestId: string): ApprovalRequest | undefined {
    return this.#waiting.get(requestId)
  }

  #follow({ session, events }: ResponseOf<'session.open'>): OpenedSession {
    this.#session = session.id
    this.#last.set(session.id, events.at(-1)?.seq ?? 0)
    this.#opened = events
    return { session, events }
  }

  #hear(notice: HostNotice): void {
    if (notice.kind === 'over') this.#fail(notice.fault)
    if (notice.kind === 'back' && notice.engine !== this.#engine) {
      this.#fail(new HostFault({ kind: 'replaced' }, { said: '' }))
      return
    }
    if (notice.kind === 'back' && !notice.resumed) this.#catchUp()
    if (notice.kind !== 'push') return
    const { push } = notice
    if (this.#held) this.#held.push(push)
    else if (push.seq === this.#pushes + 1) this.#take(push)
    else {
      this.#catchUp()
      this.#held = [push]
    }
  }

  #take(push: Push): void {
    this.#pushes = push.seq
    if (push.kind === 'sandbox') this.#inContainer = inContainerAlone(push.sandbox)
    if (push.kind === 'events') for (const event of push.events) this.#tell(event)
  }

  #tell(event: SessionEvent): void {
    const { sessionId, seq, event: told } = event
    if (seq <= (this.#last.get(sessionId) ?? 0)) return
    this.#last.set(sessionId, seq)
    if (told.type === 'turn.started') this.#begun.set(sessionId, { seq, turnId: told.turnId })
    if (told.type === 'approval.requested') {
      if (this.#asked.has(told.request.id)) return
      this.#asked.add(told.request.id)
      this.#waiting.set(told.request.id, told.request)
    }
    if (told.type === 'approval.resolved') this.#waiting.delete(told.request.id)
    if (told.type === 'approval.rehearsed') {
      const request = this.#waiting.get(told.requestId)
      const { rehearsal, offers = request?.offers } = told
      if (request && offers) this.#waiting.set(request.id, { ...request, rehearsal, offers })
    }
    if (told.type === 'question.asked') this.#decline(told.question)
    if (told.type === 'message.delta')
      this.#texts.set(told.itemId, (this.#texts.get(told.itemId) ?? '') + told.text)
    if (this.#pieces && told.type === 'message.completed') this.#tellRest(event, told)
    for (const listener of this.#listeners) listener({ kind: 'event', event })
  }

  /** A terminal has no way to ask what an MCP server asks: of the session that is followed it is declined, as in a run without a window. */
  #decline({ id: questionId, sessionId, askedBy }: Question): void {
    if (sessionId !== this.#session && askedBy?.parentId !== this.#session) return
    this.#client
      .request('question.answer', { questionId, answer: { action: 'decline' } })
      // Where the line was lost it waits, and is told again with its turn.
      .catch((error: unknown) => {
        if (!(error instanceof HostFault) || error.lasting) this.#fail(error)
      })
  }

  /** What of a message was not told piece by piece: a record has the whole alone. */
  #tellRest(
    completed: SessionEvent,
    { itemId, text }: { readonly itemId: string; readonly text: string },
  ): void {
    const before = this.#texts.get(itemId) ?? ''
    this.#texts.delete(itemId)
    if (text === before || !text.startsWith(before)) return
    const rest = { type: 'message.delta', itemId, text: text.slice(before.length) } as const
    for (const listener of this.#listeners) listener({ kind: 'event', event: { ...completed, event: rest } })
  }

  #catchUp(): void {
    this.#held ??= []
    this.#caughtUp = this.#readMissed().catch((error: unknown) => {
      // Where the line was lost once more, the next one catches up.
      if (!(error instanceof HostFault) || error.lasting) this.#fail(error)
    })
  }

  async #readMissed(): Promise<void> {
    const { seq, approvals, sandbox } = await this.#client.request('app.hello', {})
    this.#pushes = seq
    this.#inContainer = inContainerAlone(sandbox)
    const sessionId = this.#session
    if (sessionId !== undefined)
      for (const event of await this.#missed(sessionId, (this.#last.get(sessionId) ?? 0) + 1))
        this.#tell(event)
    for (const id of this.#waiting.keys())
      if (!approvals.some((each) => each.id === id)) this.#waiting.delete(id)
    // Of an agent that works for the session: its own events were not followed.
    for (const request of approvals) if (!this.#asked.has(request.id)) this.#ask(request)
    const held = this.#held ?? []
    this.#held = undefined
    for (const push of held) {
      if (push.seq <= this.#pushes) continue
      this.#take(push)
    }
  }

  /** Tells of a request whose own event was not followed. */
  #ask(request: ApprovalRequest): void {
    const { sessionId, createdAt: at } = request
    this.#asked.add(request.id)
    this.#waiting.set(request.id, request)
    // No event of its session is left out for it.
    const event = { sessionId, seq: 1, at, event: { type: 'approval.requested', request } } as const
    for (const listener of this.#listeners) listener({ kind: 'event', event })
  }

  async #missed(sessionId: string, from: number): Promise<readonly SessionEvent[]> {
    let { events, older } = await this.#client.request('session.open', { sessionId, from })
    for (let page = 1; older && (events[0]?.seq ?? 0) > from && page < mostPages; page += 1) {
      const earlier = await this.#client.request('session.open', { sessionId, from, before: older.before })
      events = [...earlier.events, ...events]
      older = earlier.older
    }
    return events
  }
}
