import type { Server as HttpServer } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'

/** SOCKS4 and 5 begin with their version; an HTTP request begins with a letter. */
const socksVersions = new Set([4, 5])

/** What one proxy holds at most, and how long it waits. */
export interface ProxyLimits {
  readonly connections: number
  /** Milliseconds until a client must have sent its first byte. */
  readonly firstByteMs: number
  /** Milliseconds without a byte in either direction after which a connection is closed. */
  readonly idleMs: number
}

/** A listener that hands every connection to one of two protocols, and knows all of them. */
export interface Dispatcher {
  readonly server: Server
  /** Closes the listener and every connection. Resolves when no more are accepted. */
  close(): Promise<void>
}

function firstByte(socket: Socket, limitMs: number, onByte: (byte: number) => void): void {
  const timer = setTimeout(() => socket.destroy(), limitMs)
  socket.once('close', () => {
    clearTimeout(timer)
  })
  socket.once('readable', () => {
    clearTimeout(timer)
    const peeked = socket.read(1) as Buffer | null
    if (!peeked) {
      socket.destroy() // it closed before it said anything
      return
    }
    socket.unshift(peeked)
    onByte(peeked[0] ?? 0)
  })
}

/**
 * One listener for HTTP and SOCKS. The HTTP server is given its connections directly, so that there is no second socket
 * on which another process could reach it. Connections over the limit are dropped by the kernel's accept queue's end.
 */
export function createDispatcher(
  http: HttpServer,
  handleSocks: (socket: Socket) => void,
  limits: ProxyLimits,
): Dispatcher {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy()) // the client went away
    socket.setTimeout(limits.idleMs, () => socket.destroy())
    firstByte(socket, limits.firstByteMs, (byte) => {
      if (socksVersions.has(byte)) handleSocks(socket)
      else http.emit('connection', socket)
    })
  })
  server.maxConnections = limits.connections
  return {
    server,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy()
        http.close()
        server.close(() => {
          resolve()
        })
      }),
  }
}
