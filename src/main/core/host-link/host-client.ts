import { FaultError } from '@shared/domain/fault'
import type { HostPipeEnd, HostProblem } from '@shared/domain/host-problem'
import type { LentKey } from '@shared/domain/lent-key'
import type { Push } from '@shared/ipc/push'
import { forms, type RequestOf, type ResponseOf } from '@shared/ipc/contract'
import type { RequestChannel } from '@shared/ipc/channels'
import type { Clock } from '../ports/system'
import { tooLong } from '../text/line-cutter'
import { cutAnswer } from './cut-answer'
import { faultOf, greetHost, half, HostFault, problemOf, type GreetedHost } from './greet-host'
import { EngineBody, HostFrame, hostProtocol, largestToHost, type EngineHello } from './host-frames'
import { readJson } from '../text/read-json'
import type { HostPipe, OpenHostPipe } from './host-pipe'
import { BrokenForm, NumberedLine } from './numbered-line'

/** A host is spoken to so often; one that says nothing so many looks in a row has lost the line. Looks are counted, for machines sleep. */
const lookMs = 10_000
const mostSilentLooks = 3
/** Bytes of what is asked; the rest of the line is its frame. */
const mostAsked = largestToHost - 1024 * 1024
/** Deeper is nothing that an engine says; what looks through a value, here or in a window, goes down as often. */
const mostDeep = 200
/** So much is told of why the engine refused. */
const mostOfFault = { text: 2_000, list: 0 }
const firstWaitMs = 500
const mostWaitMs = 30_000
/** What carries a line is ended after a second (HostPipe.end). */
const mostLeavingMs = 1_200

/**
 * What a client tells. `lost`: the pipe broke, or the next did not come up with what was said over it, and another is tried; `back`: with `resumed` nothing was missed, else everything has to be asked
 * for anew, `aheadMs` as of `GreetedHost`; `over`: nothing comes any more.
 */
export type HostNotice =
  | { readonly kind: 'push'; readonly push: Push }
  | { readonly kind: 'lost'; readonly why: HostProblem; readonly said?: string }
  | { readonly kind: 'back'; readonly resumed: boolean; readonly engine: string; readonly aheadMs: number }
  | { readonly kind: 'over'; readonly fault: HostFault }

/** What a client of a host needs. `room` resolves when what was told has been taken; the host is not read meanwhile. */
export interface HostClientParts {
  readonly open: OpenHostPipe
  readonly version: string
  readonly clock: Clock
  /** 32 hexadecimal digits that nobody can guess. */
  readonly lineId: () => string
  readonly withinMs: number
  /** What is lent to the engine over each pipe, looked up for it. Never rejects. */
  readonly lend?: (() => Promise<Lent>) | undefined
  readonly room?: (() => Promise<void>) | undefined
  /** Asked when a pipe broke and the next does not come up: why none can any more, however often it is tried. */
  readonly whyOver?: (() => Promise<HostFault | undefined>) | undefined
}

/** What a first pipe came to; `missing` as of `Lent`, `aheadMs` as of `GreetedHost`. */
export interface Connected {
  readonly hello: EngineHello
  readonly aheadMs: number
  readonly banner: string
  readonly said: string
  readonly missing: readonly string[]
}

/** Keys to lend, and the providers of which there is none. */
export interface Lent {
  readonly keys: readonly LentKey[]
  readonly missing: readonly string[]
}

interface Pending {
  readonly channel: RequestChannel
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/**
 * The engine of a host, by the window's own contract. A pipe that breaks is opened again until `close`; a request is done once, over however
 * many pipes it takes. Everything that comes is checked by the contract's schemas, and a host that breaks them is not spoken with any more.
 */
export class HostClient {
  readonly #parts: HostClientParts
  readonly #stop = new AbortController()
  readonly #pending = new Map<number, Pending>()
  readonly #listeners = new Set<(notice: HostNotice) => void>()
  readonly #pings = new Map<number, PromiseWithResolvers<undefined>>()
  #lineId: string
  #line = new NumberedLine()
  #pipe: HostPipe | undefined
  #asked = 0
  #over: HostFault | undefined

  constructor(parts: HostClientParts) {
    this.#parts = parts
    this.#lineId = parts.lineId()
  }

