import { Writable } from 'node:stream'
import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { LineSplitter } from '../../protocol/line-splitter'
import { MessageWriter } from '../../protocol/message-writer'
import type { SecondClient } from '../second-connection'

/** Makes the client of one connection; `writer` takes what it is told. */
export type OpenClient = (writer: MessageWriter) => SecondClient

const unsupported = 1003

/** Lines as messages of a WebSocket, each by itself. */
function frames(socket: WebSocket): Writable {
  const sink = new Writable({
    decodeStrings: false,
    write(text: string, _, done) {
      const lines = text.split('\n').filter((line) => line !== '')
      for (const line of lines.slice(0, -1)) socket.send(line, () => undefined)
      const last = lines.at(-1)
      if (last === undefined) done()
      else
        socket.send(last, (error) => {
          done(error)
        })
    },
    destroy(error, done) {
      socket.terminate()
      done(error)
    },
  })
  socket.on('close', () => sink.destroy())
  sink.on('error', () => undefined) // the socket has gone, and its close says so
  return sink
}

/** Serves one client over a WebSocket, a message in each of its messages, until it closes. */
export function serveWebSocket(socket: WebSocket, open: OpenClient): void {
  const writer = new MessageWriter(frames(socket))
  const client = open(writer)
  socket.on('message', (data, isBinary) => {
    if (isBinary || !Buffer.isBuffer(data)) {
      socket.close(unsupported, 'expected text')
      return
    }
    client.connection.receive([{ kind: 'line', text: data.toString('utf8') }])
    // Reads no faster than answers are taken.
    socket.pause()
    void Promise.all([writer.room(), client.connection.room()]).then(() => {
      if (socket.isPaused) socket.resume()
    })
  })
  socket.on('close', () => void client.leave())
  socket.on('error', () => undefined) // too large, not UTF-8, reset: ws closes it, and 'close' cleans up
}

/** Serves one client over a plain stream, a message on each line, until it closes. */
export async function serveLines(socket: Socket, open: OpenClient, maxLine: number): Promise<void> {
  const writer = new MessageWriter(socket)
  const client = open(writer)
  const splitter = new LineSplitter(maxLine)
  try {
    for await (const piece of socket) {
      client.connection.receive(splitter.push(piece as Uint8Array))
      await writer.room()
      await client.connection.room()
    }
  } catch {
    // A stream that breaks is the end of the client, as its plain end is.
  }
  await client.leave()
  socket.destroy()
}
