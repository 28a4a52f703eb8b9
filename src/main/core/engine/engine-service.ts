import type { ApprovalRequest, DecidedBy, DecideReply, Decision } from '@shared/domain/approval'
import type { Appearance } from '@shared/domain/appearance'
import type { ApprovalPolicy } from '@shared/domain/approval-policy'
import type { SessionEvent } from '@shared/domain/agent-event'
import type { Explanation } from '@shared/domain/explanation'
import type { DoctorCheck, SandboxStatus } from '@shared/domain/doctor'
import type { Language } from '@shared/domain/language'
import type { McpServerStatus } from '@shared/domain/mcp-server'
import type { ReviewTarget } from '@shared/domain/review'
import type { ResponseItem } from '@shared/domain/response-item'
import type { SandboxMode, SandboxPolicy } from '@shared/domain/sandbox-policy'
import type {
  ExportFormat,
  ModelsView,
  SessionListItem,
  SessionSummary,
  TurnOverrides,
} from '@shared/domain/session'
import type { Question, QuestionAnswer } from '@shared/domain/question'
import type { LookElsewhere } from '../approvals/question-queue'
import type { HostAsk } from '@shared/domain/host-ask'
import type { HostState } from '@shared/domain/host-state'
import type { ModelChoice, ModelPrices, FileOpener } from '@shared/domain/settings'
import type { SettingEdit, SettingsReply, SettingsView } from '@shared/domain/settings-view'
import type { NarrowerRule, StoredGrant } from '@shared/domain/stored-grant'
import type { UserInput } from '@shared/domain/user-input'
import type { WorktreeState, WorktreeWish } from '@shared/domain/worktree'

import type { AcpAgentListing } from '@shared/domain/acp-agent-settings'
import type { WholeFiles } from '../ports/read-files'
import type { RecordEnd } from '../ports/session-store'
import type { RulesOfRequests } from '../effect-rules/rules-of-requests'
import type { Restores } from '../checkpoints/restores'
import type { Folders } from '../ports/workspace'
import type { Terminals } from '../processes/session-terminal'
import type { HomeFiles } from '../ports/home-files'
import type { ModelCatalogue } from '../ports/models'
import type { ServerDirectory } from './server-directory'
import type { Verdict } from '../hook-gateway/hook-answer'
import type { HookAsk } from '../hook-gateway/hook-body'

/**
 * What the engine broadcasts. Direct calls drive it; notices only tell what is so now. A request is told as an event of its
 * session, once when it is asked and once when it is over. `removed`: archived or deleted. `item`: one more of the model's history, behind the
 * events that were told before it was on file.
 */
export type EngineNotice =
  | { readonly kind: 'event'; readonly event: SessionEvent }
  | { readonly kind: 'item'; readonly sessionId: string; readonly item: ResponseItem }
  | { readonly kind: 'session'; readonly session: SessionSummary }
  | { readonly kind: 'removed'; readonly sessionId: string }
  | { readonly kind: 'sandbox'; readonly sandbox: SandboxStatus }
  /** The list of MCP servers is otherwise than before: whoever shows it asks again. */
  | { readonly kind: 'servers' }
  | { readonly kind: 'grants'; readonly grants: readonly StoredGrant[] }
  /** How the hosts beside it stand; `anew`: of one something was missed, and whoever shows it asks for everything. */
  | {
      readonly kind: 'hosts'
      readonly hosts: readonly HostState[]
      readonly anew: boolean
      /** What the command of one asks now. */
      readonly ask?: HostAsk | undefined
    }

/** Whether the text of a rule could be saved. `problem` is a sentence for the person who typed it. */
export type RuleCheck = { readonly kind: 'valid' } | { readonly kind: 'invalid'; readonly problem: string }

