import { z } from 'zod'
import { ApprovalPolicy } from './approval-policy'
import { SessionAgent } from './acp-agent-settings'
import { HookSession } from './hook-agent'
import { SandboxMode, SandboxPolicy } from './sandbox-policy'
import { ReasoningEffort, ReasoningSummary } from './settings'
import { SessionWorktree } from './worktree'

/** So many sessions a window is told of at first; it asks for the others. */
export const sessionsAtFirst = 200

/** The rail's three groups, and how the last turn ended. `failed` and `interrupted` are drawn under "done". */
export const SessionStatus = z.enum(['idle', 'running', 'needs-you', 'done', 'interrupted', 'failed'])
export type SessionStatus = z.infer<typeof SessionStatus>

/** What a child session is for: work that an agent hands on, or a review. */
export const ChildKind = z.enum(['agent', 'review'])
export type ChildKind = z.infer<typeof ChildKind>

/**
 * What a session is to the one that started it. `name` is the model's own word, untrusted; `callId` is the call that began
 * it. `sandboxMode`: it is kept within this mode, where it was given less than its parent has.
 */
export const ChildOf = z.strictObject({
  parentId: z.string(),
  name: z.string(),
  kind: ChildKind,
  callId: z.string().optional(),
  sandboxMode: SandboxMode.optional(),
})
export type ChildOf = z.infer<typeof ChildOf>

/** Whether a session's requests are shown to a model for its view; absent: as config.toml says. */
export const ModelsView = z.enum(['on', 'off'])
export type ModelsView = z.infer<typeof ModelsView>

/**
 * One row of the sessions rail. `cwd` is the real folder; `shownCwd` is how the person wrote it, where a link leads there. `activity` is the second line ("Running npm test"), '' when there is none. Without
 * `reasoningEffort` or `reasoningSummary` the model's server decides. `rolloutPath` is the absolute path of the
 * session's record; absent only in tests and in records themselves. `baseInstructions` stand in for the engine's own,
 * and the tools in `leftOutTools` are not offered to the model. A session with `child` was started by another session; it stands in
 * no list unless it is asked for. In one with `agent` an agent of another maker works in place of ours, inside the sandbox.
 * One with `desk` is an agent's of another maker, which runs elsewhere: no turn of ours begins in it. `forked`: it went off another, whatever it is called now.
 */
export const SessionSummary = z.strictObject({
  id: z.string(),
  title: z.string(),
  cwd: z.string(),
  shownCwd: z.string().optional(),
  provider: z.string(),
  model: z.string(),
  approvalPolicy: ApprovalPolicy,
  sandboxPolicy: SandboxPolicy,
  reasoningEffort: ReasoningEffort.optional(),
  reasoningSummary: ReasoningSummary.optional(),
  status: SessionStatus,
  activity: z.string(),
  pendingApprovals: z.number().int().nonnegative(),
  createdAt: z.string(),
  updatedAt: z.string(),
  branch: z.string().optional(),
  rolloutPath: z.string().optional(),
  baseInstructions: z.string().max(100_000).optional(),
  leftOutTools: z.array(z.string()).optional(),
  modelsView: ModelsView.optional(),
  child: ChildOf.optional(),
  desk: HookSession.optional(),
  worktree: SessionWorktree.optional(),
  agent: SessionAgent.optional(),
  forked: z.literal(true).optional(),
})
export type SessionSummary = z.infer<typeof SessionSummary>

/**
 * One session in a list, open or not. `preview` is the start of its first message, at most 200 characters, '' before
 * there is one; it is untrusted text, as the title is.
 */
export const SessionListItem = SessionSummary.extend({
  rolloutPath: z.string(),
  preview: z.string(),
  archived: z.boolean(),
})
export type SessionListItem = z.infer<typeof SessionListItem>

/** The forms that a session can be exported in; `rollout` is its record as it lies on disk, byte for byte. */
export const ExportFormat = z.enum(['markdown', 'html', 'json', 'rollout'])
export type ExportFormat = z.infer<typeof ExportFormat>

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
