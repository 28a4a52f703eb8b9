import { z } from 'zod'
import { Assessment, RiskLevel } from './assessment'
import { Evidence } from './evidence'
import { FileChanges } from './file-change'
import { Grant } from './grant'
import { SandboxPolicy } from './sandbox-policy'
import { GrantScope } from './stored-grant'
import { WhatWasRead } from './what-was-read'

/**
 * What a person can answer. `allow` adds exactly `grants` of the offer with the same id, for as long as `scope` says
 * (absent: for one run). `rule` is the rule's text as the person edited it, for an offer that shows one, in scope `rule`.
 * `edit` puts another command in this one's place, which is then asked about as a request of its own; nothing runs by it.
 * `deny` lets the turn go on and hands `message` to the agent; `abort` denies and ends the turn.
 */
export const Decision = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('allow'),
    offerId: z.string(),
    scope: GrantScope.optional(),
    rule: z.string().min(1).max(20_000).optional(),
  }),
  z.strictObject({ kind: z.literal('deny'), message: z.string().max(4000).optional() }),
  z.strictObject({ kind: z.literal('abort') }),
  z.strictObject({ kind: z.literal('edit'), command: z.array(z.string().max(1_000_000)).min(1).max(10_000) }),
])
export type Decision = z.infer<typeof Decision>

/**
 * Who decided: a person at a face of the engine, a command-line flag, a grant given meanwhile to an identical command,
 * or the engine itself (turn ended, quitting).
 */
export const DecidedBy = z.enum(['window', 'browser', 'terminal', 'flag', 'client', 'grant', 'engine'])
export type DecidedBy = z.infer<typeof DecidedBy>

/**
 * One way to say yes. `only-this` runs in the sandbox with exactly `grants` added (none for a first approval);
 * `outside` runs without the sandbox and is never the default. `scopes` says for how long it may be given. `rule` is the
 * text of the rule it would be stored as, which the person may edit; absent: it is stored as it is shown, or not at all.
 */
export const Offer = z.strictObject({
  id: z.string(),
  kind: z.enum(['only-this', 'outside']),
  grants: z.array(Grant),
  scopes: z.array(GrantScope).default(['once']),
  description: z.string(),
  rule: z.string().optional(),
})
export type Offer = z.infer<typeof Offer>

/**
 * Why the command waits: which boundary, in words, and the evidence for it (empty when policy asked first). `noOnlyThis`: why
 * what was reported could not be added alone, where something was reported.
 */
export const StopReason = z.strictObject({
  boundary: z.enum(['sandbox', 'approval-policy', 'missing-sandbox', 'escalation', 'network']),
  text: z.string(),
  policyLine: z.string(),
  evidence: z.array(Evidence),
  noOnlyThis: z.string().optional(),
})
export type StopReason = z.infer<typeof StopReason>

/**
 * One decision a person is asked for; the record the queue owns (docs/spec/approvals.md).
 * `effect` is the verb-first line; `justification` is the agent's claim, quoted; times are ISO 8601 in UTC.
 * Stage `network`: the command is running and one of its connections waits.
 * `offers` may be empty of `only-this` (no sandbox, no kernel evidence), never of an explanation in `stop`.
 * `editable`: it can be answered with a command of the person's own. `edited`: `command` is such a one; what the agent asked
 * for stands there, with the level of the request that was answered with it.
 * `whatWasRead` is what look-through read for it, and what a yes is given on.
 * `kind` is absent for a command; a `patch` shows `changes`, which are bounded for display; `input` is text that the
 * agent wants to give to the running process of `command`, shown whole.
 */
export const ApprovalRequest = z.strictObject({
  id: z.string(),
  sessionId: z.string(),
  sessionTitle: z.string(),
  turnId: z.string(),
  turnNumber: z.number().int().positive(),
  callId: z.string(),
  stage: z.enum(['first', 'retry', 'network']),
  kind: z.enum(['command', 'patch', 'input']).optional(),
  command: z.array(z.string()),
  cwd: z.string(),
  changes: FileChanges.optional(),
  input: z.string().optional(),
  effect: z.string(),
  stop: StopReason,
  sandboxPolicy: SandboxPolicy,
  justification: z.string().optional(),
  editable: z.literal(true).optional(),
  edited: z.strictObject({ command: z.array(z.string()), level: RiskLevel }).optional(),
  assessment: Assessment,
  whatWasRead: WhatWasRead.optional(),
  offers: z.array(Offer),
  createdAt: z.string(),
  state: z.enum(['pending', 'answered', 'cancelled', 'expired']),
  decision: Decision.optional(),
  decidedBy: DecidedBy.optional(),
  decidedAt: z.string().optional(),
})
export type ApprovalRequest = z.infer<typeof ApprovalRequest>

/** What became of an answer. `already` and `unknown` changed nothing, and say so (answering twice is harmless). */
export const DecideReply = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('accepted') }),
  z.strictObject({
    kind: z.literal('already'),
    state: ApprovalRequest.shape.state,
    decidedBy: DecidedBy.optional(),
    decidedAt: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal('unknown') }),
])
export type DecideReply = z.infer<typeof DecideReply>
