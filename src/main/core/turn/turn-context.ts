import type { Grant } from '@shared/domain/grant'
import type { AgentEvent, NotOnCopies } from '@shared/domain/agent-event'
import type { ApprovalRequest, AskedBy } from '@shared/domain/approval'
import type { Question } from '@shared/domain/question'
import type { ApprovalPolicy } from '@shared/domain/approval-policy'
import type { ParsedCommand } from '@shared/domain/parsed-command'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { ModelsView } from '@shared/domain/session'
import type { RunChange } from '@shared/domain/run-promise'
import type { GivenOn } from '../approvals/given-on'
import type { ChildAgents } from '../agents/child-agents'
import type { GrantBook, GrantPlace } from '../approvals/grant-book'
import type { RequestAssessor } from '../assessment/request-assessor'
import type { ApprovalQueue } from '../approvals/approval-queue'
import type { RefusedCommands } from '../approvals/refused-commands'
import type { QuestionQueue } from '../approvals/question-queue'
import type { TouchedFiles } from '../patch/turn-diff'
import type { ProcessTable } from '../processes/process-table'
import type { ReadManaged } from '../policy/managed-rules'
import type { EffectRuleParts } from '../ports/effect-rule-store'
import type { Clock, Ids } from '../ports/system'
import type { CommandRunner, Sandbox } from '../ports/sandbox'
import type { PatchFiles, TextDiff } from '../ports/patch-files'
import type { ShellParser } from '../shell/parse'
import type { Preimages } from '../preimages/preimages'
import type { PredictedChanges } from '../run/predicted-changes'
import type { Workspace, ToolSettings } from '../ports/workspace'
import type { RequestRehearsals } from './request-rehearsals'

/** One command as a tool asks for it. `cwd` is absolute and real; `timeoutMs` is positive, Infinity for no limit. */
export interface CommandCall {
  readonly callId: string
  readonly command: readonly string[]
  readonly cwd: string
  readonly timeoutMs: number
  readonly escalated: boolean
  readonly justification: string | undefined
  /** What it does in short, for display. Absent: it is not known to only read, list or search. */
  readonly summary?: readonly ParsedCommand[] | undefined
  /** Whether it could want a connection; false spares the run its filtering proxy. Absent: true. */
  readonly mayConnect?: boolean
  /** What it will do beside its work, see PredictedChanges. Absent: not known. */
  readonly predicted?: PredictedChanges | undefined
  /** See predictedReads. Absent: nobody knows. */
  readonly reads?: (() => Promise<readonly string[]>) | undefined
  /** Told each host that is let through to its run, by whomever. Absent: nobody asks. */
  readonly onHost?: ((grant: Extract<Grant, { kind: 'host' }>) => void) | undefined
  /** See fetchingPrograms. Absent: not known. */
  readonly fetches?: readonly string[] | undefined
  /** True where it runs unasked as a use of git that only reads: what repositories configure must not run then. */
  readonly guardsGit?: boolean
  /** What its run was allowed for. Absent: the policies let it run. */
  readonly yes?: GivenOn | undefined
  /** Why the policy of effects let it run without copies; absent: that did not. */
  readonly notOnCopies?: NotOnCopies | undefined
}

/** A place to look at before and after a run: alone, with the names in it, or with all that is below. Absolute and real. */
export interface WatchedPlace {
  readonly path: string
  readonly as: 'itself' | 'names' | 'tree'
}

/** What changed in the places meanwhile. `whole` is false where not all of them could be looked at. */
export interface SeenChanges {
  readonly changes: readonly RunChange[]
  readonly whole: boolean
}

/** Looks at places around a run by identity, size, times and mode; reads no content. Bounded in entries and time; never rejects. */
export interface RunWatcher {
  /** Looks at them as they are before it. `see` looks again, once. */
  open(places: readonly WatchedPlace[]): Promise<{ see(): Promise<SeenChanges> }>
}

/** A turn whose folder is kept as it is at its beginning and its end. */
export interface FollowedTurn {
  /** Resolves when the folder is kept as it was before anything that the turn ran: whole but for what git ignores (true), or not. Never rejects. */
  readonly begun: Promise<boolean>
  /** Whether keeping it so took too long, and nothing of the turn can be taken back. Never rejects. Absent: it did not. */
  readonly late?: Promise<boolean>
  /** When that began, in milliseconds since the epoch. Absent: it is not kept. */
  readonly since?: number
  /** How many files at these paths from the folder, or below, were kept. Rejects where that cannot be told. Absent: none was. */
  readonly files?: (paths: readonly string[]) => Promise<number>
  /** At which of these paths from the folder a file was kept, whatever lies there now. Rejects where that cannot be told. Absent: at none. */
  readonly held?: (paths: readonly string[]) => Promise<readonly string[]>
  /**
   * The turn is over: the folder is kept as it is now, without keeping anybody waiting. `idle`: nothing of the session ran in it, so that it ends as it began, whatever
   * somebody else changed meanwhile.
   */
  end(idle?: boolean): void
}

