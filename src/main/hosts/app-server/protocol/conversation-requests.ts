import { z } from 'zod'
import { ApprovalPolicy } from '@shared/domain/approval-policy'
import { EventMsg } from '../../protocol/event-msg'
import { SandboxMode, SandboxPolicy } from '@shared/domain/sandbox-policy'
import { ReasoningEffort, ReasoningSummary } from '@shared/domain/settings'
import { JsonValue } from '../../protocol/json-value'
import { absent } from './absent'

const text = z.string().max(4_000_000)
const id = z.string().max(200)
const path = z.string().min(1).max(4096)

/** One piece of a message as the wire carries it. */
export const InputItem = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), data: z.object({ text }) }),
  z.object({ type: z.literal('image'), data: z.object({ imageUrl: z.string() }) }),
  z.object({ type: z.literal('localImage'), data: z.object({ path }) }),
])
export type InputItem = z.infer<typeof InputItem>

/** What a conversation is made or taken up with. null counts as absent; `config` holds dotted keys of config.toml. */
export const ConversationSettings = z.object({
  model: z.string().min(1).max(200).nullish().transform(absent),
  modelProvider: z.string().min(1).max(200).nullish().transform(absent),
  profile: z.string().nullish().transform(absent),
  cwd: path.nullish().transform(absent),
  approvalPolicy: ApprovalPolicy.nullish().transform(absent),
  sandbox: SandboxMode.nullish().transform(absent),
  config: z.record(z.string(), JsonValue).nullish().transform(absent),
  baseInstructions: z.string().max(100_000).nullish().transform(absent),
  includeApplyPatchTool: z.boolean().nullish().transform(absent),
})
export type ConversationSettings = z.infer<typeof ConversationSettings>

const none = z.strictObject({})

/** One row of a list: `preview` is the start of its first message, `timestamp` when it was made. */
export const ConversationItem = z.strictObject({
  conversationId: z.string(),
  path: z.string(),
  preview: z.string(),
  timestamp: z.string().nullable(),
})
export type ConversationItem = z.infer<typeof ConversationItem>

/** What a request is answered with that made or took up a conversation. */
export const made = {
  conversationId: z.string(),
  model: z.string(),
  reasoningEffort: z.string().optional(),
  reasoningSummary: z.string().optional(),
}

/** The requests about conversations, by method (docs/spec/wire.md). Members that are not known are passed over. */
export const conversationRequests = {
  newConversation: {
    params: ConversationSettings,
    result: z.strictObject({ ...made, rolloutPath: z.string() }),
  },
  listConversations: {
    params: z.object({
      pageSize: z.number().int().positive().nullish().transform(absent),
      cursor: z.string().nullish().transform(absent),
      modelProviders: z.array(z.string()).nullish().transform(absent),
    }),
    result: z.strictObject({
      items: z.array(ConversationItem),
      nextCursor: z.string().nullable(),
    }),
  },
  resumeConversation: {
    params: z.object({
      path: path.nullish().transform(absent),
      conversationId: id.nullish().transform(absent),
      overrides: ConversationSettings.nullish().transform(absent),
    }),
    result: z.strictObject({
      ...made,
      initialMessages: z.array(EventMsg).optional(),
      rolloutPath: z.string(),
    }),
  },
  archiveConversation: {
    params: z.object({ conversationId: id, rolloutPath: path.nullish().transform(absent) }),
    result: none,
  },
  sendUserMessage: {
    params: z.object({ conversationId: id, items: z.array(InputItem).max(1000) }),
    result: none,
  },
  sendUserTurn: {
    params: z.object({
      conversationId: id,
      items: z.array(InputItem).max(1000),
      cwd: path,
      approvalPolicy: ApprovalPolicy,
      sandboxPolicy: SandboxPolicy,
      model: z.string().min(1).max(200),
      effort: ReasoningEffort.nullish().transform(absent),
      summary: ReasoningSummary,
      outputSchema: z.record(z.string(), JsonValue).nullish().transform(absent),
    }),
    result: none,
  },
  interruptConversation: {
    params: z.object({ conversationId: id }),
    result: z.strictObject({ abortReason: z.enum(['interrupted', 'replaced', 'review_ended']) }),
  },
  addConversationListener: {
    params: z.object({ conversationId: id, experimentalRawEvents: z.boolean().nullish().transform(absent) }),
    result: z.strictObject({ subscriptionId: z.string() }),
  },
  removeConversationListener: {
    params: z.object({ subscriptionId: id }),
    result: none,
  },
} as const
