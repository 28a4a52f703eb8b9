import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { setImmediate as nextRound } from 'node:timers/promises'
import type { OutputListener, RunResult } from '../../core/ports/sandbox'
import type { InputSink, ProcessInput } from '../../core/run/process-input'
import { endInWords, talkingRun, sendText } from '../../core/run/talking-run'

/** One message of a server may be so long, in bytes; a longer one ends it. */
const maxMessage = 16 * 1024 * 1024
/** So many lines that are no message, one after the other, and it does not speak the protocol. */
const maxUnreadable = 50
const maxStderr = 4096

/** Starts the server's process; it ends with the signal. */
export type StartRun = (
  signal: AbortSignal,
  input: ProcessInput,
  onOutput: OutputListener,
) => Promise<RunResult>

/**
 * A server that runs as a process under the session's policy and speaks in lines. What it prints is taken one piece at a time,
 * with a round of the event loop in between, so that a flood of messages holds nothing else up.
 */
export class RunTransport implements Transport {
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined
  onmessage?: ((message: JSONRPCMessage) => void) | undefined
  readonly #start: StartRun
  readonly #over = new AbortController()
  readonly #lines = new ReadBuffer({ maxBufferSize: maxMessage })
  #sink: InputSink | undefined
  #ended: Promise<void> | undefined
  #unreadable = 0
  #stderr = ''
  #reason: string | undefined

  constructor(start: StartRun) {
    this.#start = start
  }

  /** Its last lines of standard error, untrusted. */
  get stderr(): string {
    return this.#stderr
  }

  /** Why it is over, as a clause in our words; undefined while it is not, or where it was closed on purpose. */
  get reason(): string | undefined {
    return this.#reason
  }

  /** Resolves when the process can be written to; rejects when it could not be started. */
  async start(): Promise<void> {
    const started = Promise.withResolvers<undefined>()
    const { input, listener } = talkingRun({
      started: (sink) => {
        this.#sink = sink
        started.resolve(undefined)
      },
      stdout: (chunk) => this.#receive(chunk),
      stderr: (text) => {
        this.#stderr = (this.#stderr + text).slice(-maxStderr)
      },
    })
    this.#ended = this.#start(this.#over.signal, input, listener).then(
      (result) => {
        this.#endBecause(endInWords(result))
        started.reject(new Error(this.#reason ?? 'it was ended'))
      },
      (error: unknown) => {
        this.#endBecause(`it could not be started: ${error instanceof Error ? error.message : String(error)}`)
        started.reject(new Error(this.#reason))
      },
    )
    await started.promise
  }

  /** Resolves when the process has taken it; rejects when there is none any more. */
  async send(message: JSONRPCMessage): Promise<void> {
    const text = serializeMessage(message)
    if (await sendText(this.#sink, text)) return
    // It is gone, which counts from now on: what the sandbox still looks at after it can take a while.
    this.#endBecause('it does not run any more')
    throw new Error(this.#reason ?? 'the server does not run')
  }

  /** Ends the process and everything that it started. */
  async close(): Promise<void> {
    this.#over.abort(new Error('the server is not needed any more'))
    await this.#ended
  }

  #isOver(): boolean {
    return this.#over.signal.aborted
  }

  #endBecause(reason: string): void {
    if (!this.#over.signal.aborted) this.#reason ??= reason
    const { onclose } = this
    this.onclose = undefined
    onclose?.()
  }

  #fail(reason: string): void {
    this.#reason ??= reason
    this.onerror?.(new Error(reason))
    this.#over.abort(new Error(reason))
  }

  async #receive(chunk: Uint8Array): Promise<void> {
    if (this.#isOver()) return
    try {
      this.#lines.append(Buffer.from(chunk))
    } catch {
      this.#fail(`it sent a message of more than ${String(maxMessage / 1024 / 1024)} MB`)
      return
    }
    for (let taken = 1; !this.#isOver(); taken++) {
      try {
        const message = this.#lines.readMessage()
        if (message === null) break
        this.#unreadable = 0
        this.onmessage?.(message)
      } catch {
        this.#unreadable += 1
        if (this.#unreadable > maxUnreadable)
          this.#fail('what it prints is not the protocol (one JSON message a line)')
      }
      if (taken % 100 === 0) await nextRound()
    }
    await nextRound()
  }
}
