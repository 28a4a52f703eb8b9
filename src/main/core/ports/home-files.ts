import type { HookAgentState, HookConnect, HookConnected } from '@shared/domain/hook-agent'
import type { FoundInSession } from '@shared/domain/found-text'
import type { CustomPrompt } from '@shared/domain/custom-prompt'
import type { KeptFiles } from '@shared/domain/kept-files'
import type { DecisionLine } from '@shared/domain/decision-counts'
import type { ReplayReport } from '@shared/domain/replay'
import type { RuleImportReport } from '@shared/domain/rule-import'

/** The prompts that the person keeps in the home, by name in order. Never rejects: what cannot be read is left out and logged. */
export interface CustomPrompts {
  list(): Promise<readonly CustomPrompt[]>
}

/** What is kept in the home, counted anew at each reading. Never rejects: what cannot be read counts as not there. */
export interface KeptFilesReader {
  read(): Promise<KeptFiles>
}

/** A message as it stands in the history of messages; `ts` is in seconds since the epoch. */
export interface HistoryEntry {
  readonly conversationId: string
  readonly ts: number
  readonly text: string
}

/** The history as it is now. `id` is another one when the file was replaced; both are 0 where there is none. */
export interface HistoryLog {
  readonly id: number
  readonly entries: number
}

/**
 * The messages that clients put by for their own input lines, over all sessions of a home. Nothing is put by unasked, and
 * nothing at all under `[history] persistence = "none"`.
 */
export interface MessageHistory {
  /** Never rejects: a file that cannot be read counts as none. */
  log(): Promise<HistoryLog>
  /** Throws FaultError `store-failed`, and then nothing was put by. */
  add(conversationId: string, text: string): Promise<void>
  /** The entry at an offset from 0, the oldest first; undefined when there is none, or the file is another one. */
  entry(logId: number, offset: number): Promise<HistoryEntry | undefined>
}

/** What a search through records found. `cursor`: it came no further for now, and goes on from there. */
export interface RecordsFound {
  readonly sessions: readonly FoundInSession[]
  readonly cursor?: string
}

/** Looks through the records of all sessions that are not archived, the one changed last first. */
export interface RecordSearch {
  /**
   * A page of what holds the text; `cursor` is that of the page before. Ends when enough is found, when the signal is aborted and
   * after some seconds, with what was found until then. A record that cannot be read is passed over.
   */
  find(text: string, cursor: string | undefined, signal: AbortSignal): Promise<RecordsFound>
}

/** What lies in the home beside configuration, and what the records say beyond their own sessions. */
export interface HomeFiles {
  readonly prompts: CustomPrompts
  readonly history: MessageHistory
  readonly records: RecordSearch
  readonly kept: KeptFilesReader
  readonly decisions: DecisionLog
  readonly past: PastReader
  readonly connections: AgentConnections
}

/** Has agents of other makers ask here, by their own settings of this user. Each throws as HookSettings does. */
export interface AgentConnections {
  /** Those that are on this machine. */
  look(): Promise<readonly HookAgentState[]>
  /** Changes nothing unless `shown` is what it would say now; throws FaultError `bad-request` where it is something else. */
  connect(wish: HookConnect): Promise<HookConnected>
}

/** What agents did in the past, read by today's rules. One look at a time: who asks while one is taken gets what that finds. */
export interface PastReader {
  /** `since` in milliseconds. Rejects only for a configuration that cannot be used. */
  replay(since: number): Promise<ReplayReport>
  /** What is taken over of agents' permissions, of this user's own; with `write` it is added to rules.toml. Rejects for what cannot be written. */
  importRules(write: boolean): Promise<RuleImportReport>
}

/** Where ends of requests are kept for counting, over all engines of a home. */
export interface DecisionLog {
  /** Throws FaultError `store-failed`. */
  add(line: DecisionLine): Promise<void>
  /** Every line, in the order of writing; what cannot be read is left out. Never rejects. */
  read(): Promise<readonly DecisionLine[]>
}
