import type { Confinement } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { CommandOutcome } from '@shared/domain/command-outcome'
import type { Fault } from '@shared/domain/fault'
import type { Grant } from '@shared/domain/grant'
import type { ApprovalPolicy } from '@shared/domain/approval-policy'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { OutputTail } from './output-tail'

/** One run of a command. Without an outcome it is running, unless `settled` says that its turn is over. */
export interface Attempt {
  readonly number: number
  readonly confinement: Confinement
  readonly grants: readonly Grant[]
  readonly startedAt: string
  readonly output: OutputTail
  readonly outcome: CommandOutcome | undefined
  readonly settled: boolean
}

/** A tool call that runs a command: all its attempts, and the last request that a person was asked about it. */
export interface CommandItem {
  readonly kind: 'command'
  readonly key: string
  readonly callId: string
  readonly command: readonly string[]
  readonly cwd: string
  readonly attempts: readonly Attempt[]
  readonly request: ApprovalRequest | undefined
  /** How the call ended without an attempt that could carry it (refused, or not startable). */
  readonly ended: CommandOutcome | undefined
}

/** What the transcript shows, in order. Keys are stable, so that an item keeps its place while it grows. */
export type TranscriptItem =
  | CommandItem
  | { readonly kind: 'user'; readonly key: string; readonly text: string }
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
  | { readonly kind: 'turn-ended'; readonly key: string; readonly outcome: 'interrupted' | 'failed' }
  | {
      readonly kind: 'configured'
      readonly key: string
      readonly model: string
      readonly approvalPolicy: ApprovalPolicy
      readonly sandboxPolicy: SandboxPolicy
    }