/** A command that nobody asked to run; policies that are left out are those of a new session in this folder. */
export interface AskedToExplain {
  readonly command: readonly string[]
  readonly cwd: string
  readonly approvalPolicy?: ApprovalPolicy
  readonly sandboxPolicy?: SandboxPolicy
}

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
  /** The language chosen for windows; undefined: each takes the person's own. */
  readonly language?: Language | undefined
  readonly appearance?: Appearance
  /** Where files are opened; undefined: in the first editor there is. */
  readonly fileOpener?: FileOpener | undefined
  readonly prices?: ModelPrices
  readonly sessions: readonly SessionSummary[]
  readonly approvals: readonly ApprovalRequest[]
  readonly questions: readonly Question[]
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
  /** A profile of the configuration whose settings the session begins with; a session that is there takes none. */
  readonly profile?: string | undefined
  /** What the model is told first, in place of the engine's own words; at most 100,000 characters. */
  readonly baseInstructions?: string | undefined
  /** Names of tools that the model is not offered. */
  readonly leftOutTools?: string[] | undefined
  /** Whether a model is asked for its view of this session's requests, whatever the configuration says. */
  readonly modelsView?: ModelsView | undefined
  readonly demo?: boolean | undefined
  /** What a demo is called; absent: in English. Other sessions are called after what is said in them first. */
  readonly title?: string | undefined
  /** The id of an agent of another maker that works in it in place of ours. */
  readonly agent?: string | undefined
  /** The session works in a new git worktree, made from the repository that `cwd` lies in. */
  readonly worktree?: WorktreeWish | undefined
}

/** Which sessions to list. `search` is looked for in title, first message and folder, without regard to case. */
export interface ListQuery {
  readonly cursor?: string | undefined
  /** At most this many, 1 to 200; 50 when absent. */
  readonly limit?: number | undefined
  /** True: only archived ones. Absent or false: only the others. */
  readonly archived?: boolean | undefined
  readonly search?: string | undefined
  /** Only the children of this session; absent: only sessions that are nobody's. */
  readonly childrenOf?: string | undefined
}

/** One page, the session that was last changed first. Without `nextCursor` there are no more. */
export interface SessionPage {
  readonly items: readonly SessionListItem[]
  readonly nextCursor?: string
}

/** Which turn a message is for, undefined: whichever runs; and the name that whoever gives it has for it, undefined: it gets one. */
export interface SteerWish {
  readonly turnId?: string | undefined
  readonly clientId?: string | undefined
}

/** A session and what a window needs to draw it. */
export interface OpenedSession {
  readonly session: SessionSummary
  readonly events: readonly SessionEvent[]
  /** Where they are only the end: how many of the person's messages stand before them. */
  readonly userMessagesBefore?: number
}

/**
 * A session as a file for a person. `fileName` has no folder and is safe on every system. With `encoding` the text stands for bytes that
 * need not be text.
 */
export interface ExportedSession {
  readonly fileName: string
  readonly mediaType: string
  readonly text: string
  readonly encoding?: 'base64'
}

/** See ServerDirectory. */
export type McpServerList = Pick<
  ServerDirectory,
  'list' | 'enable' | 'restart' | 'signIn' | 'signInAddress' | 'signOut'
>

/** See QuestionQueue. */
export interface OpenQuestions {
  attend(): void
  attendElsewhere(look: LookElsewhere): () => void
  get(id: string): Question | undefined
  answer(id: string, answer: QuestionAnswer, by: DecidedBy): Promise<boolean>
}

/** Where agents of other makers are decided on, as hosts see it. */
export interface HookGatewayService {
  /**
   * Puts what a hook asks to rules, then to a person. `none` when the signal aborts (the agent has gone), its session's turn is
   * stopped, or the engine closes: never an allow that was not decided. Throws FaultError for a folder that is not there and for a
   * session that cannot be begun; that is no answer either.
   */
  ask(ask: HookAsk, signal: AbortSignal): Promise<Verdict>
}

/**
 * The engine as every host sees it. Throws FaultError for what the caller did wrong (unknown session, turn running,
 * unknown provider, bad folder) and for a record that cannot be written; never returns a half-made session.
 */
