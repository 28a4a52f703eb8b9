import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { McpResult } from '@shared/domain/mcp-result'
import type { McpServer, McpServerStatus } from '@shared/domain/mcp-server'
import type { McpCallWorld } from '../../core/mcp/mcp-servers'
import type { Clock } from '../../core/ports/system'
import type { protocol } from './protocol'
import { readTools, type UnnamedTool } from './read-tools'

/** A way to speak to a server, made anew for each try. `reason` and `stderr` tell of its end. */
export interface ServerLine {
  readonly transport: Transport
  reason(): string | undefined
  /** Whether the server last refused what it was sent for want of a sign-in; absent: never. */
  wantsSignIn?(): boolean
  stderr(): string
}

/** What a connection needs. `open` rejects with an Error whose message is a clause for a person where there is no way to speak to it. */
export interface ConnectionParts {
  readonly id: string
  readonly settings: McpServer
  readonly cwd: string
  readonly version: string
  readonly clock: Clock
  open(): Promise<ServerLine>
  /** Its state or its tools are otherwise than before. */
  onChange(): void
}

/** A crash after so long is no sign that it crashes again at once. */
const steadyMs = 60_000
const maxFailures = 5
const maxWaitMs = 30_000
/** A server that says again and again that its list has changed is asked for it this often. */
const listingPauseMs = 1000

/** A client that is there, and what speaks through it. */
interface Spoken {
  readonly client: Client
  readonly by: typeof protocol
}

type State = Pick<McpServerStatus, 'state' | 'reason'>

/** One configured server in one session: started, listed, spoken to, started again after a crash. */
export class McpConnection {
  readonly #parts: ConnectionParts
  readonly #over = new AbortController()
  #state: State = { state: 'starting' }
  #tools: readonly UnnamedTool[] = []
  #notes: readonly string[] = []
  /** Why its last list could not be read; undefined where it was. */
  #unlisted: string | undefined
  #line: ServerLine | undefined
  #spoken: Spoken | undefined
  #call: McpCallWorld | undefined
  /** What who needs it waits for; undefined: it has its tools, or has failed. */
  #pending: PromiseWithResolvers<undefined> | undefined = Promise.withResolvers<undefined>()
  /** Somebody waits for it: it does not wait for its next try. */
  #isWanted = false
  #renewed = false
  #changes = new ListChanges()
  #wake = new AbortController()
  #life: Promise<void>

  constructor(parts: ConnectionParts) {
    this.#parts = parts
    this.#life = this.#live()
  }

