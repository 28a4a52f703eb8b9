import { carryOut } from './operations'
import type { ConversationWorld } from './conversation-handlers'
import { madeOf } from './made-conversation'
import type { RequestHandlers } from './protocol/client-requests'
import type { operationRequests } from './protocol/operation-requests'

/** What these requests work with. `end` ends the server as the end of its input does. */
export interface OperationsWorld extends ConversationWorld {
  readonly end: () => void
}

/** Answers the requests about operations, forks and the end of conversations (docs/spec/wire.md). */
export function operationHandlers(
  world: () => Promise<OperationsWorld>,
): Pick<RequestHandlers, keyof typeof operationRequests> {
  return {
    submitOperation: async ({ conversationId, op }) => {
      const { engine, conversations } = await world()
      const conversation = conversations.get(conversationId)
      const submissionId = conversation.submission()
      const answer = await carryOut(op, { engine, conversations, conversation, conversationId, submissionId })
      return { submissionId, ...(answer && { answer }) }
    },

    forkConversation: async ({ conversationId, nthUserMessage }) => {
      const { engine, conversations } = await world()
      const forked = await engine.forkSession(conversationId, nthUserMessage)
      const { session, events } = await engine.openSession(forked.id)
      return { ...madeOf(session), initialMessages: await conversations.open(session, events) }
    },

    unloadConversation: async ({ conversationId }) => {
      const { conversations } = await world()
      await conversations.shutDown(conversationId)
      return {}
    },

    shutdown: async () => {
      const { conversations, end } = await world()
      await conversations.shutDownAll()
      // The answer is written before the next turn of the loop.
      setImmediate(end)
      return {}
    },
  }
}
