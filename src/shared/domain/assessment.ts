import { z } from 'zod'
import { Effect } from './effect'
import { Facts, Floor, FloorReason } from './facts'
import { AssessedLevel, RiskCategory, RiskLevel } from './risk'

// Whoever reads an assessment reads these; they stand apart because facts and checks need them without it.
export { RiskCategory, RiskLevel }

/** What a model made of a request: untrusted text of 1 to 500 characters, its level and its categories. */
export const ModelOpinion = z.strictObject({
  description: z.string().min(1).max(500),
  level: AssessedLevel,
  categories: z.array(RiskCategory),
})
export type ModelOpinion = z.infer<typeof ModelOpinion>

const asked = { model: z.string(), durationMs: z.number().nonnegative() }

/**
 * The model's view of a request, at any time of its life. `status` is the name that telemetry and `assess --json` use.
 * - `waiting`: asked and not answered; `text` is the description as far as it has come, '' before its first word
 * - `success`: the only one with an opinion
 * - `parse_error`, `no_output`, `model_error`, `timeout`: asked in vain; `reason` is one line
 * - `cancelled`: the request was over before the answer came
 * - `disabled`: nobody was asked; `reason` says why not
 */
export const ModelView = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('waiting'), model: z.string(), text: z.string() }),
  z.strictObject({ status: z.literal('success'), view: ModelOpinion, ...asked }),
  z.strictObject({ status: z.literal('parse_error'), reason: z.string(), ...asked }),
  z.strictObject({ status: z.literal('no_output'), ...asked }),
  z.strictObject({ status: z.literal('model_error'), reason: z.string(), ...asked }),
  z.strictObject({ status: z.literal('timeout'), limitMs: z.number().positive(), ...asked }),
  z.strictObject({ status: z.literal('cancelled'), ...asked }),
  z.strictObject({ status: z.literal('disabled'), reason: z.string() }),
])
export type ModelView = z.infer<typeof ModelView>

/** What an agent may claim of a command. */
export const ClaimKind = z.enum(['read-only', 'only-reads', 'no-changes', 'safe'])
export type ClaimKind = z.infer<typeof ClaimKind>

/**
 * A disagreement between checks, model and the agent's claim.
 * - `model-higher`, `model-lower`: the model's level is not the floor; `because` is the first reason of the floor's level
 * - `claim`: what the agent says does not fit the effect, or else the reason, or else the level of the checks
 * - `said`: the line of a record from before differences were kept as data
 */
export const Difference = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('model-higher'), model: AssessedLevel, floor: AssessedLevel }),
  z.strictObject({
    kind: z.literal('model-lower'),
    model: AssessedLevel,
    floor: AssessedLevel,
    because: FloorReason.optional(),
  }),
  z.strictObject({
    kind: z.literal('claim'),
    claim: ClaimKind,
    effect: Effect.optional(),
    reason: FloorReason.optional(),
    level: AssessedLevel.optional(),
  }),
  z.strictObject({ kind: z.literal('said'), text: z.string() }),
])
export type Difference = z.infer<typeof Difference>

/**
 * The merged view of one request. `level` is never below `floor.level`; `categories` are the at most two to show.
 * `reason` says in words why nothing was assessed; absent
 * where the view says why the level is missing. `facts` are absent where nothing was looked
 * at, `floor` where no checks ran.
 * `differs` has every disagreement between checks, model and the agent's claim; empty when there is none.
 * Records from before the view was kept read as if no model had been asked.
 */
export const Assessment = z.strictObject({
  level: RiskLevel,
  categories: z.array(RiskCategory),
  reason: z.string().optional(),
  facts: Facts.optional(),
  floor: Floor.optional(),
  view: ModelView.default({ status: 'disabled', reason: 'no model was asked' }),
  differs: z.array(Difference).default([]),
})
export type Assessment = z.infer<typeof Assessment>

/** What changes of an assessment while its request waits; facts stand from the beginning, and the floor as well but for what a rehearsal adds. */
export const AssessmentUpdate = Assessment.omit({ facts: true })
export type AssessmentUpdate = z.infer<typeof AssessmentUpdate>

/** What stands where nothing assesses: neither checks nor model, for the reason given. */
export function notAssessed(reason: string): Assessment {
  return { level: 'not-assessed', categories: [], reason, view: { status: 'disabled', reason }, differs: [] }
}
