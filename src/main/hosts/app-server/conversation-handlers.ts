import type { TurnOverrides, SessionSummary } from '@shared/domain/session'
import type { UserInput } from '@shared/domain/user-input'
import type { EngineService } from '../../core/engine/engine-service'
import type { Log } from '../../core/ports/system'
import type { Conversations } from './conversations'
import type { MessageWriter } from '../protocol/message-writer'
import {
  ConversationSettings,
  type conversationRequests,
  type InputItem,
} from './protocol/conversation-requests'
import type { RequestHandlers } from './protocol/client-requests'
import { RequestError } from './request-error'
import { sessionInput } from './session-input'

/** What the conversation requests work with. */
export interface ConversationWorld {
  readonly engine: EngineService
  readonly conversations: Conversations
  readonly writer: MessageWriter
  readonly log: Log
}

const defaultPage = 25
const maxPage = 100

/** The message as the engine takes it; pictures are checked there. */
function inputOf(items: readonly InputItem[]): readonly UserInput[] {
  if (items.length === 0) throw new RequestError('items is empty; expected at least one item')
  return items.map((item) => {
    switch (item.type) {
      case 'text':
        return { type: 'text', text: item.data.text }
      case 'image':
        return { type: 'image', image_url: item.data.imageUrl }
      case 'localImage':
        return { type: 'local_image', path: item.data.path }
    }
  })
}

/** Answers the requests about conversations (docs/spec/wire.md). */
export function conversationHandlers(
  world: () => Promise<ConversationWorld>,
): Pick<RequestHandlers, keyof typeof conversationRequests> {
  const reportUnused = ({ log, conversations }: ConversationWorld, id: string, unused: readonly string[]) => {
    if (unused.length === 0) return
    const named = unused.map((key) => JSON.stringify(key)).join(', ')
    const message = `not known here, and passed over: ${named.length > 500 ? `${named.slice(0, 500)}…` : named}`
    log.error(`a client asked for what is ${message}`)
    conversations.note(id, message)
  }
  return {
    newConversation: async (params) => {
      const { engine, conversations } = await world()
      const { input, unused } = sessionInput(params)
      const session = await engine.createSession({ ...input, cwd: input.cwd ?? process.cwd() })
      await conversations.open(session)
      reportUnused(await world(), session.id, unused)
      return madeOf(session)
    },

    listConversations: async ({ pageSize, cursor }) => {
      const { engine } = await world()
      const limit = Math.min(pageSize ?? defaultPage, maxPage)
      const page = await engine.listSessions({ limit, ...(cursor === undefined ? {} : { cursor }) })
      return {
        items: page.items.map(({ id, rolloutPath, preview, createdAt }) => ({
          conversationId: id,
          path: rolloutPath,
          preview,
          timestamp: createdAt,
        })),
        nextCursor: page.nextCursor ?? null,
      }
    },

    resumeConversation: async ({ path, conversationId, overrides }) => {
      const { engine, conversations, writer } = await world()
      const which =
        path !== undefined
          ? { path }
          : conversationId !== undefined
            ? { sessionId: conversationId }
            : undefined
      if (!which)
        throw new RequestError('Invalid request: resumeConversation: expected path or conversationId')
      const { input, unused } = sessionInput(overrides ?? ConversationSettings.parse({}))
      if (input.profile !== undefined)
        throw new RequestError('profile counts for a new conversation only; expected the settings themselves')
      const { session, events } = await engine.resumeSession(which, input)
      const initialMessages = await conversations.open(session, events)
      reportUnused(await world(), session.id, unused)
      const { conversationId: sessionId, model, rolloutPath, ...reasoning } = madeOf(session)
      const history = await engine.home.history.log()
      writer.send({
        method: 'sessionConfigured',
        params: {
          sessionId,
          model,
          reasoningEffort: reasoning.reasoningEffort ?? null,
          historyLogId: history.id,
          historyEntryCount: history.entries,
          initialMessages,
          rolloutPath,
        },
      })
      return { ...madeOf(session), initialMessages }
    },

    archiveConversation: async ({ conversationId }) => {
      const { engine, conversations } = await world()
      await engine.archiveSession(conversationId)
      conversations.close(conversationId)
      return {}
    },

    sendUserMessage: async ({ conversationId, items }) => {
      const { conversations } = await world()
      await conversations.get(conversationId).submit(conversations.message(conversationId, inputOf(items)))
      return {}
    },

    sendUserTurn: async (params) => {
      const { conversationId, items, cwd, approvalPolicy, sandboxPolicy, model, effort, summary } = params
      const { conversations } = await world()
      const overrides: TurnOverrides = {
        cwd,
        approvalPolicy,
        sandboxPolicy,
        model,
        summary,
        ...(effort === undefined ? {} : { effort }),
        ...(params.outputSchema === undefined ? {} : { outputSchema: params.outputSchema }),
      }
      await conversations
        .get(conversationId)
        .submit(conversations.message(conversationId, inputOf(items), overrides))
      return {}
    },

    interruptConversation: async ({ conversationId }) => {
      const { conversations } = await world()
      await conversations.get(conversationId).interrupt()
      return { abortReason: 'interrupted' }
    },

    addConversationListener: async ({ conversationId, experimentalRawEvents }) => {
      const { conversations } = await world()
      return { subscriptionId: conversations.listen(conversationId, experimentalRawEvents) }
    },

    removeConversationListener: async ({ subscriptionId }) => {
      const { conversations } = await world()
      conversations.unlisten(subscriptionId)
      return {}
    },
  }
}

/** What a request is answered with that made or took up a conversation. */
export function madeOf({ id, model, rolloutPath = '', reasoningEffort, reasoningSummary }: SessionSummary) {
  return {
    conversationId: id,
    model,
    rolloutPath,
    ...(reasoningEffort && { reasoningEffort }),
    ...(reasoningSummary && { reasoningSummary }),
  }
}
