import { z } from 'zod'
import { ApprovalPolicy } from './approval-policy'
import { SandboxPolicy } from './sandbox-policy'
import { ReasoningEffort, ReasoningSummary } from './settings'

/**
 * Settings that come with a turn (docs/spec/wire.md, UserTurn) and are the session's from then on; what is absent stays as
 * it is. `cwd` is absolute. `null` for effort or summary: nothing is sent, the server's own. `outputSchema` is a JSON
 * Schema that the last message must fit, and holds for this turn only.
 */
export const TurnOverrides = z.strictObject({
  cwd: z.string().min(1).max(4096).optional(),
  provider: z.string().min(1).max(200).optional(),
  model: z.string().min(1).max(200).optional(),
  approvalPolicy: ApprovalPolicy.optional(),
  sandboxPolicy: SandboxPolicy.optional(),
  effort: ReasoningEffort.nullable().optional(),
  summary: ReasoningSummary.nullable().optional(),
  outputSchema: z.record(z.string(), z.json()).optional(),
})
export type TurnOverrides = z.infer<typeof TurnOverrides>
