import { z } from 'zod'
import { TokenUsage } from './agent-event'
import { DecidedBy } from './approval'
import { DecisionOutcome } from './decision-counts'
import { Effect } from './effect'
import { PlanStep } from './plan'
import { RiskLevel } from './risk'
import { StoredGrant, GrantScope } from './stored-grant'

/** So many decisions of a record are told at most, the last ones; and so many turns. */
export const mostDecisions = 1000
export const mostTurns = 120

/** Where it stands on record: the event's number, the call that it belongs to, when it was. */
const place = { seq: z.int().positive(), callId: z.string(), at: z.string() }

/**
 * One decision of a session. `request`: a person was asked, and answered or not (`waiting`; `withdrawn`: nobody did); `answeredAt` is
 * absent while it waits, `scope` where it was for once. `grant`: a yes that was given before let it through. `rule`: a rule of effects
 * (its `name`), or without one the policy of effects, put in place what the rehearsal showed. All names and texts are untrusted.
 */
export const SessionDecision = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('request'),
    ...place,
    effect: Effect,
    level: RiskLevel,
    outcome: z.union([DecisionOutcome, z.literal('waiting')]),
    by: DecidedBy.optional(),
    scope: GrantScope.optional(),
    outside: z.literal(true).optional(),
    message: z.string().optional(),
    answeredAt: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal('grant'), ...place, grant: StoredGrant }),
  z.strictObject({
    kind: z.literal('rule'),
    ...place,
    name: z.string().optional(),
    command: z.array(z.string()),
  }),
])
export type SessionDecision = z.infer<typeof SessionDecision>

/** What the answers of one turn used, by model (`provider/model`), and how full the context was at the last of them; absent: not known. */
export const TurnUsage = z.strictObject({
  turn: z.int().nonnegative(),
  at: z.string(),
  tokens: z.record(z.string(), TokenUsage),
  context: z.strictObject({ used: z.int().nonnegative(), window: z.int().positive() }).optional(),
})
export type TurnUsage = z.infer<typeof TurnUsage>

/**
 * A session at a glance, read from its whole record: its decisions and the use of its turns, the earliest first, and the agent's last plan
 * in its own words. `moreDecisions` and `moreTurns` count the earlier ones that are not told.
 */
export const SessionOverview = z.strictObject({
  decisions: z.array(SessionDecision).max(mostDecisions),
  moreDecisions: z.int().nonnegative(),
  turns: z.array(TurnUsage).max(mostTurns),
  moreTurns: z.int().nonnegative(),
  plan: z
    .strictObject({ seq: z.int().positive(), explanation: z.string().optional(), plan: z.array(PlanStep) })
    .optional(),
})
export type SessionOverview = z.infer<typeof SessionOverview>
