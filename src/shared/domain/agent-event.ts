import { z } from 'zod'
import { ApprovalPolicy } from './approval-policy'
import { ApprovalRequest, Offer } from './approval'
import { AssessmentUpdate } from './assessment'
import { CommandOutcome } from './command-outcome'
import { Fault } from './fault'
import { McpInvocation, McpResult } from './mcp-result'
import { FileChanges } from './file-change'
import { Grant } from './grant'
import { SandboxPolicy } from './sandbox-policy'
import { ParsedCommand } from './parsed-command'
import { PlanStep } from './plan'
import { Question } from './question'
import { RequestRehearsal } from './request-rehearsal'
import { ReviewedFile, ReviewOutput, ReviewTarget } from './review'
import { Restored, RestoreWay, UnkeptPath } from './turn-restore'
import { RunPromise } from './run-promise'
import { ReasoningEffort, ReasoningSummary } from './settings'
import { ChildKind } from './session'
import { StoredGrant } from './stored-grant'

/** How an attempt is contained. `none` is only ever the result of a person's decision or of full access. */
export const Confinement = z.enum(['bubblewrap', 'seatbelt', 'srt-win', 'none'])
export type Confinement = z.infer<typeof Confinement>

/**
 * Why what the policy of effects would have run on copies ran like any other command: `stays`, it may go on beyond its call; `unavailable`, nothing can be
 * rehearsed here, with the reason as a clause.
 */
export const NotOnCopies = z.discriminatedUnion('because', [
  z.strictObject({ because: z.literal('stays') }),
  z.strictObject({ because: z.literal('unavailable'), reason: z.string() }),
])
export type NotOnCopies = z.infer<typeof NotOnCopies>

/** Tokens of one model answer, as the provider counts them. `reasoningTokens` are part of the output; absent: none was counted. */
export const TokenUsage = z.strictObject({
  inputTokens: z.number().int().nonnegative(),
  cachedInputTokens: z.number().int().nonnegative(),
  outputTokens: z.number().int().nonnegative(),
  reasoningTokens: z.number().int().nonnegative().optional(),
  totalTokens: z.number().int().nonnegative(),
})
export type TokenUsage = z.infer<typeof TokenUsage>

/** How the work of a child session ended. `closed`: whoever started it wanted no more of it. */
export const ChildOutcome = z.enum(['completed', 'interrupted', 'failed', 'closed'])
export type ChildOutcome = z.infer<typeof ChildOutcome>

/** Who asked for a compaction: a person, or the engine because the context was nearly full. */
export const CompactionTrigger = z.enum(['manual', 'automatic'])
export type CompactionTrigger = z.infer<typeof CompactionTrigger>

/** One of a provider's limits: how much of it is used, in percent, over how long, and when it begins anew (seconds since the epoch). */
export const RateLimitWindow = z.strictObject({
  usedPercent: z.number().min(0).max(100),
  windowMinutes: z.number().int().positive().optional(),
  resetsAt: z.number().int().nonnegative().optional(),
})
export type RateLimitWindow = z.infer<typeof RateLimitWindow>

/** What a provider says of its limits with an answer; absent: it says nothing of that one. */
export const ProviderLimits = z.strictObject({
  primary: RateLimitWindow.optional(),
  secondary: RateLimitWindow.optional(),
})
export type ProviderLimits = z.infer<typeof ProviderLimits>

