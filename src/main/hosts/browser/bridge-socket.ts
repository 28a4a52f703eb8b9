import type { RawData, WebSocket } from 'ws'
import { z } from 'zod'
import type { BridgeServer } from '../bridge/bridge-server'

const ClientMessage = z.strictObject({ id: z.int().nonnegative(), channel: z.string(), payload: z.unknown() })
type ClientMessage = z.infer<typeof ClientMessage>

const keepaliveMs = 30_000
const policyViolation = 1008

/**
 * Speaks the bridge over one admitted WebSocket until it closes: `{id, channel, payload}` in, `{id, reply}` and
 * `{push}` out, all JSON text. Anything else from the client closes the socket with 1008. A client that does not
 * answer a ping within 30 s is cut off.
 */
export function attachBridge(socket: WebSocket, bridge: BridgeServer): void {
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
    socket.send(JSON.stringify({ id: message.id, reply }), () => {
      // A socket that closed meanwhile needs no answer.
    })
  }

  socket.on('pong', () => {
    answered = true
  })
  socket.on('message', (raw, binary) => {
    const message = binary ? undefined : readMessage(raw)
    if (message === undefined) socket.close(policyViolation, 'malformed message')
    else void answer(message)
  })
  socket.on('close', () => {
    clearInterval(keepalive)
    connection.close()
  })
  socket.on('error', () => {
    // Too large, not UTF-8, reset: ws closes the socket itself, and 'close' cleans up.
  })
}

function readMessage(raw: RawData): ClientMessage | undefined {
  if (!Buffer.isBuffer(raw)) return undefined
  try {
    return ClientMessage.safeParse(JSON.parse(raw.toString('utf8'))).data
  } catch {
    // Not JSON: as malformed as a wrong shape.
    return undefined
  }
}
