import { z } from 'zod'
import { LentKey, mostLent } from '@shared/domain/lent-key'
import { Push } from '@shared/ipc/push'
import { Reply } from '@shared/ipc/contract'

/** The form of what goes over the pipe. Another number is another form, of which nothing is understood. */
export const hostProtocol = 2

/** Bytes of one line from a host: a page of a record, and no more. */
export const largestFromHost = 32 * 1024 * 1024
/** Bytes of one line to a host. */
export const largestToHost = 4 * 1024 * 1024
/** Bytes of a line before both ends know each other. */
export const largestGreeting = 4 * 1024

const LineId = z.string().regex(/^[0-9a-f]{32}$/)
const Version = z.string().max(100)
const Count = z.int().nonnegative()
/** The last moment whose year has four digits, in milliseconds since the epoch. */
const lastMoment = 253_402_300_799_999

/** What a client says first. `line` names what it goes on with over several pipes; it has had `received` messages of it. */
export const ClientHello = z.strictObject({
  countersign: z.literal('client'),
  protocol: z.int(),
  version: Version,
  line: LineId,
  received: Count,
})
export type ClientHello = z.infer<typeof ClientHello>

/** By this a greeting is known among whatever else is said there first; the form of the rest goes by `protocol`. */
export const AnyEngineHello = z.object({
  countersign: z.literal('engine'),
  protocol: z.int(),
  version: Version,
})
export type AnyEngineHello = z.infer<typeof AnyEngineHello>

/**
 * What the engine answers. `engine` names this very process, `now` is what its clock says. `line`: it goes on where it was, of which the engine has had `received` messages of the
 * client's, or begins anew.
 */
export const EngineHello = z.strictObject({
  ...AnyEngineHello.shape,
  engine: LineId,
  platform: z.string().max(40),
  now: z.int().min(0).max(lastMoment),
  line: z.enum(['resumed', 'new']),
  received: Count,
})
export type EngineHello = z.infer<typeof EngineHello>

/** One line after the greetings. Those with `body` are numbered; `ack` says how many of the other's have come. */
export const HostFrame = z.strictObject({
  n: z.int().positive().optional(),
  ack: Count,
  body: z.unknown().optional(),
  ping: z.int().optional(),
  pong: z.int().optional(),
  bye: z.literal(true).optional(),
})
export type HostFrame = z.infer<typeof HostFrame>

/** The same from a client. `lend`: keys for the engine to use for it while this pipe holds, and no others; they are in no message that is sent again. */
export const ClientFrame = HostFrame.extend({ lend: z.array(LentKey).max(mostLent).optional() })

/** A request of the window's contract, as the body of a frame to the engine. */
export const RequestBody = z.strictObject({ id: Count, channel: z.string().max(100), payload: z.unknown() })

/** What comes back: an answer, or what the engine tells. */
export const EngineBody = z.union([
  z.strictObject({ id: Count, reply: Reply }),
  z.strictObject({ push: Push }),
])
