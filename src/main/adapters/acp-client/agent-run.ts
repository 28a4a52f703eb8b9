import { setImmediate as nextRound } from 'node:timers/promises'
import type { Stream } from '@agentclientprotocol/sdk'
import type { OutputListener, RunResult, RunSpec } from '../../core/ports/sandbox'
import type { InputSink, ProcessInput } from '../../core/run/process-input'
import { endInWords, talkingRun, sendText } from '../../core/run/talking-run'
import { LineCutter, tooLong } from '../../core/text/line-cutter'

type Message = Stream['readable'] extends ReadableStream<infer M> ? M : never

/** One message of an agent may be so long, in bytes; a longer one ends it. */
const maxMessage = 16 * 1024 * 1024
/** So many lines that are no message, one after the other, and it does not speak the protocol. */
const maxUnreadable = 200
/** Lists and objects of a message stand in one another so deep; a deeper one ends it. */
const maxDepth = 200
const maxStderr = 4096

/** Starts the agent's process; it ends with the signal. */
export type StartAgent = (
  signal: AbortSignal,
  input: ProcessInput,
  onOutput: OutputListener,
) => Promise<RunResult>

/** What a run of an agent is told and asks beside its own streams. */
export type AgentWorld = Required<Pick<RunSpec, 'askHost' | 'onStops'>>

/** What is heard of an agent besides the answers to what it was asked. */
export interface AgentHearing {
  /** A notification, in the order in which it came with everything else. */
  notified(method: string, params: unknown): void
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * An agent's process, as the protocol's library has a connection. It is read one piece at a time, with a round of the event loop
 * in between, so that a flood holds nothing else up; lines that are no message, answers to nothing, and notifications never reach
 * the library, which would print them.
 */
export class AgentRun {
  readonly stream: Stream
  readonly #over = new AbortController()
  readonly #lines = new LineCutter(maxMessage)
  readonly #asked = new Set<unknown>()
  readonly #hearing: AgentHearing
  #reader: ReadableStreamDefaultController<Message> | undefined
  #sink: InputSink | undefined
  #unreadable = 0
  #stderr = ''
  #reason: string | undefined
  #result: RunResult | undefined
  readonly #ended: Promise<void>

  constructor(start: StartAgent, hearing: AgentHearing) {
    this.#hearing = hearing
    const ready = Promise.withResolvers<undefined>()
    this.stream = {
      readable: new ReadableStream<Message>({
        start: (reader) => {
          this.#reader = reader
        },
      }),
      writable: new WritableStream<Message>({
        write: async (message) => {
          await ready.promise
          await this.#send(message)
        },
      }),
    }
    const { input, listener } = talkingRun({
      started: (sink) => {
        this.#sink = sink
        ready.resolve(undefined)
      },
      stdout: (chunk) => this.#receive(chunk),
      stderr: (text) => {
        this.#stderr = (this.#stderr + text).slice(-maxStderr)
      },
    })
    this.#ended = start(this.#over.signal, input, listener)
      .then(
        (result) => {
          this.#result = result
          this.#end(endInWords(result))
        },
        (error: unknown) => {
          this.#end(`it could not be started: ${error instanceof Error ? error.message : String(error)}`)
        },
      )
      .finally(() => {
        ready.resolve(undefined)
      })
  }

  /** Its last lines of standard error, untrusted. */
  get stderr(): string {
    return this.#stderr
  }

  /** Why it is over, as a clause in our words; undefined while it is not, or where it was ended on purpose. */
  get reason(): string | undefined {
    return this.#reason
  }

  /** How its process ended; undefined while it has not. */
  get result(): RunResult | undefined {
    return this.#result
  }

  /** Whether it is over, or about to be. */
  isOver(): boolean {
    return this.#over.signal.aborted
  }

  /** Ends it for what it did, as a clause. */
  fail(reason: string): void {
    this.#end(reason)
  }

  /** Ends the process and everything that it started. */
  async close(): Promise<void> {
    this.#end(undefined)
    await this.#ended
  }

  #end(reason: string | undefined): void {
    if (this.isOver()) return
    this.#reason = reason
    this.#over.abort(new Error(reason ?? 'the agent is not needed any more'))
    try {
      this.#reader?.close()
    } catch {
      // The library has cancelled it before.
    }
  }

  async #send(message: Message): Promise<void> {
    if ('method' in message && 'id' in message) this.#asked.add(message.id)
    const text = `${JSON.stringify(message)}\n`
    if (!(await sendText(this.#sink, text))) throw new Error(this.#reason ?? 'the agent does not run')
  }

  async #receive(chunk: Uint8Array): Promise<void> {
    if (this.isOver()) return
    // The piece is good until the first round.
    const lines = [...this.#lines.push(chunk)].map((line) => (line === tooLong ? line : line.toString()))
    let taken = 0
    for (const line of lines) {
      if (this.isOver()) return
      if (line === tooLong) this.#failAsTooLong()
      else this.#take(line)
      taken += 1
      if (taken % 100 === 0) await nextRound()
    }
    if (this.#lines.isTooLong) this.#failAsTooLong()
    await nextRound()
  }

  #failAsTooLong(): void {
    this.fail(`it sent a message of more than ${String(maxMessage / 1024 / 1024)} MB`)
  }

  #take(line: string): void {
    if (line.trim() === '') return
    let message: unknown
    try {
      message = JSON.parse(line)
    } catch {
      message = undefined
    }
    if (isRecord(message) && isNested(line, maxDepth)) {
      this.fail(`it sent a message that is nested more than ${String(maxDepth)} deep`)
      return
    }
    if (!isRecord(message) || !this.#hears(message)) {
      this.#unreadable += 1
      if (this.#unreadable > maxUnreadable)
        this.fail('what it prints is not the protocol (one JSON message a line)')
      return
    }
    this.#unreadable = 0
  }

  /** Whether it is a message that means something. */
  #hears(message: Readonly<Record<string, unknown>>): boolean {
    const { id, method } = message
    if (typeof method === 'string') {
      if (method === '$/cancel_request' && id === undefined) this.#pass(message)
      else if (id === undefined) this.#hearing.notified(method, message['params'])
      else if (typeof id === 'number' || typeof id === 'string') this.#pass(message)
      else return false
      return true
    }
    if (!this.#asked.delete(id)) return false
    if (!('result' in message) && !isRecord(message['error'])) {
      this.fail('it gave an answer that is none')
      return true
    }
    this.#pass(message)
    return true
  }

  #pass(message: Readonly<Record<string, unknown>>): void {
    this.#reader?.enqueue({ jsonrpc: '2.0', ...message } as unknown as Message)
  }
}

/** Whether lists and objects stand in one another deeper than so in this JSON text: what walks through such a value would not come back. */
function isNested(text: string, deeper: number): boolean {
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (quoted) {
      if (sign === '\\') at += 1
      else if (sign === '"') quoted = false
    } else if (sign === '"') quoted = true
    else if (sign === '[' || sign === '{') {
      depth += 1
      if (depth > deeper) return true
    } else if (sign === ']' || sign === '}') depth -= 1
  }
  return false
}
