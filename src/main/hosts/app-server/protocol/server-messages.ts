import { z } from 'zod'
import { StopReport } from '@shared/messages/stop'
import { OfferReport } from '@shared/messages/offer'
import { RateLimits } from '../../protocol/conversation-events'
import { EventMsg } from '../../protocol/event-msg'
import { ReviewDecision } from '../../protocol/operation'
import { ParsedCommand } from '@shared/domain/parsed-command'
import { GrantScope } from '@shared/domain/stored-grant'
import { WireFileChange, WireRisk } from '../../protocol/tool-events'
import { WireAssessment } from '../../protocol/wire-assessment'
import { AuthMethod } from './account-requests'

/** Ours, beside the wire's members: `offers` and `stop` only for a client that said `scopedDecisions`. */
const ours = {
  approvalId: z.string(),
  assessment: WireAssessment,
  effect: z.string(),
  offers: z.array(OfferReport).optional(),
  stop: StopReport.optional(),
}

/** A decision as a client sends it: the wire's four words, or, where it said so at initialize, one that names an offer. */
export const WireDecision = z.union([
  ReviewDecision,
  z.strictObject({
    allow: z.strictObject({ offerId: z.string(), scope: GrantScope.optional() }),
  }),
  z.strictObject({ deny: z.strictObject({ message: z.string().max(4000).optional() }) }),
])
export type WireDecision = z.infer<typeof WireDecision>

const result = z.object({ decision: WireDecision })

/** The requests that the server makes, by method. */
export const serverRequests = {
  execCommandApproval: {
    params: z.strictObject({
      conversationId: z.string(),
      callId: z.string(),
      command: z.array(z.string()),
      cwd: z.string(),
      reason: z.string().optional(),
      risk: WireRisk.optional(),
      parsedCmd: z.array(ParsedCommand),
      ...ours,
    }),
    result,
  },
  applyPatchApproval: {
    params: z.strictObject({
      conversationId: z.string(),
      callId: z.string(),
      fileChanges: z.record(z.string(), WireFileChange),
      reason: z.string().optional(),
      grantRoot: z.string().optional(),
      ...ours,
    }),
    result,
  },
} as const

/** What the server tells besides events, by method. */
export const serverNotifications = {
  authStatusChange: z.strictObject({ authMethod: AuthMethod }),
  'account/rateLimits/updated': RateLimits,
  sessionConfigured: z.strictObject({
    sessionId: z.string(),
    model: z.string(),
    reasoningEffort: z.string().nullable(),
    historyLogId: z.number().int(),
    historyEntryCount: z.number().int(),
    initialMessages: z.array(EventMsg).optional(),
    rolloutPath: z.string(),
  }),
} as const

/** The parameters of every `codex/event/<type>` notification. */
export const EventParams = z.strictObject({
  id: z.string(),
  msg: EventMsg,
  conversationId: z.string(),
})
export type EventParams = z.infer<typeof EventParams>
