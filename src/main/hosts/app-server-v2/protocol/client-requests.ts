import type { z } from 'zod'
import { commandRequests } from './command-requests'
import { connectionRequests } from './connection-requests'
import { keyRequests } from './key-requests'
import { threadRequests } from './thread-requests'
import { turnRequests } from './turn-requests'
import { writeRequests } from './write-requests'

/** Every request that a client can make, by method, with the schemas of its parameters and of its answer. */
export const clientRequests = {
  ...commandRequests,
  ...connectionRequests,
  ...keyRequests,
  ...threadRequests,
  ...turnRequests,
  ...writeRequests,
} as const

/** A request's name. */
export type ClientMethod = keyof typeof clientRequests

/** What answers each request. A thrown error becomes a JSON-RPC error with its reason. */
export type RequestHandlers = {
  readonly [M in ClientMethod]: (
    params: z.output<(typeof clientRequests)[M]['params']>,
  ) => Result<M> | Promise<Result<M>>
}

type Result<M extends ClientMethod> = z.input<(typeof clientRequests)[M]['result']>
