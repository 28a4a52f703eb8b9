import { z } from 'zod'
import { DecidedBy } from './approval'
import { DecisionOutcome } from './decision-counts'
import { RehearsalChange } from './rehearsal'
import { RiskLevel } from './risk'

/**
 * One question about a command that is over, as rules are tried on it. `at` is its end, `folder` the session's, `text` the command as it was
 * shown, at most 500 characters. `commands` are the plain commands that it is made of; null: it is more than plain commands. `level` is that of the checks.
 */
export const RecordedRequest = z.strictObject({
  id: z.string(),
  session: z.string(),
  at: z.string(),
  folder: z.string(),
  text: z.string(),
  commands: z.array(z.array(z.string())).nullable(),
  level: RiskLevel,
  outcome: DecisionOutcome,
  by: DecidedBy.optional(),
})
export type RecordedRequest = z.infer<typeof RecordedRequest>

/**
 * What its rehearsal showed. `unsaved` of what went: how many of its files git did not have. `unseen`: why this is not all of it; `unlisted`
 * says only that more was found than is kept.
 */
export const RecordedEffects = z.strictObject({
  changes: z.array(
    RehearsalChange.omit({ bytes: true }).extend({ unsaved: z.int().nonnegative().optional() }),
  ),
  hosts: z.array(z.string()),
  unseen: z.string().optional(),
})
export type RecordedEffects = z.infer<typeof RecordedEffects>