  /** Opens the first pipe. Throws HostFault where no engine answers; nothing is tried again then. */
  async connect(): Promise<Connected> {
    const { pipe, greeted, missing } = await this.#open()
    this.#keep(pipe, greeted).catch((error: unknown) => {
      pipe.end()
      this.#end(new HostFault(problemOf(error), { said: '' }))
    })
    const { hello, aheadMs, banner } = greeted
    return { hello, aheadMs, banner, said: pipe.said(), missing }
  }

  /** Has the listener told what comes; returns what ends that. */
  subscribe(listener: (notice: HostNotice) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Asks the engine. Throws FaultError as the engine does; `bad-request` for more than a line takes; `connection-failed` where the host is given up or its engine is another by now, and then it
   * is not known whether it was done.
   */
  async request<C extends RequestChannel>(channel: C, payload: RequestOf<C>): Promise<ResponseOf<C>> {
    if (this.#over) throw this.#over
    // The engine would end the pipe, and the next as well.
    const asked = JSON.stringify(payload)
    if (new TextEncoder().encode(asked).length > mostAsked)
      throw new FaultError({
        code: 'bad-request',
        message: `This is too much for one request to a host; expected at most ${String(mostAsked / 1024 / 1024)} MB.`,
      })
    const id = (this.#asked += 1)
    const value = await new Promise<unknown>((resolve, reject) => {
      this.#pending.set(id, { channel, resolve, reject })
      this.#line.sendText(`{"id":${String(id)},"channel":${JSON.stringify(channel)},"payload":${asked}}`)
    })
    return value as ResponseOf<C>
  }

  /** Resolves when the host's engine has answered that it is there. Throws HostFault where the pipe breaks first. */
  async ping(): Promise<void> {
    if (this.#over) throw this.#over
    const id = (this.#asked += 1)
    const pong = Promise.withResolvers<undefined>()
    this.#pings.set(id, pong)
    this.#line.say({ ping: id })
    await pong.promise
    this.#pings.delete(id)
  }

  /** Says that nothing more is asked, and ends the pipe. */
  close(): void {
    if (this.#stop.signal.aborted) return
    this.#line.say({ bye: true })
    this.#stop.abort(new Error('closed'))
    this.#pipe?.end()
    this.#end(new HostFault({ kind: 'left' }, { said: '' }))
  }

  /**
   * Says that nothing more is asked, and resolves when that is on its way: what carries the line is over, at the latest after a second. A program that
   * ended before would take the word along, and what is worked on for it there would go on.
   */
  async leave(): Promise<void> {
    this.close()
    const over = new AbortController()
    const late = this.#parts.clock.sleep(mostLeavingMs, over.signal).catch(() => undefined)
    // What it has started may hold its output for longer.
    await Promise.race([this.#pipe?.ended, late])
    over.abort()
  }

  #isClosed(): boolean {
    return this.#stop.signal.aborted
  }

  async #open(): Promise<{
    readonly pipe: HostPipe
    readonly greeted: GreetedHost
    readonly missing: readonly string[]
  }> {
    const { open, version, clock, withinMs } = this.#parts
    const pipe = await open()
    this.#pipe = pipe
    if (this.#isClosed()) pipe.end()
    const { received } = this.#line
    const greeted = await greetHost(
      pipe,
      { countersign: 'client', protocol: hostProtocol, version, line: this.#lineId, received },
      { clock, withinMs },
    )
    const { hello } = greeted
    const { keys, missing } = (await this.#parts.lend?.()) ?? { keys: [], missing: [] }
    // Before anything that needs them, and in no message: what is kept to be sent again has no key in it.
    if (keys.length > 0) pipe.write(`${JSON.stringify({ ack: 0, lend: keys })}\n`)
    const write = (text: string): void => {
      pipe.write(text)
    }
    if (hello.line === 'resumed' && this.#line.canResume(hello.received)) {
      this.#line.attach(write, hello.received)
      return { pipe, greeted, missing }
    }
    const lost = new HostFault({ kind: 'line-lost' }, { said: '' })
    for (const { reject } of this.#pending.values()) reject(lost)
    this.#pending.clear()
    this.#line = new NumberedLine()
    this.#line.attach(write, 0)
    return { pipe, greeted, missing }
  }

  async #keep(first: HostPipe, greeted: GreetedHost): Promise<void> {
    const { signal } = this.#stop
    let [pipe, host] = [first, greeted]
    let wait = firstWaitMs
    for (;;) {
      const before = this.#line.received
      const fault = await this.#hear(pipe, host)
      this.#line.detach()
      pipe.end()
      for (const { reject } of this.#pings.values()) reject(fault)
      this.#pings.clear()
      if (signal.aborted) return
      if (fault.lasting) {
        this.#end(fault)
        return
      }
      if (this.#line.received > before) wait = firstWaitMs
      let lost = fault
      for (let opened = false; !opened;) {
        this.#tell({ kind: 'lost', why: lost.problem, said: lost.banner + lost.said })
        try {
          await this.#parts.clock.sleep(wait, signal)
          wait = Math.min(wait * 2, mostWaitMs)
          const next = await this.#open()
          if (this.#isClosed()) {
            next.pipe.end()
            return
          }
          ;[pipe, host, opened] = [next.pipe, next.greeted, true]
        } catch (error) {
          if (this.#isClosed()) return
          if (!(error instanceof HostFault)) throw error
          const over = error.lasting ? error : await this.#parts.whyOver?.()
          if (over) {
            this.#end(over)
            return
          }
          lost = error
        }
      }
      const { aheadMs } = host
      const { line, engine } = host.hello
      this.#tell({ kind: 'back', resumed: line === 'resumed', engine, aheadMs })
    }
  }

  /** Takes what a pipe brings until it ends, and says why it did. */
  async #hear(pipe: HostPipe, { lines }: GreetedHost): Promise<HostFault> {
    const over = new AbortController()
    const host = { heard: 0, silent: false }
    const look = async (): Promise<void> => {
      for (let looks = 0; looks < mostSilentLooks;) {
        const before = host.heard
        this.#line.say({ ping: 0 })
        await this.#parts.clock.sleep(lookMs, over.signal)
        looks = host.heard > before ? 0 : looks + 1
      }
      host.silent = true
      pipe.end()
    }
    look().catch(() => undefined) // the pipe has ended
    const fault = (problem: HostProblem, lasting = false): HostFault => faultOf(pipe, problem, { lasting })
    try {
      for await (const line of lines) {
        host.heard += 1
        if (line === half) return fault({ kind: 'half' })
        if (line === tooLong) return fault({ kind: 'too-long' }, true)
        this.#take(line)
        await this.#parts.room?.()
      }
      if (host.silent) return fault({ kind: 'silent' })
      const cut = this.#parts.clock.sleep(1_000).then((): HostPipeEnd => ({ kind: 'cut-off' }))
      return fault({ kind: 'ended', end: await Promise.race([pipe.ended, cut]) })
    } catch (error) {
      if (error instanceof BrokenForm) return fault({ kind: 'broken', what: error.what }, true)
      throw error
    } finally {
      over.abort()
    }
  }

  #take(text: string): void {
    const frame = readJson(HostFrame, text)
    if (!frame) throw new BrokenForm({ kind: 'message' })
    if (frame.pong !== undefined) this.#pings.get(frame.pong)?.resolve(undefined)
    const message = this.#line.take(frame)
    if (!message) return
    this.#line.say()
    const body = isWithin(mostDeep, message.body) ? EngineBody.safeParse(message.body).data : undefined
    if (!body) throw new BrokenForm({ kind: 'body' })
    if ('push' in body) {
      this.#tell({ kind: 'push', push: body.push })
      return
    }
    const pending = this.#pending.get(body.id)
    if (!pending) throw new BrokenForm({ kind: 'unasked' })
    this.#pending.delete(body.id)
    if (!body.reply.ok) {
      pending.reject(new FaultError(cutAnswer(body.reply.fault, mostOfFault).answer))
      return
    }
    const response = forms[pending.channel].response.safeParse(body.reply.value)
    if (response.success) pending.resolve(response.data)
    else {
      const broken = new BrokenForm({ kind: 'answer', channel: pending.channel })
      pending.reject(new HostFault({ kind: 'broken', what: broken.what }, { said: '' }))
      throw broken
    }
  }

  #end(fault: HostFault): void {
    if (this.#over) return
    this.#over = fault
    for (const { reject } of this.#pending.values()) reject(fault)
    this.#pending.clear()
    this.#tell({ kind: 'over', fault })
  }

  #tell(notice: HostNotice): void {
    for (const listener of this.#listeners) listener(notice)
  }
}

const isWithin = (depth: number, value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((each) => isWithin(depth - 1, each)))
