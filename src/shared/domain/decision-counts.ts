import { z } from 'zod'
import { DecidedBy } from './approval'
import { RiskLevel } from './assessment'

/** How one request ended. `changed`: it was answered with another command, which is asked about as a request of its own. */
export const DecisionOutcome = z.enum(['allowed', 'changed', 'denied', 'withdrawn'])
export type DecisionOutcome = z.infer<typeof DecisionOutcome>

/**
 * One request that is over, as it is kept for counting: nothing of what was asked. `agent` is who asked, by the name that people know;
 * `waitedMs` from the request to its end, in milliseconds; `at` is its end, ISO 8601 in UTC.
 */
export const DecisionLine = z.strictObject({
  at: z.iso.datetime(),
  agent: z.string().min(1).max(100),
  outcome: DecisionOutcome,
  by: DecidedBy,
  level: RiskLevel,
  waitedMs: z.number().nonnegative(),
})
export type DecisionLine = z.infer<typeof DecisionLine>

/**
 * What one agent asked and what was decided. `byPeople` of those were decided by a person, who took `medianMs` in the middle case and
 * `longestMs` at most; both absent where none was. `asked` is the sum of the four outcomes.
 */
export const AgentCounts = z.strictObject({
  agent: z.string(),
  asked: z.int().nonnegative(),
  allowed: z.int().nonnegative(),
  changed: z.int().nonnegative(),
  denied: z.int().nonnegative(),
  withdrawn: z.int().nonnegative(),
  byPeople: z.int().nonnegative(),
  medianMs: z.number().nonnegative().optional(),
  longestMs: z.number().nonnegative().optional(),
})
export type AgentCounts = z.infer<typeof AgentCounts>

/** The last `days` days of a home, whoever asked most first. */
export const DecisionCounts = z.strictObject({
  days: z.int().positive(),
  agents: z.array(AgentCounts),
})
export type DecisionCounts = z.infer<typeof DecisionCounts>
