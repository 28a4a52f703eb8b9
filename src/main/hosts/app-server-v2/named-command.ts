import type { InputSink, ProcessInput, TerminalSize } from '../../core/run/process-input'
import { RequestError } from '../app-server/request-error'

/** How a client began a command that it can write to or end: under which name, and what it gets of a way in. */
export interface NamedStart {
  readonly processId: string
  /** undefined: it has none, and its three streams are pipes. */
  readonly terminal: TerminalSize | undefined
  readonly streamStdin: boolean
}

/** A command that runs under a client's name for it: what its standard input gets, in order, and what ends it. */
export class NamedCommand {
  readonly #start: NamedStart
  readonly #stop = new AbortController()
  /** The way in, once there is one; undefined: it ended without. */
  readonly #attached = Promise.withResolvers<InputSink | undefined>()
  #order: Promise<unknown> = Promise.resolve()
  #closed = false

  constructor(start: NamedStart) {
    this.#start = start
  }

  /** Aborted when it is to end. */
  get signal(): AbortSignal {
    return this.#stop.signal
  }

  /** What its run is given; undefined: its standard input is empty. */
  get input(): ProcessInput | undefined {
    const { terminal, streamStdin } = this.#start
    if (!terminal && !streamStdin) return undefined
    return { terminal, poured: true, attach: this.#attached.resolve }
  }

  /** Ends it with all that it started. */
  end(): void {
    this.#stop.abort(new Error('the client ended its command'))
  }

  /** It has ended: whoever still waits to write hears of it. */
  ended(): void {
    this.#closed = true
    this.#attached.resolve(undefined)
  }

  /**
   * Gives it bytes, behind what it was given before, and resolves when they are taken: a command that does not read is waited for. With
   * `close` its input ends there. Throws RequestError where it has no input or none any more; nothing of these bytes is taken then.
   */
  async write(bytes: Uint8Array, close: boolean): Promise<void> {
    const { terminal, streamStdin, processId } = this.#start
    if (!terminal && !streamStdin)
      throw new RequestError(
        `the standard input of ${JSON.stringify(processId)} is empty; expected a command begun with streamStdin or tty`,
      )
    if (terminal && close)
      throw new RequestError('a terminal has no end of input; expected Ctrl-D ("BA==") as deltaBase64')
    const done = this.#order.then(() => this.#put(bytes, close))
    this.#order = done.catch(() => undefined) // whoever wrote hears of it
    await done
  }

  /** Gives its terminal another size. Throws RequestError where it has none. */
  async resize(size: TerminalSize): Promise<void> {
    const { terminal, processId } = this.#start
    if (!terminal)
      throw new RequestError(
        `${JSON.stringify(processId)} has no terminal; expected a command begun with tty`,
      )
    const sink = await this.#attached.promise
    sink?.resize(size)
  }

  async #put(bytes: Uint8Array, close: boolean): Promise<void> {
    const sink = await this.#attached.promise
    if (!sink || this.#closed || !(await this.#taken(sink, bytes)))
      throw new RequestError(
        `the standard input of ${JSON.stringify(this.#start.processId)} is closed; expected no write any more`,
      )
    if (!close) return
    this.#closed = true
    sink.end()
  }

  async #taken(sink: InputSink, bytes: Uint8Array): Promise<boolean> {
    if (bytes.length === 0) return true
    let sent = sink.write(bytes)
    while (sent === 'full') {
      await sink.drained()
      sent = sink.write(bytes)
    }
    return sent === 'sent'
  }
}
