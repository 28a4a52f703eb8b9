import { z } from 'zod'
import { OfferTold } from '@shared/words/offer'
import { WireAssessment } from '../../protocol/wire-assessment'
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
  offers: z.array(OfferTold),
})

const asked = {
  threadId: z.string(),
  turnId: z.string(),
  itemId: z.string(),
  startedAtMs: z.number(),
  reason: z.string().nullable(),
  countersign: Ours,
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
} as const
/** The name of a request to a client. */
export type ServerMethod = keyof typeof serverRequests
