import { z } from 'zod'
import { OutsideRule } from './nearest-rule'
import { RehearsalChange } from './rehearsal'

/**
 * What would become of a command, and by whose word. `by.kind`: `policy`, the approval policy; `rule`, a saved command rule; `effects`, an
 * effect rule or the policy of effects; `managed`, what an administrator set; `grant`, a yes of the session. `reason` is a sentence. `effects` is what a rehearsal changed,
 * where one was needed; `outside` what no rule covers of it. Names and paths are untrusted.
 */
export const Explanation = z.strictObject({
  decision: z.enum(['run', 'ask', 'refuse']),
  by: z.strictObject({ kind: z.enum(['policy', 'rule', 'effects', 'managed', 'grant']), name: z.string() }),
  reason: z.string(),
  effects: z.array(RehearsalChange),
  outside: z.array(OutsideRule),
})
export type Explanation = z.infer<typeof Explanation>
