import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { ErrorCode, McpError, ResultSchema } from '@modelcontextprotocol/sdk/types.js'
import type { McpResult } from '@shared/domain/mcp-result'
import type { McpCallWorld } from '../../core/mcp/mcp-servers'
import type { Clock } from '../../core/ports/system'
import { readResult } from './read-result'

const closed: number = ErrorCode.ConnectionClosed
/** The longest that a timer of Node can be; the call's own time is kept elsewhere. */
const never = 2 ** 31 - 1

/** Each is an event that is kept: a server that tells more often how far it is, is heard this often. */
const progressPauseMs = 200

/** What one call needs. `begin` is told the world that the server's questions belong to; `whyGone` says why a server went. */
export interface CallParts {
  readonly id: string
  readonly limitSec: number
  readonly clock: Clock
  readonly begin: (world: McpCallWorld) => void
  readonly whyGone: (error: unknown) => string
}

/** Calls a tool of a server that is there. Never throws; what is asked in the call is withdrawn when it has ended. */
export async function callTool(
  client: Client,
  call: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> },
  world: McpCallWorld,
  { id, limitSec, clock, begin, whyGone }: CallParts,
): Promise<McpResult> {
  const began = clock.now()
  const spent = (): number => Math.max(clock.now() - began, 0)
  const stopped = (cause: Extract<McpResult, { kind: 'stopped' }>['cause'], reason: string): McpResult => ({
    kind: 'stopped',
    cause,
    reason,
    durationMs: spent(),
  })
  const time = new CallTime(limitSec * 1000, clock)
  const ended = new AbortController()
  const signal = AbortSignal.any([world.signal, time.signal])
  const { askHost } = world
  let toldAt = -Infinity
  begin({
    ...world,
    signal: AbortSignal.any([signal, ended.signal]),
    askHost: askHost && ((question, over) => time.without(() => askHost(question, over))),
    elicit: (question, over) => time.without(() => world.elicit(question, over)),
  })
  try {
    const answer = await client.request(
      { method: 'tools/call', params: { name: call.name, arguments: { ...call.arguments } } },
      ResultSchema,
      {
        signal,
        timeout: never,
        onprogress: ({ message, progress, total }) => {
          if (clock.now() - toldAt < progressPauseMs) return
          toldAt = clock.now()
          const count = total === undefined ? String(progress) : `${String(progress)} of ${String(total)}`
          world.onProgress(
            (message ?? count).slice(0, 2000).replaceAll(/\s+/g, ' ').slice(0, 200).toWellFormed(),
          )
        },
      },
    )
    return readResult(answer, spent()) ?? stopped('malformed', `what ${id} answered is no result of a tool`)
  } catch (error) {
    if (world.signal.aborted) return stopped('cancelled', 'it was called off')
    if (time.signal.aborted) return stopped('timed-out', `${id} did not answer within ${String(limitSec)} s`)
    if (error instanceof McpError && error.code !== closed)
      return {
        kind: 'answered',
        failed: true,
        text: error.message.slice(0, 4000).toWellFormed(),
        images: [],
        durationMs: spent(),
      }
    return stopped('unreachable', `${id} did not answer: ${whyGone(error)}`)
  } finally {
    time.end()
    ended.abort(new Error('the call has ended'))
  }
}

/**
 * The time that a tool has for its call. It stands still while a person is asked: how long somebody takes to answer says nothing
 * about the server. `signal` aborts when it is used up.
 */
class CallTime {
  readonly #clock: Clock
  readonly #over = new AbortController()
  #left: number
  #since = 0
  #waiting = 0
  #running: AbortController | undefined

  constructor(limitMs: number, clock: Clock) {
    this.#left = limitMs
    this.#clock = clock
    this.#run()
  }

  get signal(): AbortSignal {
    return this.#over.signal
  }

  /** Lets the time stand still until the work has ended. */
  async without<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting === 0) this.#hold()
    this.#waiting += 1
    try {
      return await work()
    } finally {
      this.#waiting -= 1
      if (this.#waiting === 0) this.#run()
    }
  }

  /** The call has ended: nothing is used up any more. */
  end(): void {
    this.#running?.abort()
    this.#left = Infinity
  }

  #run(): void {
    if (this.#left === Infinity) return
    const running = new AbortController()
    this.#running = running
    this.#since = this.#clock.now()
    this.#clock.sleep(this.#left, running.signal).then(
      () => {
        if (!running.signal.aborted) this.#over.abort(new Error('its time is over'))
      },
      () => undefined, // it stands still
    )
  }

  #hold(): void {
    this.#running?.abort()
    const used = this.#clock.now() - this.#since
    // A clock that says that the time was over before the timer did was set, or the machine slept: what was used is not known.
    if (used >= 0 && used < this.#left + 1000) this.#left = Math.max(this.#left - used, 1)
  }
}
