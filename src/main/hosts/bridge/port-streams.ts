import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { FaultError } from '@shared/domain/fault'
import type { RequestOf, ResponseOf } from '@shared/ipc/contract'
import { largestPiece, type streamChannels } from '@shared/ipc/stream-channels'
import type { EngineService } from '../../core/engine/engine-service'

/** So many streams one client may have: each waits in a request, of which an engine works at no more than 32 for one client. */
const mostStreams = 16
const waitMs = 20_000

type Channel = keyof typeof streamChannels
type Requests = { readonly [C in Channel]: (request: RequestOf<C>) => Promise<ResponseOf<C>> }

const refuse = (message: string): FaultError => new FaultError({ code: 'bad-request', message })

/** The streams of one client of another machine, to ports that commands of this engine's sessions listen on, and to nothing else. */
export class PortStreams {
  readonly #openPort: EngineService['openPort']
  readonly #sockets = new Map<string, Socket>()
  #opening = 0
  #closed = false

  constructor(openPort: EngineService['openPort']) {
    this.#openPort = openPort
  }

  /** See the channel `stream.open`. */
  async open({ sessionId, callId, port }: RequestOf<'stream.open'>): Promise<string> {
    if (this.#sockets.size + this.#opening >= mostStreams)
      throw refuse(`At most ${String(mostStreams)} connections to ports are carried at a time.`)
    this.#opening += 1
    try {
      const { url } = await this.#openPort(sessionId, callId, port)
      const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), allowHalfOpen: true })
      await once(socket, 'connect')
      if (this.#closed) {
        socket.destroy()
        throw refuse('Whoever asked has left.')
      }
      const stream = randomBytes(16).toString('hex')
      this.#sockets.set(stream, socket)
      // What breaks it is found where it is read.
      socket.on('error', () => undefined)
      return stream
    } finally {
      this.#opening -= 1
    }
  }

  /** See the channel `stream.read`. */
  async read(stream: string): Promise<{ readonly data: Buffer; readonly over: boolean }> {
    const socket = this.#of(stream)
    if (socket.readableLength === 0 && !isOver(socket)) await changed(socket)
    const size = Math.min(socket.readableLength, largestPiece)
    const data: unknown = size > 0 ? socket.read(size) : socket.read()
    return Buffer.isBuffer(data) ? { data, over: false } : { data: Buffer.alloc(0), over: isOver(socket) }
  }

  /** See the channel `stream.write`. */
  async write(stream: string, data: Buffer, last: boolean): Promise<void> {
    const socket = this.#of(stream)
    if (data.length > 0 && !socket.write(data)) await Promise.race([once(socket, 'drain'), closed(socket)])
    if (last) socket.end()
  }

  /** See the channel `stream.end`. */
  end(stream: string): void {
    this.#sockets.get(stream)?.destroy()
    this.#sockets.delete(stream)
  }

  /** Ends those that are open: the line that carried them is gone, and the next begins with none. */
  endAll(): void {
    for (const stream of [...this.#sockets.keys()]) this.end(stream)
  }

  /** Ends them all, and what is being opened. */
  close(): void {
    this.#closed = true
    this.endAll()
  }

  #of(stream: string): Socket {
    const socket = this.#sockets.get(stream)
    if (!socket) throw refuse('This connection is over.')
    return socket
  }
}

const isOver = (socket: Socket): boolean => socket.readableEnded || socket.destroyed

const closed = (socket: Socket): Promise<unknown> =>
  socket.destroyed ? Promise.resolve() : new Promise((resolve) => socket.once('close', resolve))

/** Resolves when there is something to read, when nothing comes any more, and after a while. */
async function changed(socket: Socket): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, waitMs)
    function done(): void {
      clearTimeout(timer)
      for (const name of ['readable', 'end', 'close']) socket.off(name, done)
      resolve()
    }
    for (const name of ['readable', 'end', 'close']) socket.on(name, done)
  })
}

/** What a bridge takes of them. */
export type CarriedStreams = Pick<PortStreams, 'open' | 'read' | 'write' | 'end' | 'endAll' | 'close'>

/** What is asked of them; without any, whoever asks is of this machine and opens ports itself. */
export const streamRequests = (streams: CarriedStreams | undefined): Requests => {
  const known = (): CarriedStreams => {
    if (!streams) throw refuse('Expected a client of another machine; on this one a port is opened.')
    return streams
  }
  return {
    'stream.open': async (request) => ({ stream: await known().open(request) }),
    'stream.read': async ({ stream }) => {
      const { data, over } = await known().read(stream)
      return { data: data.toString('base64'), over }
    },
    'stream.write': async ({ stream, data, last }) => {
      await known().write(stream, Buffer.from(data, 'base64'), last)
      return {}
    },
    'stream.end': async ({ stream }) => {
      await Promise.resolve()
      known().end(stream)
      return {}
    },
  }
}
