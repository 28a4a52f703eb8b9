import type { CommandOutcome } from '@shared/domain/command-outcome'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { Permit } from '../policy/permit'
import type { Clock } from '../ports/system'
import type { OutputListener } from '../ports/sandbox'
import { OutputBuffer, type UnreadOutput } from './output-buffer'
import type { InputSink, ProcessInput, Sent, TerminalSize } from '../run/process-input'

/** Characters of live output that a window gets between two readings of the agent's; the end shows head and tail. */
const liveLimit = 256 * 1024
/** Beyond that it gets so many more after each such time: a server that nobody reads is still seen to work. */
const laterLimit = 16 * 1024
const laterMs = 2000
/** How often it is looked whether a command that was only just started can be interrupted, and how long at most. */
const standingMs = 20
const standingTries = 500

/** What a process is from its start on. `policy` is the turn's at that time. */
export interface ProcessOrigin {
  readonly id: number
  readonly callId: string
  readonly command: readonly string[]
  readonly cwd: string
  readonly permit: Permit
  readonly policy: SandboxPolicy
  readonly terminal: TerminalSize | undefined
}

/** Shows live output of one stream. */
export type ShowOutput = (stream: 'stdout' | 'stderr', text: string) => void

/** One process that outlives the tool call which started it: what it printed unread, the way in, and its end. */
export class RunningProcess {
  readonly origin: ProcessOrigin
  readonly #unread = new OutputBuffer()
  readonly #decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() }
  readonly #show: ShowOutput
  readonly #stop = new AbortController()
  #live = liveLimit
  #cutAt: number | undefined
  readonly #now: () => number
  #sink: InputSink | undefined
  readonly #attached = Promise.withResolvers<undefined>()
  #outcome: CommandOutcome | undefined
  #ended: Promise<unknown> = Promise.resolve()

  constructor(origin: ProcessOrigin, show: ShowOutput, now: () => number) {
    this.origin = origin
    this.#show = show
    this.#now = now
  }

  /** How it ended; undefined while it runs. */
  get outcome(): CommandOutcome | undefined {
    return this.#outcome
  }

  /**
   * Runs it: `run` gets the signal that ends it, its input, and where its output goes. A run that throws counts as one
   * that could not be started. Called once.
   */
  begin(
    run: (signal: AbortSignal, input: ProcessInput, onOutput: OutputListener) => Promise<CommandOutcome>,
  ): void {
    const input = {
      terminal: this.origin.terminal,
      attach: (sink: InputSink) => {
        this.#sink = sink
        this.#attached.resolve(undefined)
      },
    }
    const onOutput: OutputListener = () => undefined // its text is cut off after a while, and a process may last
    onOutput.bytes = (stream, chunk) => {
      this.#take(stream, this.#decoders[stream].decode(chunk, { stream: true }))
    }
    this.#ended = run(this.#stop.signal, input, onOutput).then(
      (outcome) => (this.#outcome = outcome),
      (error: unknown) =>
        (this.#outcome = { kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
    )
  }

  /** Waits until it ends, the time is up or the signal aborts, whichever is first; never rejects. */
  async wait(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
    const done = new AbortController()
    const timer = clock.sleep(ms, AbortSignal.any([signal, done.signal])).catch(() => undefined) // awaited no more
    await Promise.race([this.#ended, timer])
    done.abort()
  }

  /** What it printed since the last reading. */
  read(): UnreadOutput {
    this.#live = liveLimit
    this.#cutAt = undefined
    return this.#unread.take()
  }

  /**
   * Hands it text. In a terminal every character is a key; else Ctrl-C interrupts and Ctrl-D at the end closes. One that is still being
   * started is waited for; nothing is sent once the signal has aborted.
   */
  async send(chars: string, clock: Clock, signal: AbortSignal): Promise<Sent> {
    const stopped = Promise.withResolvers<undefined>()
    const stop = (): void => {
      stopped.resolve(undefined)
    }
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    await Promise.race([this.#attached.promise, this.#ended, stopped.promise])
    signal.removeEventListener('abort', stop)
    const sink = this.#sink
    if (this.#outcome || !sink || signal.aborted) return 'closed'
    if (this.origin.terminal) return sink.write(chars)
    const closes = chars.endsWith('\u0004')
    const parts = (closes ? chars.slice(0, -1) : chars).split('\u0003')
    for (const [at, text] of parts.entries()) {
      if (at > 0) await this.#interrupt(sink, clock, signal)
      const sent = text === '' ? 'sent' : sink.write(text)
      if (sent !== 'sent') return sent
    }
    if (closes) sink.end()
    return 'sent'
  }

  /** Ends it with everything that it started; resolves when that is gone. Harmless when it has ended. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('the process was ended'))
    await this.#ended
  }

  /** The sandbox stands before its command does, and has nothing that could be interrupted until then. */
  async #interrupt(sink: InputSink, clock: Clock, signal: AbortSignal): Promise<void> {
    for (let tries = 0; tries < standingTries && !sink.interrupt(); tries += 1) {
      if (this.#outcome || signal.aborted) return
      await this.wait(standingMs, clock, signal)
    }
  }

  #take(stream: 'stdout' | 'stderr', text: string): void {
    if (text === '') return
    this.#unread.push(text)
    if (this.#cutAt !== undefined && this.#now() - this.#cutAt >= laterMs) {
      this.#live = laterLimit
      this.#cutAt = undefined
    }
    const shown = text.slice(0, this.#live)
    this.#live -= shown.length
    if (shown.length < text.length) this.#cutAt ??= this.#now()
    if (shown !== '') this.#show(stream, shown)
  }
}
