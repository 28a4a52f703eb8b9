import type { ChildProgram } from '../../core/ports/child-program'
import type { RuntimeConfig } from './runtime-config'
import { FromRuntime, type ToRuntime } from './runtime-messages'

type Reply = Exclude<FromRuntime, { type: 'ask' }>
type Awaited<T extends Reply['type']> = Extract<Reply, { type: T }>

/** How long the runtime may take for one answer; Windows grants access rights file by file. */
const replyMs = 120_000

/** Answers a runtime's question about a host. Never rejects. */
export type DecideHost = (host: string, port: number) => Promise<boolean>

/**
 * One runtime in a process of its own. It serves one run at a time. Every method rejects when the process fails, dies
 * or does not answer; the run must then not take place (fails closed).
 */
export class RuntimeSession {
  readonly #child: ChildProgram
  #ended = false
  #decideHost: DecideHost = () => Promise.resolve(false)
  #next: ((reply: Reply | Error) => void) | undefined

  /** `child` is a freshly started runtime-process. */
  constructor(child: ChildProgram) {
    this.#child = child
    child.onMessage((message) => {
      this.#receive(message)
    })
    child.onEnd((reason) => {
      this.#ended = true
      this.#next?.(new Error(`the sandbox runtime is gone: ${reason}`))
    })
  }

  /** Whether it still runs. A dead one is never used again. */
  get alive(): boolean {
    return !this.#ended
  }

  /** What the runtime finds missing on this machine. */
  async check(): Promise<Awaited<'checked'>> {
    return this.#request({ type: 'check' }, 'checked')
  }

  /** Puts the configuration in force. Once per session. */
  async start(config: RuntimeConfig): Promise<void> {
    await this.#request({ type: 'start', config }, 'started')
  }

  /** Turns a command into what must be spawned for it, and answers its questions about hosts until `finish`. */
  async wrap(
    message: Omit<Extract<ToRuntime, { type: 'wrap' }>, 'type'>,
    decideHost: DecideHost,
  ): Promise<Awaited<'wrapped'>> {
    this.#decideHost = decideHost
    return this.#request({ type: 'wrap', ...message }, 'wrapped')
  }

  /** The command is over: what the runtime saw refused, as its own lines. Further questions are denied. */
  async finish(commandId: string): Promise<readonly string[]> {
    const { lines } = await this.#request({ type: 'finished', commandId }, 'settled')
    this.#decideHost = () => Promise.resolve(false)
    return lines
  }

  /** Ends the process; it takes down its proxies and mounts itself. */
  close(): void {
    this.#ended = true
    this.#child.close()
  }

  async #request<T extends Reply['type']>(message: ToRuntime, expected: T): Promise<Awaited<T>> {
    if (!this.alive) throw new Error('the sandbox runtime is not running')
    let timer: NodeJS.Timeout | undefined
    try {
      const reply = await new Promise<Reply>((resolve, reject) => {
        this.#next = (given) => {
          if (given instanceof Error) reject(given)
          else resolve(given)
        }
        timer = setTimeout(() => this.#next?.(new Error('the sandbox runtime does not answer')), replyMs)
        this.#child.send(message)
      })
      if (reply.type === 'failed') throw new Error(reply.reason)
      if (reply.type !== expected) throw new Error(`the sandbox runtime answered ${reply.type}`)
      return reply as Awaited<T>
    } finally {
      clearTimeout(timer)
      this.#next = undefined
    }
  }

  #receive(message: unknown): void {
    const parsed = FromRuntime.safeParse(message)
    if (!parsed.success) {
      this.#next?.(new Error('the sandbox runtime sent something unreadable'))
      return
    }
    const { data } = parsed
    if (data.type !== 'ask') {
      this.#next?.(data)
      return
    }
    const answer = (allow: boolean): void => {
      if (this.alive) this.#child.send({ type: 'answer', question: data.question, allow } satisfies ToRuntime)
    }
    this.#decideHost(data.host, data.port).then(answer, () => {
      answer(false)
    })
  }
}
