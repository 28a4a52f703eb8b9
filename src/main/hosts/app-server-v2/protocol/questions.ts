import { z } from 'zod'
import { OfferReport } from '@shared/messages/offer'
import { WireAssessment } from '../../protocol/wire-assessment'
import { JsonValue } from '../../protocol/json-value'
import { CommandAction } from './items'

const Access = z.enum(['read', 'write', 'none', 'deny'])

/** What a run is given besides, as this protocol can say it. `entries` says the same as `read` and `write`, path by path. */
export const WirePermissions = z.object({
  network: z.object({ enabled: z.boolean().nullish() }).nullish(),
  fileSystem: z
    .object({
      read: z.array(z.string()).nullish(),
      write: z.array(z.string()).nullish(),
      entries: z.array(z.object({ path: z.looseObject({ type: z.string() }), access: Access })).nullish(),
      globScanMaxDepth: z.number().nullish(),
    })
    .nullish(),
})
export type WirePermissions = z.infer<typeof WirePermissions>

const PlainDecision = z.enum(['accept', 'acceptForSession', 'decline', 'cancel'])
/** An answer by its name. */
export type PlainDecision = z.infer<typeof PlainDecision>

/** Our own member of a question: what it is about in words and as data. */
const Ours = z.object({
  approvalId: z.string(),
  /** Effect, subject, what stopped it, risk, and what a yes means, in lines. */
  message: z.string(),
  assessment: WireAssessment,
  offers: z.array(OfferReport),
})

const asked = {
  threadId: z.string(),
  turnId: z.string(),
  itemId: z.string(),
  startedAtMs: z.number(),
  reason: z.string().nullable(),
  countersign: Ours,
}

const worded = { title: z.string().optional(), description: z.string().optional() }
const Choices = z.array(z.object({ const: z.string(), title: z.string() }))
const count = z.number().optional()

/** A field of a form, as a flat JSON Schema. */
const FormField = z.union([
  z.object({
    ...{ type: z.literal('string'), ...worded, minLength: count, maxLength: count },
    format: z.enum(['email', 'uri', 'date', 'date-time']).optional(),
    default: z.string().optional(),
  }),
  z.object({ type: z.literal('string'), ...worded, oneOf: Choices, default: z.string().optional() }),
  z.object({
    ...{ type: z.enum(['number', 'integer']), ...worded, minimum: count, maximum: count },
    default: z.number().optional(),
  }),
  z.object({ type: z.literal('boolean'), ...worded, default: z.boolean().optional() }),
  z.object({
    ...{ type: z.literal('array'), ...worded, minItems: count, maxItems: count },
    items: z.object({ anyOf: Choices }),
    default: z.array(z.string()).optional(),
  }),
])
/** See FormField. */
export type FormField = z.infer<typeof FormField>

/** What an MCP server asks; `secret` names the fields whose words speak of a password or the like, which a form must not ask for. */
const elicited = {
  threadId: z.string(),
  turnId: z.string().nullable(),
  serverName: z.string(),
  message: z.string(),
  _meta: z.object({
    countersign: z.object({ questionId: z.string(), tool: z.string(), secret: z.array(z.string()) }),
  }),
}

/**
 * The requests that the server makes of a client, with what an answer must be. Every other answer is a no; one that names a
 * decision which was not offered is one too.
 */
export const serverRequests = {
  'item/commandExecution/requestApproval': {
    params: z.object({
      kind: z.enum(['command', 'writeStdin']),
      ...asked,
      approvalId: z.string(),
      environmentId: z.literal('local'),
      networkApprovalContext: z
        .object({ host: z.string(), protocol: z.enum(['http', 'https', 'socks5Tcp']) })
        .optional(),
      command: z.string(),
      cwd: z.string(),
      commandActions: z.array(CommandAction),
      availableDecisions: z.array(PlainDecision),
    }),
    result: z.object({ decision: PlainDecision }),
  },
  'item/fileChange/requestApproval': {
    params: z.object({ ...asked, grantRoot: z.null() }),
    result: z.object({ decision: PlainDecision }),
  },
  'item/permissions/requestApproval': {
    params: z.object({
      ...asked,
      environmentId: z.literal('local'),
      cwd: z.string(),
      permissions: WirePermissions,
    }),
    result: z.object({
      permissions: WirePermissions,
      scope: z.enum(['turn', 'session']).default('turn'),
      strictAutoReview: z.boolean().nullish(),
    }),
  },
  'item/tool/requestUserInput': {
    params: z.object({
      threadId: z.string(),
      turnId: z.string(),
      itemId: z.string(),
      questions: z.array(
        z.object({
          id: z.string(),
          header: z.string(),
          question: z.string(),
          isOther: z.literal(true),
          isSecret: z.boolean(),
          options: z.array(z.object({ label: z.string(), description: z.string() })).nullable(),
        }),
      ),
      isBlocking: z.literal(true),
      autoResolutionMs: z.null(),
    }),
    result: z.object({
      answers: z.record(z.string(), z.object({ answers: z.array(z.string()) })),
    }),
  },
  'mcpServer/elicitation/request': {
    params: z.discriminatedUnion('mode', [
      z.object({
        ...elicited,
        mode: z.literal('form'),
        requestedSchema: z.object({
          type: z.literal('object'),
          properties: z.record(z.string(), FormField),
          required: z.array(z.string()),
        }),
      }),
      z.object({ ...elicited, mode: z.literal('url'), url: z.string(), elicitationId: z.string() }),
    ]),
    result: z.object({
      action: z.enum(['accept', 'decline', 'cancel']),
      content: JsonValue.optional(),
      _meta: JsonValue.optional(),
    }),
  },
} as const
