import { z } from 'zod'
import { JsonValue } from './json-value'
import { ApprovalPolicy } from '@shared/domain/approval-policy'
import { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { ReasoningEffort, ReasoningSummary } from '@shared/domain/settings'
import { UserInput } from '@shared/domain/user-input'

/** The four answers of the wire (docs/spec/approvals.md). What cannot be read as one of them counts as `denied`. */
export const ReviewDecision = z.enum(['approved', 'approved_for_session', 'denied', 'abort'])
export type ReviewDecision = z.infer<typeof ReviewDecision>

const answer = { id: z.string(), decision: ReviewDecision }

/**
 * Everything that can be asked of a conversation (docs/spec/wire.md). The `id` of an approval is the approval's own, or the submission's
 * under which it was told: a yes by that one counts where nothing else waits under it. Absent members leave what is in force.
 */
export const Operation = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('interrupt') }),
  z.strictObject({ type: z.literal('user_input'), items: z.array(UserInput) }),
  z.strictObject({
    type: z.literal('user_turn'),
    items: z.array(UserInput),
    cwd: z.string(),
    approval_policy: ApprovalPolicy,
    sandbox_policy: SandboxPolicy,
    model: z.string(),
    effort: ReasoningEffort.nullish(),
    summary: ReasoningSummary,
    final_output_json_schema: z.record(z.string(), JsonValue).nullish(),
  }),
  z.strictObject({
    type: z.literal('override_turn_context'),
    cwd: z.string().optional(),
    approval_policy: ApprovalPolicy.optional(),
    sandbox_policy: SandboxPolicy.optional(),
    model: z.string().optional(),
    effort: ReasoningEffort.nullish(),
    summary: ReasoningSummary.optional(),
  }),
  z.strictObject({ type: z.literal('exec_approval'), ...answer }),
  z.strictObject({ type: z.literal('patch_approval'), ...answer }),
  z.strictObject({ type: z.literal('add_to_history'), text: z.string() }),
  z.strictObject({
    type: z.literal('get_history_entry_request'),
    offset: z.number().int().nonnegative(),
    log_id: z.number().int().nonnegative(),
  }),
  z.strictObject({ type: z.literal('get_path') }),
  z.strictObject({ type: z.literal('list_mcp_tools') }),
  z.strictObject({ type: z.literal('list_custom_prompts') }),
  z.strictObject({ type: z.literal('compact') }),
  z.strictObject({ type: z.literal('undo') }),
  z.strictObject({
    type: z.literal('review'),
    review_request: z.strictObject({
      prompt: z.string().trim().min(1).max(100_000),
      user_facing_hint: z.string().max(1000),
    }),
  }),
  z.strictObject({ type: z.literal('shutdown') }),
])
export type Operation = z.infer<typeof Operation>

/** An operation on its way in. Every event that it causes carries its `id`, which is unique within the conversation. */
export const Submission = z.strictObject({ id: z.string(), op: Operation })
export type Submission = z.infer<typeof Submission>
