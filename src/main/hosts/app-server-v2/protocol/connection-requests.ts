import { z } from 'zod'
import { SandboxMode } from '@shared/domain/sandbox-policy'
import { TrustLevel } from '@shared/domain/settings'
import { absent } from '../../app-server/protocol/absent'
import { JsonValue } from '../../protocol/json-value'
import { WireLimits } from './notifications'
import { WireApprovalPolicy } from './wire-threads'

/** A page that is asked for. Cursors are the server's own words. */
export const page = {
  cursor: z.string().max(200).nullish().transform(absent),
  limit: z.number().int().positive().nullish().transform(absent),
}
/** One page of a list; null: there are no more. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), nextCursor: z.string().nullable() })

const folders = z.array(z.string().max(4096)).max(100).nullish().transform(absent)
const anything = z.looseObject({})

/** What a client says of itself. `optOutNotificationMethods`: what it does not want to be told. */
const Capabilities = z.object({
  experimentalApi: z.boolean().nullish(),
  optOutNotificationMethods: z.array(z.string().max(200)).max(1000).nullish(),
})

/** One model that can be chosen; `model` is what other requests name it by. */
const Model = z.object({
  id: z.string(),
  model: z.string(),
  upgrade: z.null(),
  upgradeInfo: z.null(),
  availabilityNux: z.null(),
  displayName: z.string(),
  description: z.string(),
  modelSpecialty: z.null(),
  hidden: z.literal(false),
  supportedReasoningEfforts: z.array(z.object({ reasoningEffort: z.string(), description: z.string() })),
  defaultReasoningEffort: z.string(),
  inputModalities: z.array(z.enum(['text', 'image'])),
  supportsPersonality: z.literal(false),
  multiAgentVersion: z.null(),
  additionalSpeedTiers: z.array(z.string()),
  serviceTiers: z.array(z.string()),
  defaultServiceTier: z.null(),
  availableAccessPrograms: z.null(),
  isDefault: z.boolean(),
})

/** What of the configuration a client is told: choices, and never a key, a header or a variable. */
const Config = z.object({
  model: z.string(),
  review_model: z.string().nullable(),
  model_context_window: z.number().nullable(),
  model_auto_compact_token_limit: z.number().nullable(),
  model_provider: z.string(),
  approval_policy: WireApprovalPolicy,
  approvals_reviewer: z.literal('user'),
  sandbox_mode: SandboxMode.exclude(['danger-no-network']).nullable(),
  model_reasoning_effort: z.string().nullable(),
  model_reasoning_summary: z.string().nullable(),
  model_verbosity: z.string().nullable(),
  service_tier: z.null(),
  profile: z.string().nullable(),
  profiles: z.object({}),
  mcp_servers: z.object({}),
  projects: z.record(z.string(), z.object({ trust_level: TrustLevel })),
})

/** The requests about the connection, the account and what there is to choose from, by method. */
export const connectionRequests = {
  initialize: {
    params: z.object({
      clientInfo: z.object({
        name: z.string().max(200),
        title: z.string().max(200).nullish().transform(absent),
        version: z.string().max(200),
      }),
      capabilities: Capabilities.nullish().transform(absent),
    }),
    result: z.object({
      userAgent: z.string(),
      codexHome: z.string(),
      platformFamily: z.string(),
      platformOs: z.string(),
    }),
  },
  'account/read': {
    params: anything,
    result: z.object({
      account: z.object({ type: z.literal('apiKey') }).nullable(),
      userId: z.null(),
      requiresOpenaiAuth: z.literal(false),
      workspaceRouting: z.null(),
    }),
  },
  'account/rateLimits/read': {
    params: anything,
    result: z.object({
      ordinaryUsageAllowed: z.null(),
      rateLimits: WireLimits,
      rateLimitsByLimitId: z.null(),
      rateLimitResetCredits: z.null(),
      accountId: z.null(),
      rateLimitUpsell: z.null(),
    }),
  },
  'config/read': {
    params: z.object({
      includeLayers: z.boolean().nullish(),
      cwd: z.string().max(4096).nullish().transform(absent),
    }),
    result: z.object({ config: Config, origins: z.object({}), layers: z.array(JsonValue).nullable() }),
  },
  'configRequirements/read': {
    params: anything,
    result: z.object({ supportsIndependentSpeedModes: z.null(), requirements: z.null() }),
  },
  'model/list': { params: z.object(page), result: pageOf(Model) },
  'mcpServerStatus/list': {
    params: z.object({ ...page, threadId: z.string().max(200).nullish().transform(absent) }),
    result: pageOf(
      z.object({
        name: z.string(),
        tools: z.record(z.string(), z.looseObject({ name: z.string() })),
        resources: z.array(JsonValue),
        resourceTemplates: z.array(JsonValue),
        authStatus: z.enum(['unsupported', 'notLoggedIn', 'bearerToken', 'oAuth']),
      }),
    ),
  },
  'permissionProfile/list': {
    params: z.object(page),
    result: pageOf(z.object({ id: z.string(), description: z.null(), allowed: z.literal(true) })),
  },
  'skills/list': {
    params: z.object({ cwds: folders }),
    result: z.object({
      data: z.array(z.object({ cwd: z.string(), skills: z.array(JsonValue), errors: z.array(JsonValue) })),
    }),
  },
  'hooks/list': {
    params: z.object({ cwds: folders }),
    result: z.object({
      data: z.array(
        z.object({
          cwd: z.string(),
          hooks: z.array(JsonValue),
          warnings: z.array(JsonValue),
          errors: z.array(JsonValue),
        }),
      ),
    }),
  },
} as const
