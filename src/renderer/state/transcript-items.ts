import type {
  AgentEvent,
  ChildOutcome,
  CompactionTrigger,
  Confinement,
  NotOnCopies,
} from '@shared/domain/agent-event'
import type { ChildKind } from '@shared/domain/session'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { CommandOutcome } from '@shared/domain/command-outcome'
import type { Fault } from '@shared/domain/fault'
import type { FileChanges } from '@shared/domain/file-change'
import type { Grant } from '@shared/domain/grant'
import type { McpInvocation, McpResult } from '@shared/domain/mcp-result'
import type { ApprovalPolicy } from '@shared/domain/approval-policy'
import type { Question } from '@shared/domain/question'
import type { ParsedCommand } from '@shared/domain/parsed-command'
import type { PlanStep } from '@shared/domain/plan'
import type { ReviewedFile, ReviewOutput } from '@shared/domain/review'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { StoredGrant } from '@shared/domain/stored-grant'
import type { OutputTail } from './output-tail'

/**
 * One run of a command, or one try at applying a patch. Without an outcome it is running, unless `settled` says that
 * its turn is over. `letThroughBy` holds the grants that stood in for a question, none for a run that was not asked
 * about or was allowed by an answer. `kept`: the number under which it runs on beyond its turn. `inputs` are the last texts that were given to
 * it, oldest first. `ports`: what it listens on, for its session's other commands.
 */
export interface Attempt {
  readonly number: number
  readonly confinement: Confinement
  readonly grants: readonly Grant[]
  readonly letThroughBy: readonly StoredGrant[]
  readonly startedAt: string
  readonly output: OutputTail
  readonly outcome: CommandOutcome | undefined
  readonly settled: boolean
  readonly kept: number | undefined
  readonly inputs: readonly string[]
  readonly ports: readonly number[]
  readonly notOnCopies?: NotOnCopies | undefined
  /** How it came out beside what was shown for the yes; absent: nothing was compared. */
  readonly compared?: Pick<Extract<AgentEvent, { type: 'command.compared' }>, 'promise' | 'suspended'>
}

/** What a tool call that touches the system has, whatever it does: its attempts, and the last request about it. */
export interface CallProgress {
  readonly key: string
  readonly callId: string
  readonly attempts: readonly Attempt[]
  readonly request: ApprovalRequest | undefined
  /** How the call ended without an attempt that could carry it (refused, or not startable). */
  readonly ended: CommandOutcome | undefined
  /** What it wrote outside the folder can be taken back, or done again where it was `undone`. Absent: it wrote nothing there. */
  readonly undoable?: {
    readonly event: Extract<AgentEvent, { type: 'call.undoable' }>
    readonly undone: boolean
  }
}

/** A tool call that runs a command. */
export interface CommandItem extends CallProgress {
  readonly kind: 'command'
  readonly command: readonly string[]
  /** What it does in short, where all of it only reads, lists or searches. */
  readonly summary?: readonly ParsedCommand[] | undefined
  readonly cwd: string
}

/** A tool call that changes files. */
export interface PatchItem extends CallProgress {
  readonly kind: 'patch'
  readonly changes: FileChanges
}

/**
 * A call of an MCP server's tool. Without a result it waits for the request's answer, or runs; `settled`: its turn is over.
 * `progress` is the last that the server said of how far it is.
 */
export interface ToolItem {
  readonly kind: 'tool'
  readonly key: string
  readonly callId: string
  readonly invocation: McpInvocation
  readonly request: ApprovalRequest | undefined
  readonly startedAt: string | undefined
  readonly progress: string | undefined
  readonly result: McpResult | undefined
  readonly settled: boolean
}

/**
 * A review. While `running` a model reads; without an output afterwards it did not come to its end. `turnId` names it on
 * record. `files` are the changes that its findings lie in.
 */
export interface ReviewItem {
  readonly kind: 'review'
  readonly key: string
  readonly turnId: string
  readonly hint: string
  readonly running: boolean
  readonly output: ReviewOutput | undefined
  readonly files: readonly ReviewedFile[]
}

/** A child session. Without an end it works, as far as this record tells. Its name, task and words are untrusted. */
export interface AgentItem {
  readonly kind: 'agent'
  readonly key: string
  readonly childId: string
  readonly name: string
  readonly does: ChildKind
  readonly task: string
  readonly end:
    | {
        readonly outcome: ChildOutcome
        readonly lastMessage: string | undefined
        readonly problem: string | undefined
      }
    | undefined
}

/** What the transcript shows, in order. Keys are stable, so that an item keeps its place while it grows. */
export type TranscriptItem =
  | CommandItem
  | PatchItem
  | {
      readonly kind: 'user'
      readonly key: string
      readonly text: string
      readonly nth: number
      readonly images?: readonly string[]
      /** The turn that it began. */
      readonly turn?: number
    }
  | {
      readonly kind: 'compacted'
      readonly key: string
      readonly trigger: CompactionTrigger
      readonly summary: string
    }
  | {
      readonly kind: 'assistant' | 'reasoning'
      readonly key: string
      readonly itemId: string
      readonly text: string
      readonly done: boolean
    }
  /** `callId`: the policy refused it, and it can be asked about after all. */
  | {
      readonly kind: 'rejected'
      readonly key: string
      readonly name: string
      readonly reason: string
      readonly callId?: string
    }
  | { readonly kind: 'retrying'; readonly key: string; readonly attempt: number; readonly reason: string }
  /** `ended`: its turn ended with it. */
  | { readonly kind: 'fault'; readonly key: string; readonly fault: Fault; readonly ended: boolean }
  | {
      readonly kind: 'plan'
      readonly key: string
      readonly explanation: string | undefined
      readonly plan: readonly PlanStep[]
    }
  | ToolItem
  | ReviewItem
  | AgentItem
  | { readonly kind: 'viewed'; readonly key: string; readonly label: string; readonly path: string }
  | { readonly kind: 'searched'; readonly key: string; readonly query: string }
  | {
      readonly kind: 'noted'
      readonly key: string
      readonly text: string
      /** Of a restore: what was put back. */
      readonly restored?: Extract<AgentEvent, { type: 'files.restored' }>
    }
  /** A server's question that is over. */
  | { readonly kind: 'asked'; readonly key: string; readonly question: Question }
  /** `turn`: it ran commands, and what these changed is asked of the engine. */
  | {
      readonly kind: 'turn-diff'
      readonly key: string
      readonly unifiedDiff: string
      readonly turn?: number
    }
  | { readonly kind: 'turn-ended'; readonly key: string; readonly outcome: 'interrupted' | 'failed' }
  | {
      readonly kind: 'configured'
      readonly key: string
      readonly model: string
      readonly approvalPolicy: ApprovalPolicy
      readonly sandboxPolicy: SandboxPolicy
    }
