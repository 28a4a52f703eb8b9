import type { Duplex } from 'node:stream'

/** Answers an upgrade that is not let in, and ends its connection: half of it would stay open for as long as the other end likes. */
export function endRefused(socket: Duplex, status: string): void {
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
