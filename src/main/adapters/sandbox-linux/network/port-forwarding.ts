import { createServer, type Socket } from 'node:net'
import { killGroup, startProcess } from '../../process-execa/started-process'
import type { Listener } from '../../own-process/listening-sockets'

/** How many connections one forwarding carries at a time; what comes beyond is closed. */
const maxConnections = 64

/** The descriptor under which a connection is handed to the program that carries it. */
const carried = 3
/** How long one direction of a connection may stay open when the other has ended. */
const lingerSeconds = '60'
/** How long a connection may go on when what it leads to has ended. */
const lastWordsMs = 1_000

/** A port of this machine's loopback that leads to a listener in a session's network, and nowhere else. */
export interface Forwarding {
  readonly port: number
  /** Ends it with all its connections. */
  close(): void
}

/** Carries one connection: a program in the session's network, told one address, joins the two. */
function carry(socket: Socket, { words, socat, listener }: ForwardingParts): void {
  const { address, port } = listener
  const target = address.includes(':')
    ? `TCP6:[${address}]:${String(port)}`
    : `TCP4:${address}:${String(port)}`
  // A connected pair of sockets, each direction of which ends by itself, as those of a connection do.
  const all = [...words, socat, '-t', lingerSeconds, `FD:${String(carried)},shut-down`, target]
  const started = startProcess({
    file: all[0] ?? socat,
    args: all.slice(1),
    cwd: '/',
    env: {},
    descriptors: () => ({ map: new Map([[carried, 'pipe']]), close: () => undefined }),
  })
  if (started.kind === 'failed') {
    socket.destroy()
    return
  }
  const { child, stdout, stderr } = started
  const inner = child.stdio[carried] as Socket
  const end = (): void => {
    socket.destroy()
    inner.destroy()
    killGroup(child.pid)
  }
  for (const each of [stdout, stderr]) each?.resume()
  inner.on('error', end)
  socket.on('error', end).once('close', end)
  socket.pipe(inner)
  inner.pipe(socket)
}

/** What a forwarding is made of: what puts a program into the network, and the listener that it leads to. */
export interface ForwardingParts {
  readonly words: readonly string[]
  readonly socat: string
  readonly listener: Listener
}

/**
 * Forwards a free port of 127.0.0.1, and of no other address, to the listener. Not the listener's own number: what a browser
 * or another program keeps for that port of this machine is not for a server of the agent's. Bytes are passed as they are.
 * Rejects when no port can be had.
 */
export async function openForwarding(parts: ForwardingParts): Promise<Forwarding> {
  const open = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    carry(socket, parts)
  })
  server.maxConnections = maxConnections
  await new Promise<void>((ready, failed) => {
    server.once('error', failed)
    server.listen({ host: '127.0.0.1', port: 0 }, ready)
  })
  server.unref()
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the forwarding has no port')
  return {
    port: address.port,
    close() {
      server.close()
      // What the listener said last may still be on its way.
      setTimeout(() => {
        for (const socket of open) socket.destroy()
      }, lastWordsMs).unref()
    },
  }
}
