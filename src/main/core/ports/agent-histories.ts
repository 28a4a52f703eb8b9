import type { HistoryAgent } from '@shared/domain/replay'

/** What an agent wanted, as its history has it; paths may be relative to the action's folder. All of it is untrusted. */
export type PastWanted =
  | { readonly kind: 'command'; readonly argv: readonly string[]; readonly escalated: boolean }
  | { readonly kind: 'edit'; readonly writes: readonly string[]; readonly removes: readonly string[] }
  | { readonly kind: 'patch'; readonly body: string }

/** One command or edit of a history. `workspace` is the folder that its session began in; both are absolute. `at`: undefined where it is not said. */
export interface PastAction {
  readonly agent: HistoryAgent
  readonly at: string | undefined
  readonly cwd: string
  readonly workspace: string
  readonly wanted: PastWanted
  /** Whether a person was asked, and what they said. */
  readonly asked: 'yes' | 'no' | 'unknown'
  readonly answer: 'allowed' | 'denied' | 'unknown'
}

/** Why a line of a history was left out. `hidden`: characters in it that are not seen, or that change how others are. */
export type UnreadableLine = 'torn' | 'too-long' | 'hidden'

/** What a history says, in order. `bytes`: so much more was read; the rest is what was in it. */
export type HistoryEntry =
  | { readonly kind: 'session'; readonly agent: HistoryAgent }
  | { readonly kind: 'action'; readonly action: PastAction }
  | { readonly kind: 'unreadable'; readonly why: UnreadableLine }
  | { readonly kind: 'unopened' }
  | { readonly kind: 'bytes'; readonly bytes: number }

/** Which histories are read. `paths` absent: those of the agents' own folders. `since` in milliseconds. */
export interface HistoryQuestion {
  readonly from?: HistoryAgent | undefined
  readonly since?: number | undefined
  readonly paths: readonly string[]
}

/** The histories that were found; nothing of them was read yet. */
export interface FoundHistories {
  readonly bytes: number
  /** Reads one after the other. Never throws for what a file holds or is; ends early when the signal is aborted. */
  read(signal: AbortSignal): AsyncIterable<readonly HistoryEntry[]>
}

/** Finds the histories that agents keep on this machine. Rejects with a one-line error for a path that is not there. */
export type FindHistories = (question: HistoryQuestion) => Promise<FoundHistories>
