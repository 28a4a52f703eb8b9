import type { AgentEvent, SessionEvent, TokenUsage } from '@shared/domain/agent-event'
import type { ResponseItem } from '@shared/domain/response-item'
import type { SessionListItem, SessionSummary } from '@shared/domain/session'
import type { TurnStarts } from '../conversation/turn-starts'
import type { GitInfo } from './workspace'
import type { StoredGrant } from '@shared/domain/stored-grant'

/**
 * What is on record of one session, without what a rewind took back. Events are numbered by the store, from 1, rising in the order they stand on file. The
 * summary's `provider`, `model` and `cwd` are '' where a record of the reference system does not say them.
 */
export interface StoredSession {
  readonly summary: SessionSummary & { readonly rolloutPath: string }
  readonly items: readonly ResponseItem[]
  readonly events: readonly SessionEvent[]
  /** Tokens of all answers so far; absent when none were counted. */
  readonly usage?: TokenUsage
  /** What the items were before each turn; absent: nothing is known of it, as in a new session. */
  readonly starts?: TurnStarts
  /** The ids of all rewinds on file, those that were themselves taken back among them. */
  readonly rewinds?: readonly string[]
  readonly archived: boolean
  /** False for a record that lies outside of the engine's own folders. */
  readonly own: boolean
}

/** How much of a record's end a window begins with: events, or characters. */
export interface RecordEnd {
  readonly events: number
  readonly characters: number
}

/**
 * One line of a session's record. `meta` heads the record, and further down says what has changed since. `context` is
 * what a turn began with. `compacted` replaces all items before it by `items`.
 */
export type StoreLine =
  | { readonly type: 'meta'; readonly summary: SessionSummary; readonly git?: GitInfo }
  | { readonly type: 'context'; readonly summary: SessionSummary }
  | { readonly type: 'item'; readonly item: ResponseItem }
  | { readonly type: 'compacted'; readonly message: string; readonly items: readonly ResponseItem[] }
  | { readonly type: 'event'; readonly at: string; readonly event: AgentEvent }

/** What a session's record is found by. Without `rolloutPath` it lies where `pathOf` says. */
export interface RecordPlace {
  readonly id: string
  readonly createdAt: string
  readonly rolloutPath?: string | undefined
}

/**
 * The sessions' records. `append` resolves when the lines are in the file, in order; it throws FaultError
 * `store-failed` (disk full, read-only home, held by another process) and then nothing of that call counts as written.
 */
export interface SessionStore {
  /** Where the record of a new session will lie. */
  pathOf(session: RecordPlace): string
  append(session: RecordPlace, lines: readonly StoreLine[]): Promise<void>
  /** Every session on file, archived ones too, in no order. */
  list(): Promise<readonly SessionListItem[]>
  /** Undefined when there is none. Throws FaultError `bad-request` for a path that leads to no rollout. */
  load(at: { readonly sessionId: string } | { readonly path: string }): Promise<StoredSession | undefined>
  /**
   * The last turns of a record, with the numbers that they have in the whole, and how many of the person's messages stand before them; items and
   * starts are not what they are in the whole. Undefined where only `load` tells how the session stands, or why it cannot be read.
   */
  loadEnd(
    sessionId: string,
    enough: RecordEnd,
  ): Promise<(StoredSession & { readonly userMessagesBefore: number }) | undefined>
  /**
   * Takes a record for this process, until it is let go of or the store is closed. `changed`: somebody has written to it
   * since it was loaded, so load it again. Throws FaultError `store-failed` naming the process that holds it.
   */
  claim(session: RecordPlace): Promise<'unchanged' | 'changed'>
  /**
   * Copies what stands strictly before the n-th user message in force from 0 (the session's prefix does not count) into the
   * record of `to`, under the head `to`; nothing when there are not so many, and all of it for Infinity.
   */
  fork(from: RecordPlace, beforeUserMessage: number, to: SessionSummary): Promise<void>
  /**
   * The record as it lies on disk, in base64, and the name of its file; of one that this process writes, what was written whole. Throws
   * FaultError `store-failed` for what cannot be read and what is larger than 200 MB.
   */
  read(session: RecordPlace): Promise<{ readonly fileName: string; readonly base64: string }>
  /** Lets go of one record, which may then be taken by another process; a later use takes it again. */
  release(session: RecordPlace): Promise<void>
  /** Moves a record to the archive or back, lets go of it, and returns its new path. */
  archive(session: RecordPlace, archived: boolean): Promise<string>
  /** Moves a record to the system's trash. Throws FaultError `store-failed`, and then it is where it was. */
  remove(session: RecordPlace): Promise<void>
  /** Lets go of every file; later appends open them again. */
  close(): Promise<void>
}

/** The stored rules; both throw FaultError `store-failed`, and nothing is changed then. */
export interface RuleStore {
  load(): Promise<readonly StoredGrant[]>
  /**
   * Puts what `edit` makes of them in their place, with no other engine's change between; undefined: they stay. Resolves with whether they changed, once
   * they are on file. What `edit` throws is passed on.
   */
  change(edit: RuleChange): Promise<boolean>
}

/** The rules as they are to be; undefined: as they are. */
export type RuleChange = (
  rules: readonly StoredGrant[],
) => Promise<readonly StoredGrant[] | undefined> | readonly StoredGrant[] | undefined
