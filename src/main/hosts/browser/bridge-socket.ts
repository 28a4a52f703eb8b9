import type { RawData, WebSocket } from 'ws'
import { z } from 'zod'
import type { BridgeServer } from '../bridge/bridge-server'
import { readJson } from '../../core/text/read-json'

const ClientMessage = z.strictObject({ id: z.int().nonnegative(), channel: z.string(), payload: z.unknown() })
/** One question of a client. */
export type ClientMessage = z.infer<typeof ClientMessage>

const keepaliveMs = 30_000
/** So many requests may be in work or on their way back before no more are read. */
const maxInWork = 32
const policyViolation = 1008

/**
 * Speaks the bridge over one admitted WebSocket until it closes: `{id, channel, payload}` in, `{id, reply}` and
 * `{push}` out, all JSON text. Anything else from the client closes the socket with 1008. A client that does not
 * answer a ping within 30 s is cut off; one that asks faster than it takes the answers is not read meanwhile. `asked` has been asked already.
 */
export function attachBridge(
  socket: WebSocket,
  bridge: BridgeServer,
  asked: readonly ClientMessage[] = [],
): void {
  const connection = bridge.connect(
    (push) =>
      new Promise((resolve, reject) => {
        socket.send(JSON.stringify({ push }), (error) => {
          if (error) reject(error)
          else resolve()
        })
      }),
  )
  let answered = true
  const keepalive = setInterval(() => {
    if (answered) socket.ping()
    else socket.terminate()
    answered = false
  }, keepaliveMs)

  const answer = async (message: ClientMessage): Promise<void> => {
    const reply = await connection.handle(message.channel, message.payload)
    // A socket that closed meanwhile needs no answer, and says so here.
    await new Promise<unknown>((resolve) => {
      socket.send(JSON.stringify({ id: message.id, reply }), resolve)
    })
  }
  // Holds what one read of the socket brought beyond the limit; nothing more is read before it is done.
  const waiting = [...asked]
  let inWork = 0
  const work = (): void => {
    for (let next = waiting[0]; next && inWork < maxInWork; next = waiting[0]) {
      waiting.shift()
      inWork += 1
      void answer(next).finally(() => {
        inWork -= 1
        work()
      })
    }
    if (waiting.length > 0) socket.pause()
    else if (socket.isPaused) socket.resume()
  }

  work()
  socket.on('pong', () => {
    answered = true
  })
  socket.on('message', (raw, binary) => {
    const message = binary ? undefined : readMessage(raw)
    if (message === undefined) {
      socket.close(policyViolation, 'malformed message')
      return
    }
    waiting.push(message)
    work()
  })
  socket.on('close', () => {
    clearInterval(keepalive)
    waiting.length = 0
    connection.close()
  })
  socket.on('error', () => {
    // Too large, not UTF-8, reset: ws closes the socket itself, and 'close' cleans up.
  })
}

function readMessage(raw: RawData): ClientMessage | undefined {
  // What is no JSON is as malformed as a wrong shape.
  return Buffer.isBuffer(raw) ? readJson(ClientMessage, raw.toString('utf8')) : undefined
}
