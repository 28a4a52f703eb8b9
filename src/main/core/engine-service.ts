import type { ApprovalRequest, DecidedBy, DecideReply, Decision } from '@shared/domain/approval'
import type { ApprovalPolicy } from '@shared/domain/approval-policy'
import type { SessionEvent } from '@shared/domain/agent-event'
import type { DoctorCheck, SandboxStatus } from '@shared/domain/doctor'
import type { SandboxMode, SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { SessionSummary } from '@shared/domain/session'
import type { ModelChoice } from '@shared/domain/settings'
import type { StoredGrant } from '@shared/domain/stored-grant'
import type { TurnOverrides } from '@shared/domain/turn-overrides'
import type { UserInput } from '@shared/domain/user-input'

/** What the engine broadcasts. Direct calls drive it; notices only tell what is so now. */
export type EngineNotice =
  | { readonly kind: 'event'; readonly event: SessionEvent }
  | { readonly kind: 'session'; readonly session: SessionSummary }
  | { readonly kind: 'approval'; readonly request: ApprovalRequest }
  | { readonly kind: 'sandbox'; readonly sandbox: SandboxStatus }
  | { readonly kind: 'grants'; readonly grants: readonly StoredGrant[] }

/** Whether the text of a rule could be saved. `problem` is a sentence for the person who typed it. */
export type RuleCheck = { readonly kind: 'valid' } | { readonly kind: 'invalid'; readonly problem: string }

/** Everything the engine knows at one moment. */
export interface EngineState {
  readonly sandbox: SandboxStatus
  readonly models: readonly ModelChoice[]
  readonly defaults: {
    readonly provider: string
    readonly model: string
    readonly approvalPolicy: ApprovalPolicy
    readonly sandboxPolicy: SandboxPolicy
  }
  readonly sessions: readonly SessionSummary[]
  readonly approvals: readonly ApprovalRequest[]
}

/** What a session is made with; what is absent comes from the configuration. `demo` makes its own project and ignores cwd. */
export interface SessionInput {
  readonly cwd?: string | undefined
  readonly provider?: string | undefined
  readonly model?: string | undefined
  readonly approvalPolicy?: ApprovalPolicy | undefined
  readonly sandboxPolicy?: SandboxPolicy | undefined
  /** A mode by name: the configured policy of that mode. `sandboxPolicy` goes before it. */
  readonly sandboxMode?: SandboxMode | undefined
  readonly effort?: TurnOverrides['effort']
  readonly summary?: TurnOverrides['summary']
  readonly demo?: boolean | undefined
}

/**
 * The engine as every host sees it. Throws FaultError for what the caller did wrong (unknown session, turn running,
 * unknown provider, bad folder) and for a record that cannot be written; never returns a half-made session.
 */
export interface EngineService {
  state(): Promise<EngineState>
  createSession(input: SessionInput): Promise<SessionSummary>
  openSession(sessionId: string): Promise<{ session: SessionSummary; events: readonly SessionEvent[] }>
  /** Changes settings from the next turn on; what is absent stays. Nothing is changed when it throws. */
  configureSession(sessionId: string, change: Omit<SessionInput, 'demo'>): Promise<SessionSummary>
  /**
   * Starts a turn and returns at once; its events follow. Pictures on this machine are read before it starts. The overrides become the session's settings with the turn: one
   * that does not start (a turn is running, a bad folder, no such provider) leaves them as they were.
   */
  startTurn(
    sessionId: string,
    input: string | readonly UserInput[],
    overrides?: TurnOverrides,
  ): Promise<{ turnId: string }>
  /**
   * Asks the model again after a turn that failed or was interrupted, without a new message; returns at once. Throws
   * FaultError `bad-request` when the last turn ended well.
   */
  retryTurn(sessionId: string): Promise<{ turnId: string }>
  /**
   * Has the model replace the history by a summary, as a turn of its own, and returns at once. A compaction that fails is
   * reported in the session and changes nothing.
   */
  compactSession(sessionId: string): Promise<{ turnId: string }>
  /** Stops the running turn; resolves when it has ended. No running turn is no error. */
  interruptTurn(sessionId: string): Promise<void>
  /** Asks the model about a waiting request again. False when it does not wait (any more) or is being asked already. */
  viewAgain(requestId: string): Promise<boolean>
  decide(requestId: string, decision: Decision, by: DecidedBy): Promise<DecideReply>
  /** Whether a rule's text could be saved with a yes to this request, and if not, why; changes nothing. */
  checkRule(requestId: string, rule: string): Promise<RuleCheck>
  /** Every grant in force, oldest first. */
  listGrants(): Promise<readonly StoredGrant[]>
  /** False when there is no such grant (any more). */
  revokeGrant(grantId: string): Promise<boolean>
  doctor(): Promise<{ sandbox: SandboxStatus; checks: readonly DoctorCheck[] }>
  /** Subscribes to all notices; returns the unsubscribe. */
  subscribe(listener: (notice: EngineNotice) => void): () => void
  /** Denies what waits, stops what runs, flushes the records. */
  close(): Promise<void>
}