  /** How it is doing, without its tools. */
  status(): Omit<McpServerStatus, 'tools'> {
    const stderr = this.#line?.stderr() ?? ''
    return {
      id: this.#parts.id,
      ...this.#state,
      notes: [...this.#notes],
      ...(stderr === '' ? {} : { stderr }),
    }
  }

  /** See ServerLine. */
  get wantsSignIn(): boolean {
    return this.#line?.wantsSignIn?.() ?? false
  }

  /** The tools that it offers while it is there. */
  tools(): readonly UnnamedTool[] {
    return this.#tools
  }

  /** The call that its process and its questions belong to now. */
  get calling(): McpCallWorld | undefined {
    return this.#call
  }

  /** Resolves when it has its tools, or has failed. Where it waits for its next try, it tries now. */
  async ready(): Promise<void> {
    if (!this.#pending) return
    this.#isWanted = true
    this.#wake.abort(new Error('it is needed'))
    await this.#pending.promise
  }

  /** Waits, not for long, until what it said of a change up to now is read; whether it is. */
  listed(signal: AbortSignal): Promise<boolean> {
    return this.#changes.settled(this.#parts.clock, signal)
  }

  /** Calls a tool that must still be the one which `hash` stands for. */
  async call(
    { name, hash }: Pick<UnnamedTool, 'name' | 'hash'>,
    args: Readonly<Record<string, unknown>>,
    world: McpCallWorld,
  ): Promise<McpResult> {
    const { clock, id, settings } = this.#parts
    const stopped = (cause: 'unreachable' | 'changed', reason: string): McpResult => ({
      kind: 'stopped',
      cause,
      reason,
      durationMs: 0,
    })
    await this.listed(world.signal)
    const spoken = this.#spoken
    if (!spoken || this.#state.state !== 'ready')
      return stopped(
        'unreachable',
        `the server ${id} is not there: ${this.#state.reason ?? 'it has not started yet'}`,
      )
    const now = this.#tools.find((each) => each.name === name)
    if (now?.hash !== hash)
      return stopped(
        'changed',
        now
          ? `${id} describes ${name} otherwise than before`
          : this.#unlisted === undefined
            ? `${id} has no tool ${name} any more`
            : `which tools ${id} has is not known: its list changed and could not be read: ${this.#unlisted}`,
      )
    let own: McpCallWorld | undefined
    try {
      return await spoken.by.callTool(spoken.client, { name, arguments: args }, world, {
        id,
        limitSec: settings.tool_timeout_sec,
        clock,
        begin: (calling) => {
          own = calling
          this.#call = calling
        },
        whyGone: (error) => this.#line?.reason() ?? spoken.by.messageOf(error),
      })
    } finally {
      if (this.#call === own) this.#call = undefined
    }
  }

  /** Tries again now where it has failed or waits for its next try. */
  restart(): void {
    const { state } = this.#state
    if (this.#isClosed() || (state !== 'waiting' && state !== 'failed')) return
    this.#unsettle()
    if (state === 'waiting') this.#wake.abort(new Error('tried again'))
    else this.#life = this.#life.then(() => this.#live())
  }

  /** Begins it anew, whatever it does just now: it may do something else from its start on. */
  beginAgain(): void {
    if (this.#isClosed()) return
    if (this.#state.state === 'waiting' || this.#state.state === 'failed') {
      this.restart()
      return
    }
    this.#unsettle()
    this.#renewed = true
    void this.#line?.transport.close().catch(() => undefined)
  }

  /** Ends it and everything that it started. */
  async close(): Promise<void> {
    this.#over.abort(new Error('the session is closed'))
    await this.#line?.transport.close().catch(() => undefined)
    await this.#life
  }

  #isClosed(): boolean {
    return this.#over.signal.aborted
  }

  #become(state: State): void {
    this.#state = state
    if (state.state !== 'ready') this.#tools = []
    if (state.state === 'ready' || state.state === 'failed') this.#settle()
    this.#parts.onChange()
  }

  #settle(): void {
    this.#isWanted = false
    this.#pending?.resolve(undefined)
    this.#pending = undefined
  }

  /** Who asks from here on waits for what comes; who waits already goes on waiting for the same. */
  #unsettle(): void {
    this.#pending ??= Promise.withResolvers<undefined>()
  }

  async #live(): Promise<void> {
    const { clock } = this.#parts
    for (let failures = 0; !this.#over.signal.aborted;) {
      this.#become({ state: 'starting' })
      const { readyAt, reason } = await this.#liveOnce()
      if (this.#isClosed()) break
      if (this.#renewed) {
        this.#renewed = false
        continue
      }
      failures = readyAt !== undefined && clock.now() - readyAt > steadyMs ? 1 : failures + 1
      if (readyAt === undefined || failures > maxFailures) {
        this.#become({ state: 'failed', reason })
        return
      }
      this.#wake = new AbortController()
      this.#become({ state: 'waiting', reason })
      if (this.#isWanted) continue
      const called = AbortSignal.any([this.#over.signal, this.#wake.signal])
      await clock.sleep(Math.min(500 * 2 ** failures, maxWaitMs), called).catch(() => undefined)
    }
    this.#settle()
  }

  /** From a start to the end after it; `readyAt` is missing where it never had its tools. */
  async #liveOnce(): Promise<{ readonly readyAt: number | undefined; readonly reason: string }> {
    const { clock, cwd, id, settings, version } = this.#parts
    const ended = Promise.withResolvers<undefined>()
    let readyAt: number | undefined
    let by: typeof protocol | undefined
    try {
      ;({ protocol: by } = await import('./protocol'))
      const line = await this.#parts.open()
      this.#line = line
      // It may have been closed while what it needs was loaded.
      this.#over.signal.throwIfAborted()
      if (this.#renewed) throw new Error('it was begun before it was given more')
      const client = by.newClient(version)
      client.onclose = () => {
        // Whatever is still to be done for its process, there is no server from here on.
        if (readyAt !== undefined && !this.#isClosed()) {
          this.#unsettle()
          this.#become({ state: 'waiting', reason: line.reason() ?? 'the connection ended' })
        }
        ended.resolve(undefined)
      }
      by.answerQuestions(client, { id, cwd, calling: () => this.#call })
      const limit = { timeout: settings.startup_timeout_sec * 1000, signal: this.#over.signal }
      await client.connect(line.transport, limit)
      const spoken = { client, by }
      await this.#list(spoken, limit.timeout)
      this.#spoken = spoken
      readyAt = clock.now()
      this.#become({ state: 'ready' })
      this.#followChanges(spoken)
      await ended.promise
      return { readyAt, reason: line.reason() ?? 'the connection ended' }
    } catch (error) {
      const reason = by?.isLate(error)
        ? `it did not answer within ${String(settings.startup_timeout_sec)} s`
        : (by?.messageOf(error) ?? 'what speaks to servers could not be loaded')
      return { readyAt, reason: this.#line?.reason() ?? reason }
    } finally {
      this.#spoken = undefined
      this.#changes.end()
      this.#changes = new ListChanges()
      await this.#line?.transport.close().catch(() => undefined)
    }
  }

  async #list({ client, by }: Spoken, timeout: number): Promise<void> {
    const { id, settings } = this.#parts
    const listed = await by.listAll(client, { timeout, signal: this.#over.signal })
    const { tools, notes } = readTools(id, listed, settings)
    this.#tools = tools
    this.#notes = notes
    this.#unlisted = undefined
  }

  /** Reads the list again when the server says that it changed; at most once in a while, however often it says so. */
  #followChanges(spoken: Spoken): void {
    const { clock, settings } = this.#parts
    const changes = this.#changes
    let isBusy = false
    const isOver = (): boolean => this.#spoken !== spoken
    const relist = async (): Promise<void> => {
      isBusy = true
      while (changes.isOpen() && !isOver()) {
        const { said } = changes
        try {
          await this.#list(spoken, settings.tool_timeout_sec * 1000)
        } catch (error) {
          // A list that cannot be read is no list: what it offers now is not known.
          this.#tools = []
          this.#unlisted = spoken.by.messageOf(error)
          this.#notes = [`Its list of tools changed and could not be read: ${this.#unlisted}.`]
        }
        changes.haveRead(said)
        this.#parts.onChange()
        await clock.sleep(listingPauseMs, this.#over.signal).catch(() => undefined)
      }
      isBusy = false
    }
    spoken.by.onToolsChanged(spoken.client, () => {
      changes.say()
      if (!isBusy) void relist()
    })
  }
}

/** So long somebody waits for a list of which its server says that it has changed. */
const patienceMs = 3000

/** How often a server said that its list of tools changed, and how much of that the list counts which was read last. */
class ListChanges {
  #said = 0
  #read = 0
  #isOver = false
  #next = Promise.withResolvers<undefined>()

  /** Everything that was said up to now, for `haveRead`. */
  get said(): number {
    return this.#said
  }

  /** True while something that was said is not read. */
  isOpen(): boolean {
    return this.#read < this.#said
  }

  say(): void {
    this.#said += 1
  }

  /** A list was read, or could not be, for which was asked when so much was said. */
  haveRead(said: number): void {
    this.#read = said
    this.#next.resolve(undefined)
    this.#next = Promise.withResolvers()
  }

  /** The connection has ended: nobody waits for it any more. */
  end(): void {
    this.#isOver = true
    this.#next.resolve(undefined)
  }

  /** Waits, not for long, until what was said up to now is read; whether it is. */
  async settled(clock: Clock, signal: AbortSignal): Promise<boolean> {
    const said = this.#said
    const isOpen = (): boolean => this.#read < said && !this.#isOver
    if (!isOpen()) return true
    const over = new AbortController()
    const late = clock
      .sleep(patienceMs, AbortSignal.any([signal, over.signal]))
      .catch(() => undefined)
      .then(() => 'late' as const)
    while (isOpen() && (await Promise.race([this.#next.promise, late])) !== 'late');
    over.abort()
    return !isOpen()
  }
}
