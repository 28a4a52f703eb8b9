import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { AppSnapshot, Reply } from '@shared/ipc/contract'
import type { Push } from '@shared/ipc/push'

type Unnumbered<P> = P extends Push ? Omit<P, 'seq'> : never
type Answer = (payload: Record<string, unknown>) => Reply | undefined

/** What carries a pipe to a port of the loopback: the command of a host, which is a program of its own as ssh would be. */
const relay = `const s = require('node:net').connect(Number(process.argv[1]), '127.0.0.1')
process.stdin.pipe(s).pipe(process.stdout); s.on('error', () => process.exit(1)).on('close', () => process.exit(0))`

const done: Reply = { ok: true, value: {} }

/**
 * Something that speaks as an engine does at the other end of a real pipe, and says what the test has it say: it keeps to the greetings and the numbered
 * line where it is not told otherwise. What is asked of it is kept in `asked`.
 */
export class StandInEngine {
  readonly asked: { readonly id: number; readonly channel: string; readonly payload: unknown }[] = []
  /** What `app.hello` is answered with, beside what every engine says. */
  snapshot: Partial<AppSnapshot> = {}
  /** How other channels are answered; undefined: not at all. A channel that is not named gets an empty object. */
  answers: Record<string, Answer> = {}
  /** What its clock says. */
  now: () => unknown = Date.now
  /** It greets nobody before this. */
  opens: Promise<unknown> = Promise.resolve()
  #server = createServer((socket) => {
    this.#greet(socket)
  })
  #socket: Socket | undefined
  #sent = 0
  #heard = 0
  #seq = 0

  /** Listens; resolves with it, which `close` ends. */
  static async start(): Promise<StandInEngine> {
    const engine = new StandInEngine()
    engine.#server.listen(0, '127.0.0.1')
    await once(engine.#server, 'listening')
    return engine
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** What config.toml has as the command of this host. */
  get command(): readonly string[] {
    return [process.execPath, '-e', relay, String(this.port)]
  }

  /** A push, numbered as the line and the contract have it; `change` is put over its frame. */
  push(push: Unnumbered<Push>, change: object = {}): void {
    this.#seq += 1
    this.body({ push: { ...push, seq: this.#seq } }, change)
  }

  /** Leaves out a number of a push: whoever listens asks for the whole anew. */
  skip(): void {
    this.#seq += 1
  }

  /** Any body. */
  body(body: unknown, change: object = {}): void {
    this.#sent += 1
    this.raw(`${JSON.stringify({ n: this.#sent, ack: this.#heard, body, ...change })}\n`)
  }

  /** The same of one that is JSON already, or is meant to look so. */
  text(body: string): void {
    this.#sent += 1
    this.raw(`{"n":${String(this.#sent)},"ack":${String(this.#heard)},"body":${body}}\n`)
  }

  /** Bytes as they are. */
  raw(bytes: string | Uint8Array): void {
    this.#socket?.write(bytes)
  }

  /** Ends the pipe there. */
  hangUp(): void {
    this.#socket?.destroy()
  }

  close(): void {
    this.#socket?.destroy()
    this.#server.close()
  }

  #greet(socket: Socket): void {
    this.#socket = socket
    ;[this.#sent, this.#heard, this.#seq] = [0, 0, 0]
    socket.on('error', () => undefined)
    let greeted = false
    const lines = createInterface({ input: socket })
    // A pipe that the other end has cut, which it also says of the lines.
    lines.on('error', () => undefined)
    lines.on('line', (line) => {
      const said = JSON.parse(line) as Record<string, unknown>
      if (greeted) this.#hear(said)
      else {
        const { version, protocol } = said
        const hello = { countersign: 'engine', protocol, version, engine: 'e'.repeat(32), platform: 'linux' }
        void this.opens.then(() => {
          this.raw(`${JSON.stringify({ ...hello, now: this.now(), line: 'new', received: 0 })}\n`)
        })
      }
      greeted = true
    })
  }

  #hear({ n, ping, body }: Record<string, unknown>): void {
    if (typeof ping === 'number') this.raw(`${JSON.stringify({ ack: this.#heard, pong: ping })}\n`)
    if (typeof n !== 'number') return
    this.#heard = n
    const asked = body as { id: number; channel: string; payload: Record<string, unknown> }
    this.asked.push(asked)
    const { id, channel, payload } = asked
    const own = Object.hasOwn(this.answers, channel) ? this.answers[channel] : undefined
    const reply = own ? own(payload) : channel === 'app.hello' ? this.hello() : done
    if (reply) this.body({ id, reply })
  }

  /** What `app.hello` is answered with. */
  hello(): Reply {
    return { ok: true, value: { ...everyEngine, seq: this.#seq, ...this.snapshot } }
  }
}

const everyEngine: AppSnapshot = {
  seq: 0,
  version: '1',
  host: 'desktop',
  platform: 'linux',
  home: '/home/ada',
  sandbox: { kind: 'available', backend: 'bubblewrap', version: '1' },
  models: [],
  defaults: { provider: 'p', model: 'm', approvalPolicy: 'on-failure', sandboxMode: 'workspace-write' },
  appearance: {},
  sessions: [],
  approvals: [],
  questions: [],
}
