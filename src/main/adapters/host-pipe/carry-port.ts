import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { largestPiece } from '@shared/ipc/stream-channels'
import type { CarryPort, PortCalls } from '../../core/host-link/host-ports'

/** See CarryPort. The port is the system's choice, on the loopback alone. Rejects with an Error where there is none. */
export const carryPort: CarryPort = async (calls) => {
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    // What breaks here ends the connection there, and the other way round.
    carry(socket, calls)
      .catch(() => undefined)
      .finally(() => {
        sockets.delete(socket)
        socket.destroy()
      })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

async function carry(socket: Socket, calls: PortCalls): Promise<void> {
  const stream = await calls.open()
  const there = async (): Promise<void> => {
    for await (const chunk of socket as AsyncIterable<Buffer>)
      for (let at = 0; at < chunk.length; at += largestPiece)
        await calls.write(stream, chunk.subarray(at, at + largestPiece).toString('base64'), false)
    await calls.write(stream, '', true)
  }
  const come = async function* (): AsyncGenerator<Buffer> {
    for (let isOver = false; !isOver;) {
      const { data, over } = await calls.read(stream)
      if (data !== '') yield Buffer.from(data, 'base64')
      isOver = over
    }
  }
  try {
    await Promise.all([there(), pipeline(come, socket)])
  } finally {
    await calls.end(stream).catch(() => undefined)
  }
}