/**
 * Everything a session tells the faces of the engine. Text of models and commands in here is untrusted.
 * A `command.started` or `patch.started` with `attempt` above 1 is the run after an approval, with the same `callId`.
 * `command.kept` says that a command runs on by itself, beyond its call and its turn; `command.input` is text that was
 * given to it. `command.ports` says on which ports of its session's network it listens now, none of the relay's; the list takes
 * the place of the one before. All carry the `callId` of the command, as its output does.
 * `approval.assessed` brings the model's view of a request that waits: it replaces that part of the request's assessment.
 * `approval.rehearsed` takes the place of the `rehearsal` of a request that waits, and of its `offers` where it has some: by what was
 * met there. An answer to an offer that was there before is one to that offer. It is never on file.
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
    /** It was given to the turn while that ran, under this name, and began none. */
    steered: z.literal(true).optional(),
    clientId: z.string().optional(),
  }),
  /** A message was given to the turn that runs; the `user.message` of the same `clientId`, or the turn's end, takes its place. Never on file. */
  z.strictObject({
    type: z.literal('message.waiting'),
    clientId: z.string(),
    text: z.string(),
    images: z.array(z.string()).optional(),
  }),
  /** `raw`: the model's own reasoning, and no summary of it; `section`: a new part of the summary begins. */
  z.strictObject({
    type: z.literal('reasoning.delta'),
    itemId: z.string(),
    text: z.string(),
    raw: z.literal(true).optional(),
    section: z.literal(true).optional(),
  }),
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
    /** What it does in short, where all of it only reads, lists or searches. For display, and never a reason for anything. */
    summary: z.array(ParsedCommand).optional(),
    notOnCopies: NotOnCopies.optional(),
    /** It runs on copies: whether anything of it is put in place is told later. */
    onCopies: z.literal(true).optional(),
  }),
  z.strictObject({
    type: z.literal('command.output'),
    callId: z.string(),
    stream: z.enum(['stdout', 'stderr']),
    text: z.string(),
  }),
  z.strictObject({ type: z.literal('command.kept'), callId: z.string(), processId: z.number().int() }),
  z.strictObject({
    type: z.literal('command.ports'),
    callId: z.string(),
    ports: z.array(z.number().int().min(1).max(65_535)),
  }),
  z.strictObject({ type: z.literal('command.input'), callId: z.string(), text: z.string() }),
  z.strictObject({ type: z.literal('command.finished'), callId: z.string(), outcome: CommandOutcome }),
  /** What an approved run did, beside what was shown for the yes; after it has finished. `suspended`: a grant that it was let through by is. */
  z.strictObject({
    type: z.literal('command.compared'),
    callId: z.string(),
    promise: RunPromise,
    suspended: z.literal(true).optional(),
  }),
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
  /**
   * What a call wrote outside the folder can be taken back under this id, absent where nothing can: `not` are places of which nothing is kept.
   * `files` counts what differs.
   */
  z.strictObject({
    type: z.literal('call.undoable'),
    callId: z.string(),
    id: z.string().optional(),
    files: z.int().nonnegative(),
    not: z.array(UnkeptPath),
  }),
  /**
   * A person had what a turn changed in the folder, or what a `run` wrote outside it, taken back, or done again; `left` was changed since, and
   * stays. Between turns.
   */
  z.strictObject({
    type: z.literal('files.restored'),
    way: RestoreWay,
    turnNumber: z.int().positive().optional(),
    run: z.strictObject({ id: z.string(), callId: z.string(), title: z.string() }).optional(),
    files: z.int().nonnegative(),
    left: z.array(z.string()),
    narrowed: z.array(z.string()).optional(),
    unkept: z.array(z.string()).optional(),
  }),
  /**
   * A person took the conversation back to before a turn: what that turn and those behind it said and did is on file and no more in force, neither
   * shown nor sent to a model. `turnNumber` is the first of them, `lastTurn` the last; numbers of turns are never given twice. `turns` and
   * `messages` count what went with it. `files`: what became of the folder; absent: it was left as it was. Between turns.
   */
  z.strictObject({
    type: z.literal('session.rewound'),
    id: z.string(),
    turnNumber: z.int().positive(),
    lastTurn: z.int().positive(),
    turns: z.int().positive(),
    messages: z.int().nonnegative(),
    files: Restored.optional(),
  }),
  z.strictObject({ type: z.literal('turn.diff'), turnId: z.string(), unifiedDiff: z.string() }),
  z.strictObject({
    type: z.literal('plan.updated'),
    callId: z.string(),
    explanation: z.string().optional(),
    plan: z.array(PlanStep),
  }),
  /** The turn is a review: `prompt` is what its model was asked, `hint` names it for people. */
  z.strictObject({
    type: z.literal('review.entered'),
    turnId: z.string(),
    target: ReviewTarget,
    hint: z.string(),
    prompt: z.string(),
  }),
  /** Without `output` it did not come to its end. `files` are the changes that findings lie in, as they were reviewed. */
  z.strictObject({
    type: z.literal('review.exited'),
    turnId: z.string(),
    output: ReviewOutput.optional(),
    files: z.array(ReviewedFile),
  }),
  /** A call of an MCP server's tool: names, arguments, progress and result are the server's and the model's own words. */
  z.strictObject({ type: z.literal('mcp.started'), callId: z.string(), invocation: McpInvocation }),
  z.strictObject({ type: z.literal('mcp.progress'), callId: z.string(), text: z.string() }),
  z.strictObject({
    type: z.literal('mcp.finished'),
    callId: z.string(),
    invocation: McpInvocation,
    result: McpResult,
  }),
  /** The agent was shown a picture of this machine; `label` says what it is ("cat.png, PNG, 34 KB"). */
  z.strictObject({
    type: z.literal('image.viewed'),
    callId: z.string(),
    path: z.string(),
    label: z.string(),
  }),
  /** The model's server looks something up in the web, and then says what it was: '' where it does not say. */
  z.strictObject({ type: z.literal('search.started'), callId: z.string() }),
  z.strictObject({ type: z.literal('search.finished'), callId: z.string(), query: z.string() }),
  /** A child session begins to work on `task`; told again when it is given more after it had ended. */
  z.strictObject({
    type: z.literal('agent.started'),
    callId: z.string(),
    childId: z.string(),
    name: z.string(),
    kind: ChildKind,
    task: z.string(),
  }),
  /** A child session came to rest. `problem` is why it failed; `closed`: it takes no more work. */
  z.strictObject({
    type: z.literal('agent.finished'),
    callId: z.string(),
    childId: z.string(),
    outcome: ChildOutcome,
    lastMessage: z.string().optional(),
    problem: z.string().optional(),
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
  z.strictObject({
    type: z.literal('approval.rehearsed'),
    requestId: z.string(),
    rehearsal: RequestRehearsal,
    offers: z.array(Offer).optional(),
  }),
  /** What an MCP server asks a person for while one of its tools runs, and how that ended. */
  z.strictObject({ type: z.literal('question.asked'), question: Question }),
  z.strictObject({ type: z.literal('question.resolved'), question: Question }),
  z.strictObject({ type: z.literal('grant.applied'), callId: z.string(), grant: StoredGrant }),
  z.strictObject({ type: z.literal('model.retrying'), attempt: z.number().int(), reason: z.string() }),
  z.strictObject({
    type: z.literal('usage.updated'),
    last: TokenUsage,
    total: TokenUsage.optional(),
    contextWindow: z.number().int().positive().optional(),
  }),
  /** What the provider says of its limits now. */
  z.strictObject({ type: z.literal('limits.updated'), limits: ProviderLimits }),
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
/** By its own name: types that are made of it then compare as one, not member by member, which takes the compiler seconds. */
const namedEvent: z.ZodType<AgentEvent> = AgentEvent

/** An event with its place: `seq` counts up by one within a session from 1; `at` is ISO 8601 in UTC. */
export const SessionEvent = z.strictObject({
  sessionId: z.string(),
  seq: z.number().int().positive(),
  at: z.string(),
  event: namedEvent,
})
export type SessionEvent = z.infer<typeof SessionEvent>