export interface EngineService {
  /** What models there are to choose from, and the keys for them. */
  readonly catalogue: ModelCatalogue
  readonly home: HomeFiles
  readonly folders: Folders
  readonly files: WholeFiles
  readonly restores: Restores
  readonly terminals: Terminals
  readonly effectRules: RulesOfRequests
  /** Where agents of other makers are decided on. */
  readonly hookGateway: HookGatewayService
  state(): Promise<EngineState>
  createSession(input: SessionInput): Promise<SessionSummary>
  /**
   * Reads a session for looking at; it can be written by another process meanwhile. With `enough` it may be the end alone, whole turns that come to that,
   * while the rest is still being read.
   */
  openSession(sessionId: string, enough?: RecordEnd): Promise<OpenedSession>
  listSessions(query: ListQuery): Promise<SessionPage>
  /**
   * Takes a session up again, by id or by the absolute path of any rollout file, which is then written on in place. One
   * that is open already is the very same one. What it ran under is in force again unless overridden; a file that is
   * not from the engine's own folders gets the configured policies instead. Throws FaultError `store-failed` naming the
   * process that holds it, `bad-request` for a path that leads to no rollout and for an archived session.
   */
  resumeSession(
    which: { readonly sessionId: string } | { readonly path: string },
    overrides?: Omit<SessionInput, 'demo'>,
  ): Promise<OpenedSession>
  /** A new session with what stood before the n-th user message, from 0; an empty one when there are not so many, the whole for Infinity. */
  forkSession(sessionId: string, beforeUserMessage: number): Promise<SessionSummary>
  renameSession(sessionId: string, title: string): Promise<SessionSummary>
  /**
   * Throws FaultError `turn-running` while a turn runs; the same for delete. With `removeWorktree` the session's own worktree is removed
   * first, once nothing of the session runs; one that holds what is not committed, or that another session works in, throws FaultError
   * `bad-request`, and nothing is archived then.
   */
  archiveSession(sessionId: string, removeWorktree?: boolean): Promise<void>
  /** How the worktree of a session stands; undefined: it has none of its own. */
  worktreeState(sessionId: string): Promise<WorktreeState | undefined>
  unarchiveSession(sessionId: string): Promise<SessionSummary>
  /** Stops what runs in a session, puts its record down and lets go of it; it stays in the lists. Not open is no error. */
  unloadSession(sessionId: string): Promise<void>
  /**
   * Moves the record to the system's trash, and with `removeWorktree` does as `archiveSession` does first. Throws FaultError
   * `store-failed` when that cannot be.
   */
  deleteSession(sessionId: string, removeWorktree?: boolean): Promise<void>
  /** Throws FaultError `store-failed` for a record that cannot be read, or is too large to be handed over. */
  exportSession(sessionId: string, format: ExportFormat): Promise<ExportedSession>
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
   * Gives a message to the turn that runs and returns at once: `message.waiting` tells that it waits, and `user.message` that it was taken,
   * before the turn's next request to the model or, where there is none any more, at its end. Throws FaultError `no-turn` where none runs
   * that takes any, `bad-request` where it is for another turn, and `not-steerable` for a review, a compaction or an agent of another maker.
   */
  steerTurn(
    sessionId: string,
    input: string | readonly UserInput[],
    wish?: SteerWish,
  ): Promise<{ turnId: string }>
  /**
   * Asks the model again after a turn that failed or was interrupted, without a new message; returns at once. Throws
   * FaultError `bad-request` when the last turn ended well.
   */
  retryTurn(sessionId: string): Promise<{ turnId: string }>
  /**
   * Begins a turn in which a command that was stopped runs again, asked about first, whatever the policy, and the model then goes on with
   * what came of it. `callId`: of the call that was stopped. Throws as `retryTurn` does, and FaultError `bad-request` for another call.
   */
  runAgain(sessionId: string, callId: string): Promise<{ turnId: string }>
  /**
   * Has the model replace the history by a summary, as a turn of its own, and returns at once. A compaction that fails is
   * reported in the session and changes nothing.
   */
  compactSession(sessionId: string): Promise<{ turnId: string }>
  /**
   * Has a model of its own look at what was changed, read-only, as a turn of the session, and returns when that has begun. What
   * it finds is told by `review.exited` and noted in the history. Throws FaultError `bad-request` naming what was expected of
   * the target, and as `startTurn` does.
   */
  startReview(sessionId: string, target: ReviewTarget): Promise<{ turnId: string }>
  /** Stops the running turn, or the one that is named where it runs; resolves when it has ended. No such turn is no error. */
  interruptTurn(sessionId: string, turnId?: string): Promise<void>
  /**
   * Ends the command of that call with all that it started, one of the turn that runs or one that is kept beyond it, and resolves
   * when that is gone. The turn goes on, and its agent is told. False when it does not run (any more).
   */
  stopCommand(sessionId: string, callId: string): Promise<boolean>
  /**
   * Makes a port that a command of the session listens on reachable on this machine's loopback, for as long as it does, and says
   * where. Throws FaultError `bad-request` where nothing (any more) listens there, or no port can be had.
   */
  openPort(sessionId: string, callId: string, port: number): Promise<{ readonly url: string }>
  /** Asks the model about a waiting request again. False when it does not wait (any more) or is being asked already. */
  viewAgain(requestId: string): boolean
  /**
   * Somebody leaves parts of what a waiting request shows out, or (with false) does not any more: until nobody does no grant and no rule answers it. `who`
   * tells them apart. False when it does not wait (any more).
   */
  leavesOut(requestId: string, who: object, some: boolean): boolean
  /** Has a waiting request rehearsed. False when it does not wait (any more), is being rehearsed already or cannot be. */
  rehearse(requestId: string): boolean
  /** A request that waits, in its latest form; undefined when it does not wait (any more). */
  pendingApproval(requestId: string): ApprovalRequest | undefined
  decide(requestId: string, decision: Decision, by: DecidedBy): Promise<DecideReply>
  /**
   * Has a command asked about that the policy refused unasked, when it is made again in its session: once, and within five minutes. It
   * allows nothing. Throws FaultError `bad-request` for a call that was not refused so.
   */
  askAboutRefused(sessionId: string, callId: string): void
  /** Whether a rule's text could be saved with a yes to this request, and if not, why; changes nothing. */
  checkRule(requestId: string, rule: string): Promise<RuleCheck>
  /** The MCP servers of a session with their tools; they are begun where they were not, and waited for a little. */
  mcpServers(sessionId: string): Promise<readonly McpServerStatus[]>
  /** The configured MCP servers over all sessions. */
  readonly mcp: McpServerList
  /** What MCP servers ask of the person; a face that shows it says `attend`, and answers. */
  readonly questions: OpenQuestions
  /** What would become of a command, decided as in a session that has just begun. Runs nothing. Throws FaultError for a folder that is none. */
  explain(asked: AskedToExplain, signal: AbortSignal): Promise<Explanation>
  /** The agents of other makers that a session can be begun with. */
  listAcpAgents(): Promise<readonly AcpAgentListing[]>
  /** Every grant in force, oldest first. */
  listGrants(): Promise<readonly StoredGrant[]>
  /** False when there is no such grant (any more). */
  revokeGrant(grantId: string): Promise<boolean>
  /** One standing yes by its id, or with `all` every one, asks again in every engine of this home, or counts again; with `all` what was given for a turn or a session is taken back there, for good. Throws FaultError where that cannot be kept. */
  suspendRules(key: string, suspended: boolean): Promise<void>
  /** Whether all of them are. */
  allSuspended(): Promise<boolean>
  /** Has a rule cover less; false when there is none (any more). Throws FaultError `bad-request` for what would not be less. */
  narrowGrant(grantId: string, narrower: NarrowerRule): Promise<boolean>
  /** The settings in force, in a folder or in none yet, and where each comes from. */
  readSettings(cwd?: string): Promise<SettingsView>
  /** Edits config.toml; `version` is that of the view the edits were made on. Throws FaultError `store-failed`. */
  writeSettings(version: string, edits: readonly SettingEdit[]): Promise<SettingsReply>
  doctor(): Promise<{ sandbox: SandboxStatus; checks: readonly DoctorCheck[] }>
  /** Subscribes to all notices; returns the unsubscribe. */
  subscribe(listener: (notice: EngineNotice) => void): () => void
  /** Denies what waits, stops what runs, flushes the records. */
  close(): Promise<void>
}
