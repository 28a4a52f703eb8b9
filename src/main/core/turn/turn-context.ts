import type { AgentEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { ApprovalPolicy } from '@shared/domain/approval-policy'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { GrantBook } from '../approvals/grant-book'
import type { RequestAssessor } from '../assessment/request-assessor'
import type { ApprovalQueue } from '../approvals/queue'
import type { TouchedFiles } from '../patch/turn-diff'
import type { ProcessTable } from '../processes/process-table'
import type { Clock, CommandRunner, Ids, PatchFiles, Sandbox, TextDiff } from '../ports'
import type { ShellParser } from '../shell/parse'
import type { ToolSettings } from '../tool-settings'
import type { ForeseenChanges } from '../run/foreseen-changes'
import type { Workspace } from '../workspace'

/** One command as a tool asks for it. `cwd` is absolute and real; `timeoutMs` is positive, Infinity for no limit. */
export interface CommandCall {
  readonly callId: string
  readonly command: readonly string[]
  readonly cwd: string
  readonly timeoutMs: number
  readonly escalated: boolean
  readonly justification: string | undefined
  /** Whether it could want a connection; false spares the run its filtering proxy. Absent: true. */
  readonly mayConnect?: boolean
  /** What it will do beside its work, see ForeseenChanges. Absent: not known. */
  readonly foreseen?: ForeseenChanges | undefined
  /** See packsWithNpm. Absent: not known. */
  readonly packs?: boolean | undefined
  /** True where it runs unasked as a use of git that only reads: what repositories configure must not run then. */
  readonly guardsGit?: boolean
}

/** The parts of the world the command path needs. */
export interface CommandParts {
  readonly sandbox: Sandbox
  readonly unconfined: CommandRunner
  readonly parser: ShellParser
  readonly workspace: Workspace
  readonly patches: PatchFiles
  readonly textDiff: TextDiff
  readonly approvals: ApprovalQueue
  readonly grants: GrantBook
  readonly assessments: RequestAssessor
  /** Absent: changes to what tools outside the sandbox run are not told. */
  readonly toolSettings?: ToolSettings
  readonly clock: Clock
  readonly ids: Ids
}

/** The turn a command runs in. `emit` broadcasts; `record` broadcasts and resolves when it is on file. */
export interface TurnContext {
  readonly sessionId: string
  readonly sessionTitle: string
  readonly turnId: string
  readonly turnNumber: number
  readonly provider: string
  readonly model: string
  readonly cwd: string
  readonly approvalPolicy: ApprovalPolicy
  readonly sandboxPolicy: SandboxPolicy
  readonly signal: AbortSignal
  /** What the turn's patches have touched so far; absent: no turn diff is kept. */
  readonly touched?: TouchedFiles
  /** What the session's exec tools have started and still keep; absent: it has no such tools. */
  readonly processes?: ProcessTable
  /** Ends the turn: a person said stop while a command was running. */
  stop(): void
  emit(event: AgentEvent): void
  recordApproval(request: ApprovalRequest): Promise<void>
}
