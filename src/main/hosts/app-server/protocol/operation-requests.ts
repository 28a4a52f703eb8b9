import { z } from 'zod'
import { EventMsg } from '../../protocol/event-msg'
import { Operation } from '../../protocol/operation'
import { made } from './conversation-requests'

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
