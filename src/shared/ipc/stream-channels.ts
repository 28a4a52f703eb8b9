import { z } from 'zod'

const sessionId = z.string().min(1).max(100)
const stream = z.string().regex(/^[0-9a-f]{32}$/)
const of = z.strictObject({ sessionId, stream })
const nothing = z.strictObject({})

/** Bytes of one piece of a stream at most, before they are written as base64. */
export const largestPiece = 128 * 1024
const Piece = z.base64().max(Math.ceil(largestPiece / 3) * 4)

/**
 * What a window of another machine asks of the engine there, to reach a port that a command of a session listens on: one stream for each connection, over
 * the line that it has anyway. A window of the same machine has `port.open`.
 */
export const streamChannels = {
  /** Connects with that port. Refused where no command of that call listens on it, and where the client has too many streams. */
  'stream.open': {
    request: z.strictObject({
      sessionId,
      callId: z.string().min(1).max(200),
      port: z.int().min(1).max(65_535),
    }),
    response: z.strictObject({ stream }),
  },
  /** What came since, waited for some seconds where there is nothing yet; `over`: nothing comes any more. */
  'stream.read': { request: of, response: z.strictObject({ data: Piece, over: z.boolean() }) },
  /** Sends that, and is answered when there is room for more; with `last` nothing is sent after it. */
  'stream.write': {
    request: z.strictObject({ sessionId, stream, data: Piece, last: z.boolean() }),
    response: nothing,
  },
  /** Ends it in both directions; nothing happens where it is over. */
  'stream.end': { request: of, response: nothing },
} as const