/** Which turn, and where it works; `askedBy`, `reads` and `sandboxPolicy` as TurnContext has them. */
export interface TurnToFollow {
  readonly sessionId: string
  readonly cwd: string
  /** Absent: one that lets its folder be written. */
  readonly sandboxPolicy?: SandboxPolicy
  readonly turnNumber: number
  readonly askedBy?: object
  readonly reads?: boolean
  /** The turn's own end: what is still being kept of its beginning is given up. Absent: it has none. */
  readonly signal?: AbortSignal
}

/** Keeps folders for undo. */
export interface TurnFollower {
  /** Begins to follow a turn. A child's turn and a review are not followed: the one is its parent's, the other changes nothing. */
  follow(turn: TurnToFollow): FollowedTurn
}

/**
 * What a killed engine had put in place and could not be taken back, since somebody changed it, by its paths: whoever asks first has them, and tells the
 * person. Never rejects.
 */
export type LeftToTell = () => Promise<readonly string[]>

/** The parts of the world the command path needs. */
export interface CommandParts {
  readonly sandbox: Sandbox
  readonly unconfined: CommandRunner
  readonly parser: ShellParser
  readonly workspace: Workspace
  readonly patches: PatchFiles
  readonly textDiff: TextDiff
  readonly approvals: ApprovalQueue
  readonly questions: QuestionQueue
  readonly grants: GrantBook
  /** Absent: what the policy refuses is not asked about after all. */
  readonly refused?: RefusedCommands
  readonly assessments: RequestAssessor
  /** Absent: changes to what tools outside the sandbox run are not told. */
  readonly toolSettings?: ToolSettings
  /** Absent: nothing is known of engines before this one. */
  readonly stayed?: LeftToTell
  /** Absent: nothing is kept for undo. */
  readonly checkpoints?: TurnFollower
  /** Absent: what is written outside the folder cannot be taken back. */
  readonly preimages?: Preimages
  /** Absent: what waits is not rehearsed. */
  readonly rehearsals?: RequestRehearsals
  /** Absent: nobody but the person sets rules here. */
  readonly managed?: ReadManaged
  /** Absent: no effect rule answers. */
  readonly effectRules?: EffectRuleParts
  /** Absent: what approved runs do is not compared with what was shown. */
  readonly watcher?: RunWatcher
  /** In tokens: what of a call's output the model gets; absent, or nothing: what is usual of its tool. */
  readonly outputLimit?: () => number | undefined
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
  /** Absent: as configured. */
  readonly modelsView?: ModelsView | undefined
  readonly signal: AbortSignal
  /** Resolves when nothing hinders what the turn runs any more: to whether the folder is kept as it was before. Absent: it is not. */
  readonly kept?: Promise<boolean>
  /** When that began, in milliseconds since the epoch: what somebody changes from then on may not be kept. */
  readonly keptSince?: number
  /** How many files at these paths from the folder, or below, are kept so. Rejects where that cannot be told. Absent: none is. */
  readonly keptFiles?: (paths: readonly string[]) => Promise<number>
  /** At which of these paths from the folder a file is kept so, whatever lies there now. Rejects where that cannot be told. Absent: at none. */
  readonly keptAt?: (paths: readonly string[]) => Promise<readonly string[]>
  /** What the turn's patches have touched so far; absent: no turn diff is kept. */
  readonly touched?: TouchedFiles
  /** What the session's exec tools have started and still keep; absent: it has no such tools. */
  readonly processes?: ProcessTable
  /** The agents that work for this session; absent: it can start none. */
  readonly agents?: ChildAgents
  /** Whose child this session is; absent: nobody's. */
  readonly askedBy?: AskedBy
  /** True for a review: what was allowed before is not used in it. */
  readonly reads?: boolean
  /** Ends the turn: a person said stop while a command was running. */
  stop(): void
  emit(event: AgentEvent): void
  readonly recordApproval: (request: ApprovalRequest) => Promise<void>
  readonly recordQuestion: (question: Question) => Promise<void>
}

/** Where the grants of a turn hold: what is given to a child session is its parent's, and so every child's of it. */
export function grantPlace({
  sessionId,
  turnId,
  askedBy,
}: Pick<TurnContext, 'sessionId' | 'turnId' | 'askedBy'>): GrantPlace {
  return { sessionId: askedBy?.parentId ?? sessionId, turnId }
}

/** Where grants given before are looked for; undefined: none of them counts in this turn. */
export const grantsUsed = (
  turn: Pick<TurnContext, 'sessionId' | 'turnId' | 'askedBy' | 'reads'>,
): GrantPlace | undefined => (turn.reads === true ? undefined : grantPlace(turn))
