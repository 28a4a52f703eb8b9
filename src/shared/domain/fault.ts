import { z } from 'zod'

/**
 * Why something did not work, in a form a person can act on. `code` is stable, `message` is one line. `refused` marks a
 * `bad-request` of a model server that does not know the form an answer was asked for in: it can be asked in another. `turnKind` says of
 * `not-steerable` what runs that takes no message.
 */
export const Fault = z.strictObject({
  code: z.enum([
    'bad-request',
    'unknown-session',
    'turn-running',
    'no-turn',
    'not-steerable',
    'missing-key',
    'unauthorized',
    'rate-limited',
    'quota',
    'unknown-model',
    'unknown-provider',
    'connection-failed',
    'server-error',
    'bad-stream',
    'context-length',
    'store-failed',
    'forbidden',
    'internal',
  ]),
  message: z.string(),
  remedy: z.string().optional(),
  refused: z.literal('output-form').optional(),
  turnKind: z.enum(['review', 'compact', 'guest']).optional(),
})
export type Fault = z.infer<typeof Fault>

/** A fault that is thrown; converted to data at the turn and at the bridge server. */
export class FaultError extends Error {
  override readonly name = 'FaultError'
  readonly fault: Fault
  constructor(fault: Fault, cause?: unknown) {
    super(fault.message, { cause })
    this.fault = fault
  }
  get code(): Fault['code'] {
    return this.fault.code
  }
}

/** Any thrown value as a fault. What is not a FaultError becomes `internal`, with its message and without its stack. */
export function toFault(error: unknown): Fault {
  if (error instanceof FaultError) return error.fault
  return { code: 'internal', message: error instanceof Error ? error.message : String(error) }
}
