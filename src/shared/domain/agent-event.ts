import { z } from 'zod'
import { ApprovalPolicy } from './approval-policy'
import { ApprovalRequest } from './approval'
import { AssessmentUpdate } from './assessment'
import { CommandOutcome } from './command-outcome'
import { Fault } from './fault'
import { FileChanges } from './file-change'
import { Grant } from './grant'
import { SandboxPolicy } from './sandbox-policy'
import { PlanStep } from './plan'
import { ReasoningEffort, ReasoningSummary } from './settings'
import { StoredGrant } from './stored-grant'

/** How an attempt is contained. `none` is only ever the result of a person's decision or of full access. */
export const Confinement = z.enum(['bubblewrap', 'seatbelt', 'srt-win', 'none'])
export type Confinement = z.infer<typeof Confinement>

/** Tokens of one model answer, as the provider counts them. `reasoningTokens` are part of the output; absent: none was counted. */
export const TokenUsage = z.strictObject({
  inputTokens: z.number().int().nonnegative(),
  cachedInputTokens: z.number().int().nonnegative(),
  outputTokens: z.number().int().nonnegative(),
  reasoningTokens: z.number().int().nonnegative().optional(),
  totalTokens: z.number().int().nonnegative(),
})
export type TokenUsage = z.infer<typeof TokenUsage>

/** Who asked for a compaction: a person, or the engine because the context was nearly full. */
export const CompactionTrigger = z.enum(['manual', 'automatic'])
export type CompactionTrigger = z.infer<typeof CompactionTrigger>

/**
 * Everything a session tells the faces of the engine. Text of models and commands in here is untrusted.
 * A `command.started` or `patch.started` with `attempt` above 1 is the run after an approval, with the same `callId`.
 * `command.kept` says that a command runs on by itself, beyond its call and its turn; `command.input` is text that was
 * given to it. Both carry the `callId` of the command, as its output does.
 * `approval.assessed` brings the model's view of a request that waits: it replaces that part of the request's assessment.
 * `images` of a `user.message` say in words what came with it. After `context.compacted` the model sees the user's
 * messages and `summary` in place of what came before; the record keeps it. `turn.diff` is the whole turn's effect on the
 * files its patches touched, as one unified diff; '' when they are back where they were. `usage.updated` counts one
 * answer, and in `total` the session so far; `contextWindow` is what the model can hold, in tokens. `plan.updated` holds
 * the agent's whole plan as it is now, in the agent's words.
 */
export const AgentEvent = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('session.configured'),
    cwd: z.string(),
    provider: z.string(),
    model: z.string(),
    approvalPolicy: ApprovalPolicy,
    sandboxPolicy: SandboxPolicy,
    reasoningEffort: ReasoningEffort.optional(),
    reasoningSummary: ReasoningSummary.optional(),
  }),
  z.strictObject({ type: z.literal('turn.started'), turnId: z.string(), turnNumber: z.number().int() }),
  z.strictObject({
    type: z.literal('user.message'),
    text: z.string(),
    images: z.array(z.string()).optional(),
  }),
  z.strictObject({ type: z.literal('reasoning.delta'), itemId: z.string(), text: z.string() }),
  z.strictObject({ type: z.literal('message.delta'), itemId: z.string(), text: z.string() }),
  z.strictObject({ type: z.literal('message.completed'), itemId: z.string(), text: z.string() }),
  z.strictObject({
    type: z.literal('command.started'),
    callId: z.string(),
    attempt: z.number().int().positive(),
    command: z.array(z.string()),
    cwd: z.string(),
    confinement: Confinement,
    grants: z.array(Grant),
  }),
  z.strictObject({
    type: z.literal('command.output'),
    callId: z.string(),
    stream: z.enum(['stdout', 'stderr']),
    text: z.string(),
  }),
  z.strictObject({ type: z.literal('command.kept'), callId: z.string(), processId: z.number().int() }),
  z.strictObject({ type: z.literal('command.input'), callId: z.string(), text: z.string() }),
  z.strictObject({ type: z.literal('command.finished'), callId: z.string(), outcome: CommandOutcome }),
  z.strictObject({
    type: z.literal('patch.started'),
    callId: z.string(),
    attempt: z.number().int().positive(),
    changes: FileChanges,
    autoApproved: z.boolean(),
    confinement: Confinement,
    grants: z.array(Grant),
  }),
  z.strictObject({ type: z.literal('patch.finished'), callId: z.string(), outcome: CommandOutcome }),
  z.strictObject({ type: z.literal('turn.noted'), turnId: z.string(), text: z.string() }),
  z.strictObject({ type: z.literal('turn.diff'), turnId: z.string(), unifiedDiff: z.string() }),
  z.strictObject({
    type: z.literal('plan.updated'),
    callId: z.string(),
    explanation: z.string().optional(),
    plan: z.array(PlanStep),
  }),
  z.strictObject({
    type: z.literal('tool.rejected'),
    callId: z.string(),
    name: z.string(),
    reason: z.string(),
  }),
  z.strictObject({ type: z.literal('approval.requested'), request: ApprovalRequest }),
  z.strictObject({ type: z.literal('approval.resolved'), request: ApprovalRequest }),
  z.strictObject({
    type: z.literal('approval.assessed'),
    requestId: z.string(),
    update: AssessmentUpdate,
  }),
  z.strictObject({ type: z.literal('grant.applied'), callId: z.string(), grant: StoredGrant }),
  z.strictObject({ type: z.literal('model.retrying'), attempt: z.number().int(), reason: z.string() }),
  z.strictObject({
    type: z.literal('usage.updated'),
    last: TokenUsage,
    total: TokenUsage.optional(),
    contextWindow: z.number().int().positive().optional(),
  }),
  z.strictObject({ type: z.literal('context.compacting'), trigger: CompactionTrigger }),
  z.strictObject({
    type: z.literal('context.compacted'),
    trigger: CompactionTrigger,
    summary: z.string(),
    tokensBefore: z.number().int().nonnegative(),
  }),
  z.strictObject({ type: z.literal('error.reported'), fault: Fault }),
  z.strictObject({
    type: z.literal('turn.finished'),
    turnId: z.string(),
    outcome: z.enum(['completed', 'interrupted', 'failed']),
    lastMessage: z.string().optional(),
  }),
])
export type AgentEvent = z.infer<typeof AgentEvent>

/** An event with its place: `seq` counts up by one within a session from 1; `at` is ISO 8601 in UTC. */
export const SessionEvent = z.strictObject({
  sessionId: z.string(),
  seq: z.number().int().positive(),
  at: z.string(),
  event: AgentEvent,
})
export type SessionEvent = z.infer<typeof SessionEvent>
