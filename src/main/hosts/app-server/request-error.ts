import { FaultError } from '@shared/domain/fault'
import { lineCodes } from '../protocol/read-objects'

/** The wire's error numbers: what cannot be read as JSON, what is no valid request, what failed on our side. The first protocol has but these. */
export const errorCodes = {
  ...lineCodes,
  noMethod: -32601,
  badParams: -32602,
  failed: -32603,
} as const

/** An error as a JSON-RPC message carries it; `message` says what was expected. */
export interface WireError {
  readonly code: number
  readonly message: string
  readonly data?: Readonly<Record<string, unknown>>
}

/** A request that is refused. Its message goes to the client as it is. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly code: number
  readonly data: WireError['data']
  constructor(message: string, code: number = errorCodes.invalid, data?: WireError['data']) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** Faults of our side of the wire; every other fault is something that the client asked wrongly. */
const ours = new Set(['internal', 'store-failed', 'server-error', 'connection-failed', 'bad-stream'])

/** Any thrown value as an error for the client. A fault keeps its code and remedy in `data`; a stack never leaves. */
export function toWireError(error: unknown): WireError {
  if (error instanceof RequestError)
    return { code: error.code, message: error.message, ...(error.data && { data: error.data }) }
  if (error instanceof FaultError) {
    const { code, message, remedy } = error.fault
    return {
      code: ours.has(code) ? errorCodes.failed : errorCodes.invalid,
      message: remedy === undefined ? message : `${message} ${remedy}`,
      data: { fault: code },
    }
  }
  return { code: errorCodes.failed, message: error instanceof Error ? error.message : String(error) }
}
