import type { CompactionTrigger, Confinement } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { CommandOutcome } from '@shared/domain/command-outcome'
import type { Fault } from '@shared/domain/fault'
import type { FileChanges } from '@shared/domain/file-change'
import type { Grant } from '@shared/domain/grant'
import type { ApprovalPolicy } from '@shared/domain/approval-policy'
import type { PlanStep } from '@shared/domain/plan'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { StoredGrant } from '@shared/domain/stored-grant'
import type { OutputTail } from './output-tail'

/**
 * One run of a command, or one try at applying a patch. Without an outcome it is running, unless `settled` says that
 * its turn is over. `letThroughBy` holds the grants that stood in for a question, none for a run that was not asked
 * about or was allowed by an answer. `kept`: the number under which it runs on beyond its turn. `inputs` are the last texts that were given to
 * it, oldest first.
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
}

/** What a tool call that touches the system has, whatever it does: its attempts, and the last request about it. */
export interface CallProgress {
  readonly key: string
  readonly callId: string
  readonly attempts: readonly Attempt[]
  readonly request: ApprovalRequest | undefined
  /** How the call ended without an attempt that could carry it (refused, or not startable). */
  readonly ended: CommandOutcome | undefined
}

/** A tool call that runs a command. */
export interface CommandItem extends CallProgress {
  readonly kind: 'command'
  readonly command: readonly string[]
  readonly cwd: string
}

/** A tool call that changes files. */
export interface PatchItem extends CallProgress {
  readonly kind: 'patch'
  readonly changes: FileChanges
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
  | { readonly kind: 'rejected'; readonly key: string; readonly name: string; readonly reason: string }
  | { readonly kind: 'retrying'; readonly key: string; readonly attempt: number; readonly reason: string }
  | { readonly kind: 'fault'; readonly key: string; readonly fault: Fault }
  | {
      readonly kind: 'plan'
      readonly key: string
      readonly explanation: string | undefined
      readonly plan: readonly PlanStep[]
    }
  | { readonly kind: 'noted'; readonly key: string; readonly text: string }
  | { readonly kind: 'turn-diff'; readonly key: string; readonly unifiedDiff: string }
  | { readonly kind: 'turn-ended'; readonly key: string; readonly outcome: 'interrupted' | 'failed' }
  | {
      readonly kind: 'configured'
      readonly key: string
      readonly model: string
      readonly approvalPolicy: ApprovalPolicy
      readonly sandboxPolicy: SandboxPolicy
    }
