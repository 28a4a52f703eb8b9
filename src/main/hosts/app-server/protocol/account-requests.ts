import { z } from 'zod'
import { RateLimits } from '../../protocol/conversation-events'
import { absent } from './absent'

const none = z.strictObject({})
const anything = z.looseObject({})

/** What the client may understand beyond the wire; absent means no. `scopedDecisions`: answers that name an offer. */
export const ClientCapabilities = z.object({
  scopedDecisions: z.boolean().optional(),
  assessmentUpdates: z.boolean().optional(),
})
export type ClientCapabilities = z.infer<typeof ClientCapabilities>

/** How the model's key came to us; null: there is none. */
export const AuthMethod = z.enum(['apikey', 'chatgpt']).nullable()
export type AuthMethod = z.infer<typeof AuthMethod>

/** One model that can be chosen. */
export const WireModel = z.strictObject({
  id: z.string(),
  model: z.string(),
  displayName: z.string(),
  description: z.string(),
  supportedReasoningEfforts: z.array(
    z.strictObject({ reasoningEffort: z.string(), description: z.string() }),
  ),
  defaultReasoningEffort: z.string(),
  isDefault: z.boolean(),
})
export type WireModel = z.infer<typeof WireModel>

/** The requests about the connection and the account, by method (docs/spec/wire.md). */
export const accountRequests = {
  initialize: {
    params: z.object({
      clientInfo: z.object({
        name: z.string().max(200),
        title: z.string().nullish().transform(absent),
        version: z.string().max(200),
      }),
      capabilities: ClientCapabilities.nullish().transform(absent),
    }),
    result: z.strictObject({ userAgent: z.string() }),
  },
  getUserAgent: { params: anything, result: z.strictObject({ userAgent: z.string() }) },
  userInfo: { params: anything, result: z.strictObject({ allegedUserEmail: z.string().nullable() }) },
  loginApiKey: { params: z.object({ apiKey: z.string().min(1).max(10_000) }), result: none },
  logout: { params: anything, result: none },
  logoutChatGpt: { params: anything, result: none },
  getAuthStatus: {
    params: z.object({
      includeToken: z.boolean().nullish().transform(absent),
      refreshToken: z.boolean().nullish().transform(absent),
    }),
    result: z.strictObject({
      authMethod: AuthMethod,
      authToken: z.string().nullable(),
      requiresOpenaiAuth: z.boolean().nullable(),
    }),
  },
  loginChatGpt: { params: anything, result: none },
  cancelLoginChatGpt: { params: anything, result: none },
  'model/list': {
    params: z.object({
      pageSize: z.number().int().positive().nullish().transform(absent),
      cursor: z.string().nullish().transform(absent),
    }),
    result: z.strictObject({ items: z.array(WireModel), nextCursor: z.string().nullable() }),
  },
  'account/login': { params: anything, result: none },
  'account/logout': { params: anything, result: none },
  'account/read': {
    params: anything,
    result: z.strictObject({
      account: z.strictObject({ type: z.literal('apiKey') }).nullable(),
      requiresOpenaiAuth: z.boolean(),
    }),
  },
  'account/rateLimits/read': { params: anything, result: z.strictObject({ rateLimits: RateLimits }) },
} as const
