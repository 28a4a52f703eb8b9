import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import {
  type AnyEngineHello,
  ClientFrame,
  ClientHello,
  hostProtocol,
  largestGreeting,
  largestToHost,
  RequestBody,
  type EngineHello,
} from '../../core/host-link/host-frames'
import { BrokenForm, NumberedLine } from '../../core/host-link/numbered-line'
import { LineCutter, tooLong } from '../../core/text/line-cutter'
import { readJson } from '../../core/text/read-json'
import type { Lender, LentKeys } from '../../core/ports/lent-keys'
import type { Log } from '../../core/ports/system'
import type { BridgeConnection, BridgeServer } from '../bridge/bridge-server'

/** Pushes wait for the client to have all but so many characters; then the bridge's own bound counts. */
const mostOnTheWay = 1024 * 1024
/** A client that takes nothing is let go, whatever it asks for. */
const mostUntaken = 64 * 1024 * 1024
/** So many requests may be in work before no more are read. */
const mostInWork = 32
/** So many clients that lost their pipe are waited for, the latest, and each so long. */
const mostLost = 8
const lostMs = 60 * 60_000
const greetingMs = 10_000

/** What `EngineLines` needs. `changed` is called when a client comes or goes. */
export interface EngineLineParts {
  readonly bridge: BridgeServer
  readonly version: string
  readonly log: Log
  readonly lentKeys: LentKeys
  readonly changed: () => void
}

interface Client {
  readonly id: string
  readonly line: NumberedLine
  readonly connection: BridgeConnection
  /** What it lends while it has a pipe; its requests, and what comes of them, are done with that. */
  readonly lender: Lender
  inWork: number
  socket: Socket | undefined
  lost?: NodeJS.Timeout
}

/** The clients of a kept engine. Each outlives the pipe that it came over, until it says that it is done or is not back in time. */
export class EngineLines {
  readonly #parts: EngineLineParts
  readonly #engine = randomBytes(16).toString('hex')
  readonly #clients = new Map<string, Client>()

  constructor(parts: EngineLineParts) {
    this.#parts = parts
  }

  /** How many clients have a pipe now. */
  get attached(): number {
    return [...this.#clients.values()].filter(({ socket }) => socket !== undefined).length
  }

  /** Ends every pipe. */
  close(): void {
    for (const client of this.#clients.values()) this.#end(client)
  }

  /** Speaks with one that has shown that it is this user's. */
  take(socket: Socket): void {
    const lines = new LineCutter(largestGreeting)
    let client: Client | undefined
    const timer = setTimeout(() => socket.destroy(), greetingMs)
    socket.on('data', (piece: Buffer) => {
      for (const line of lines.push(piece)) {
        if (line === tooLong) socket.destroy()
        if (line === tooLong || socket.destroyed) return
        if (client) {
          if (client.socket === socket) this.#hear(client, line.toString())
          continue
        }
        clearTimeout(timer)
        client = this.#greet(socket, readJson(ClientHello, line.toString()))
        lines.limit = largestToHost
      }
      if (lines.isTooLong) socket.destroy()
    })
    socket.once('close', () => {
      clearTimeout(timer)
      if (client?.socket === socket) this.#lose(client)
    })
    socket.on('end', () => socket.destroySoon())
    socket.resume()
  }

  #greet(socket: Socket, hello: ClientHello | undefined): Client | undefined {
    const { version } = this.#parts
    if (hello?.protocol !== hostProtocol) {
      socket.end(
        `${JSON.stringify({ countersign: 'engine', protocol: hostProtocol, version } satisfies AnyEngineHello)}\n`,
      )
      return undefined
    }
    const known = this.#clients.get(hello.line)
    const resumed = known?.line.canResume(hello.received) === true
    if (known && !resumed) this.#end(known)
    const client = resumed ? known : this.#make(hello.line)
    const said: EngineHello = {
      ...{ countersign: 'engine', protocol: hostProtocol, version, engine: this.#engine },
      platform: process.platform,
      now: Date.now(),
      line: resumed ? 'resumed' : 'new',
      received: client.line.received,
    }
    socket.write(`${JSON.stringify(said)}\n`)
    client.socket?.destroy()
    clearTimeout(client.lost)
    client.socket = socket
    client.line.attach((line) => socket.write(line), resumed ? hello.received : 0)
    this.#parts.changed()
    return client
  }

  #make(id: string): Client {
    const line = new NumberedLine()
    const connection = this.#parts.bridge.connect(async (push) => {
      await line.room(mostOnTheWay)
      line.send({ push })
    })
    const lender = this.#parts.lentKeys.lender()
    const client: Client = { id, line, connection, lender, inWork: 0, socket: undefined }
    this.#clients.set(id, client)
    return client
  }

  #hear(client: Client, text: string): void {
    const frame = readJson(ClientFrame, text)
    try {
      if (!frame) throw new BrokenForm({ kind: 'message' })
      if (frame.lend) client.lender.hold(frame.lend)
      const message = client.line.take(frame)
      if (frame.bye) {
        this.#end(client)
        return
      }
      if (frame.ping !== undefined) client.line.say({ pong: frame.ping })
      if (message) this.#answer(client, RequestBody.safeParse(message.body).data)
    } catch (error) {
      if (!(error instanceof BrokenForm)) throw error
      this.#parts.log.error(`attach: a client was let go: ${error.message}`)
      this.#end(client)
    }
  }

  #answer(client: Client, request: { id: number; channel: string; payload: unknown } | undefined): void {
    if (!request) throw new BrokenForm({ kind: 'request' })
    client.inWork += 1
    if (client.inWork >= mostInWork) client.socket?.pause()
    const { connection, lender } = client
    const handling = this.#parts.lentKeys.within(lender, () =>
      connection.handle(request.channel, request.payload),
    )
    void handling.then((reply) => {
      client.inWork -= 1
      if (client.inWork < mostInWork) client.socket?.resume()
      client.line.send({ id: request.id, reply })
      if (client.line.unacknowledged > mostUntaken) this.#end(client)
    })
  }

  #lose(client: Client): void {
    client.socket = undefined
    client.lender.drop()
    client.line.detach()
    client.connection.lost()
    const lost = [...this.#clients.values()].filter(({ socket }) => socket === undefined)
    for (const each of lost.slice(0, Math.max(0, lost.length - mostLost))) this.#end(each)
    client.lost = setTimeout(() => {
      this.#end(client)
    }, lostMs)
    client.lost.unref()
    // The last to lose its pipe is the last that is given up.
    if (this.#clients.delete(client.id)) this.#clients.set(client.id, client)
    this.#parts.changed()
  }

  #end(client: Client): void {
    this.#clients.delete(client.id)
    clearTimeout(client.lost)
    client.lender.drop(true)
    client.line.detach()
    client.connection.close()
    client.socket?.destroySoon()
    client.socket = undefined
    this.#parts.changed()
  }
}
