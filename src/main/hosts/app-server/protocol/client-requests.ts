import { z } from 'zod'
import { EventMsg } from '../../protocol/event-msg'
import { Operation } from '../../protocol/operation'
import { accountRequests } from './account-requests'
import { conversationRequests, made } from './conversation-requests'
import { machineRequests } from './machine-requests'
import { settingsRequests } from './settings-requests'

const id = z.string().max(200)
const none = z.strictObject({})

/**
 * The reference's operations over JSON-RPC, and what else there is to do with a conversation, by method (docs/spec/wire.md).
 * `answer` is the event that answers an operation; it is told to those who listen as well, under `submissionId`.
 */
export const operationRequests = {
  submitOperation: {
    params: z.object({ conversationId: id, op: Operation }),
    result: z.strictObject({ submissionId: z.string(), answer: EventMsg.optional() }),
  },
  forkConversation: {
    params: z.object({ conversationId: id, nthUserMessage: z.number().int().nonnegative() }),
    result: z.strictObject({
      ...made,
      rolloutPath: z.string(),
      initialMessages: z.array(EventMsg),
    }),
  },
  unloadConversation: { params: z.object({ conversationId: id }), result: none },
  shutdown: { params: z.looseObject({}), result: none },
} as const

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
