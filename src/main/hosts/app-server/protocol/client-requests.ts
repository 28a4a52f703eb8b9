import type { z } from 'zod'
import { accountRequests } from './account-requests'
import { conversationRequests } from './conversation-requests'
import { machineRequests } from './machine-requests'
import { operationRequests } from './operation-requests'
import { settingsRequests } from './settings-requests'

/** Every request that a client can make, by method, with the schemas of its parameters and of its answer. */
export const clientRequests = {
  ...accountRequests,
  ...conversationRequests,
  ...machineRequests,
  ...operationRequests,
  ...settingsRequests,
} as const

/** A request's name. */
export type ClientMethod = keyof typeof clientRequests

/** A request's parameters as they have been checked. */
export type ParamsOf<M extends ClientMethod> = z.output<(typeof clientRequests)[M]['params']>

/** A request's answer. */
export type ResultOf<M extends ClientMethod> = z.input<(typeof clientRequests)[M]['result']>

/** What answers each request. A thrown error becomes a JSON-RPC error with its reason. */
export type RequestHandlers = {
  readonly [M in ClientMethod]: (params: ParamsOf<M>) => ResultOf<M> | Promise<ResultOf<M>>
}
