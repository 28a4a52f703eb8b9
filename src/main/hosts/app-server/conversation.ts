import type { AgentEvent, SessionEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { ResponseItem } from '@shared/domain/response-item'
import type { EventMsg, WireEvent } from '../protocol/event-msg'
import type { UserInput } from '@shared/domain/user-input'
import { toFault } from '@shared/domain/fault'
import type { EventMapper } from '../protocol/event-mapper'
import { RequestError } from './request-error'

/** What begins a turn; `input` is what it says, which is told back. */
export interface Turn {
  readonly input: readonly UserInput[]
  readonly start: () => Promise<unknown>
  /** How it is said to the turn that runs; absent: it is always a turn of its own. */
  readonly steer?: Steer | undefined
}

/** A message for the turn that runs. `settings`: some come with it. `give` resolves to false where it has to be a turn of its own. */
export interface Steer {
  readonly clientId: string
  readonly settings: boolean
  readonly give: () => Promise<boolean>
}

/** What a conversation needs of the server around it. `delivered` gets every event in order, before the next is mapped. */
export interface ConversationWorld {
  readonly mapper: EventMapper
  readonly interrupt: () => Promise<void>
  /** The request in the form in which it is to be shown; waits where the client wants the model's view with it. */
  readonly readyToShow: (request: ApprovalRequest) => Promise<ApprovalRequest>
  readonly failed: (error: unknown) => void
  readonly delivered: (events: readonly WireEvent[], source: SessionEvent | undefined) => void
}

/** So many messages may wait for a running turn. */
const maxQueued = 100
/** So many pieces of output may wait to be mapped; more are left out until an event of another kind comes. */
const maxPieces = 10_000

/**
 * One conversation as this client drives it: its submissions numbered from 0 in the order in which they came, its events
 * one after the other. A message that comes while a turn runs is said to that turn, or else is one of its own behind it.
 */
export class Conversation {
  readonly #world: ConversationWorld
  readonly #queued: { readonly id: string; readonly turn: Turn }[] = []
  #order: Promise<void> = Promise.resolve()
  #pieces = 0
  #submissions = 0
  #running = false
  /** Settings were changed since the turn that runs began. */
  #reconfigured = false
  #steering: Promise<unknown> = Promise.resolve()

  constructor(world: ConversationWorld) {
    this.#world = world
  }

  /** Numbers a submission: the id that its events carry. */
  submission(): string {
    return String(this.#submissions++)
  }

  /**
   * Starts a turn, or says its message to the one that runs, or puts it behind that. Resolves when it has begun, is given or waits;
   * its events only follow once the answer to the request is out. Throws what the engine throws, and then there is no turn.
   */
  async submit(turn: Turn, id: string = this.submission()): Promise<void> {
    if (this.#running && (await this.#steered(turn))) return
    if (this.#running) {
      if (this.#queued.length >= maxQueued)
        throw new RequestError(
          `${String(maxQueued)} messages already wait for the running turn; expected no more before it ends`,
        )
      this.#queued.push({ id, turn })
      return
    }
    let release: () => void = () => undefined
    const answered = new Promise<void>((resolve) => {
      release = resolve
    })
    void this.#inOrder(() => answered)
    try {
      await this.#begin(id, turn)
    } finally {
      // The answer is written before the next turn of the loop.
      setImmediate(() => {
        release()
      })
    }
  }

  /** Stops the running turn and drops what waits behind it; resolves when the client has been told of both. */
  async interrupt(submission: string = this.submission()): Promise<void> {
    void submission
    for (const { id } of this.#queued.splice(0))
      void this.#emit({ id, msg: { type: 'turn_aborted', reason: 'interrupted' } })
    await this.#world.interrupt()
    await this.#inOrder(() => Promise.resolve())
  }

  /** Takes an event of the session. */
  take(entry: SessionEvent): void {
    const { event } = entry
    if (!this.#room(event)) return
    if (event.type === 'session.configured') this.#reconfigured = true
    if (event.type === 'turn.started') {
      this.#running = true
      this.#reconfigured = false
    }
    if (event.type === 'turn.finished')
      setImmediate(() => {
        this.#running = false
        this.#beginNext()
      })
    this.#map(entry, (shown) => this.#world.mapper.map(shown))
  }

  /** Takes an event of a session that works for this one. */
  takeOfChild(entry: SessionEvent): void {
    if (this.#room(entry.event))
      this.#map(entry, (shown) => this.#world.mapper.mapOfChild(entry.sessionId, shown))
  }

  /** Takes an item of the session's history. */
  takeItem(item: ResponseItem): void {
    void this.#inOrder(() => {
      this.#world.delivered([this.#world.mapper.item(item)], undefined)
      return Promise.resolve()
    })
  }

  /** Counts a piece of output; false: too many wait, and it is left out. */
  #room({ type }: AgentEvent): boolean {
    if (type !== 'command.output') return true
    if (this.#pieces >= maxPieces) return false
    this.#pieces += 1
    return true
  }

  #map(entry: SessionEvent, map: (event: AgentEvent) => Promise<WireEvent[]>): void {
    const { event } = entry
    void this.#inOrder(async () => {
      if (event.type === 'command.output') this.#pieces -= 1
      const shown =
        event.type === 'approval.requested'
          ? { ...event, request: await this.#world.readyToShow(event.request) }
          : event
      this.#world.delivered(await map(shown), { ...entry, event: shown })
    })
  }

  /** Says a message to the turn that runs, behind those before it; false: it has to be a turn of its own. */
  #steered({ input, steer }: Turn): Promise<boolean> {
    if (!steer) return Promise.resolve(false)
    const given = this.#steering.then(async () => {
      if (this.#queued.length > 0 || (steer.settings && this.#reconfigured)) return false
      const { mapper } = this.#world
      mapper.expectSteered(steer.clientId, input)
      const taken = await steer.give().catch((error: unknown) => {
        mapper.forgetSteered(steer.clientId)
        throw error
      })
      if (!taken) mapper.forgetSteered(steer.clientId)
      return taken
    })
    this.#steering = given.catch(() => undefined) // whoever gave it is told
    return given
  }

  /** Tells the client something that is no event of the session's, in its place among them; resolves when it is told. */
  emit(msg: EventMsg, id = ''): Promise<void> {
    return this.#emit({ id, msg })
  }

  /** The same, behind the answer to the request that is being handled. */
  emitAfterAnswer(messages: readonly EventMsg[]): void {
    void this.#inOrder(async () => {
      // The answer is written before the next turn of the loop.
      await new Promise((resolve) => setImmediate(resolve))
      this.#world.delivered(
        messages.map((msg) => ({ id: '', msg })),
        undefined,
      )
    })
  }

  #emit(event: WireEvent): Promise<void> {
    return this.#inOrder(() => {
      this.#world.delivered([event], undefined)
      return Promise.resolve()
    })
  }

  async #begin(id: string, turn: Turn): Promise<void> {
    this.#running = true
    void this.#inOrder(() => {
      this.#world.mapper.expect(id, turn.input)
      return Promise.resolve()
    })
    try {
      await turn.start()
    } catch (error) {
      this.#running = false
      setImmediate(() => {
        this.#beginNext()
      })
      throw error
    }
  }

  #beginNext(): void {
    const next = this.#running ? undefined : this.#queued.shift()
    if (!next) return
    this.#begin(next.id, next.turn).catch((error: unknown) => {
      // Nobody waits for an answer to it any more, so it is told as an event.
      void this.#emit({ id: next.id, msg: { type: 'error', message: toFault(error).message } })
    })
  }

  #inOrder(step: () => Promise<void>): Promise<void> {
    // A step that fails must not stop the ones behind it.
    this.#order = this.#order.then(step).catch((error: unknown) => {
      this.#world.failed(error)
    })
    return this.#order
  }
}
