import { z } from 'zod'
import { EffectRule } from './effect-rule'
import { StoredGrant } from './stored-grant'

/** How far a rule goes beyond what it was made from: no further; to what is of the same kind in the same folders; to those folders. */
export const RuleWidth = z.enum(['files', 'kind', 'folder'])
export type RuleWidth = z.infer<typeof RuleWidth>

/** A recorded question that a rule would have answered and a person denied; `command` is untrusted. */
export const DeniedThen = z.strictObject({
  id: z.string(),
  session: z.string(),
  at: z.string(),
  command: z.string(),
})
export type DeniedThen = z.infer<typeof DeniedThen>

/**
 * What a rule would have done with the last `asked` questions of its folders: `answered` of them; of `unknown` it cannot be said, since they are of the rule's
 * commands and were not rehearsed, or not kept whole. `denied` are those of the answered that a person denied, the last one first.
 */
export const BackTest = z.strictObject({
  asked: z.int().nonnegative(),
  answered: z.int().nonnegative(),
  unknown: z.int().nonnegative(),
  denied: z.array(DeniedThen),
})
export type BackTest = z.infer<typeof BackTest>

/** A rule that a rehearsed question can become; `files` says how many files it was made from. */
export const OfferedRule = z.strictObject({
  width: RuleWidth,
  rule: EffectRule,
  files: z.int().nonnegative(),
  test: BackTest,
})
export type OfferedRule = z.infer<typeof OfferedRule>

/** A rule that would have saved questions which a person allowed `times` times. `key` is what it is answered by. */
export interface SuggestedRule extends OfferedRule {
  readonly key: string
  readonly times: number
}

/** An effect rule of the file, what it would have answered, and how it was used. */
export const ListedRule = z.strictObject({
  rule: EffectRule,
  test: BackTest,
  usage: StoredGrant.shape.usage,
})
export type ListedRule = z.infer<typeof ListedRule>

/** The effect rules as a person sees them. `problem`: the file is wrong, and no rule of it counts. `old`: nor do those of an earlier version's file, and why. */
export const EffectRuleList = z.strictObject({
  file: z.string(),
  rules: z.array(ListedRule),
  problem: z.string().optional(),
  old: z.string().optional(),
})
export type EffectRuleList = z.infer<typeof EffectRuleList>

/**
 * The rules that a waiting request can become, the narrowest first; `rehearsal` is what they were made from and would be put in place with one. `branch`:
 * what is checked out in the session's folder, where something is: a rule can end with it. `problem`: none can be saved, since the file is wrong.
 */
export interface OfferedRules {
  readonly rehearsal?: string
  readonly rules: readonly OfferedRule[]
  readonly branch?: string
  readonly problem?: string
}
