import { z } from 'zod'
import { ApprovalPolicy } from './approval-policy'
import { SandboxPolicy } from './sandbox-policy'
import { ReasoningEffort, ReasoningSummary } from './settings'

/** So many sessions a window is told of at first; it asks for the others. */
export const sessionsAtFirst = 200

/** The rail's three groups, and how the last turn ended. `failed` and `interrupted` are drawn under "done". */
export const SessionStatus = z.enum(['idle', 'running', 'needs-you', 'done', 'interrupted', 'failed'])
export type SessionStatus = z.infer<typeof SessionStatus>

/**
 * One row of the sessions rail. `cwd` is the real folder; `shownCwd` is how the person wrote it, where a link leads there. `activity` is the second line ("Running npm test"), '' when there is none. Without
 * `reasoningEffort` or `reasoningSummary` the model's server decides. `rolloutPath` is the absolute path of the
 * session's record; absent only in tests and in records themselves. `baseInstructions` stand in for the engine's own,
 * and the tools in `leftOutTools` are not offered to the model.
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

/** The forms that a session can be exported in. */
export const ExportFormat = z.enum(['markdown', 'json'])
export type ExportFormat = z.infer<typeof ExportFormat>
