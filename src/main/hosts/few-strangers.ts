import type { Server } from 'node:net'
import type { Duplex } from 'node:stream'

/** Says of a connection that whoever holds it may speak here: it counts no more. */
export type Admit = (socket: Duplex) => void

/**
 * Holds at most `most` connections of a server whose other ends have not shown who they are: the oldest of them makes room for the next. Every
 * user of the machine can connect to a port of the loopback, and what a connection has sent is held until it says something whole.
 */
export function fewStrangers(server: Server, most: number): Admit {
  const strangers = new Set<Duplex>()
  server.on('connection', (socket) => {
    strangers.add(socket)
    socket.once('close', () => strangers.delete(socket))
    const [oldest] = strangers
    if (strangers.size > most && oldest) {
      strangers.delete(oldest)
      oldest.destroy()
    }
  })
  return (socket) => strangers.delete(socket)
}
