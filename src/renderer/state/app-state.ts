import type { ApprovalRequest, DecideReply } from '@shared/domain/approval'
import type { SessionEvent } from '@shared/domain/agent-event'
import type { Fault } from '@shared/domain/fault'
import type { SessionSummary } from '@shared/domain/session'
import type { StoredGrant } from '@shared/domain/stored-grant'
import type { AppSnapshot } from '@shared/ipc/contract'
import type { Picture } from '../lib/read-picture'
import type { Transcript } from './transcript'

/** What the engine said of itself when the window said hello. */
export type EngineInfo = Omit<AppSnapshot, 'seq' | 'sessions' | 'approvals'>

/** How the window stands to the engine. `refused` needs a new link, `failed` an answer to `app.hello`. */
export type Connection =
  | { readonly kind: 'connecting' | 'ready' | 'lost' | 'refused' }
  | { readonly kind: 'failed'; readonly fault: Fault }

/** What the pane shows. An inbox without requestId shows its first request. */
export type View =
  | { readonly kind: 'start' | 'doctor' | 'grants' | 'preferences' }
  | { readonly kind: 'session'; readonly sessionId: string }
  | { readonly kind: 'inbox'; readonly requestId: string | undefined }

/** A request that has just stopped waiting, shown as a line for a moment. `reply` is set when an answer came late. */
export interface ClosedNote {
  readonly request: ApprovalRequest
  readonly reply: Exclude<DecideReply, { kind: 'accepted' }> | undefined
}

/** Everything the window knows. The engine owns the truth; this is its projection, and what the person has typed. */
export interface AppState {
  readonly connection: Connection
  readonly engine: EngineInfo | undefined
  /** The number of the last push that is in here. */
  readonly seq: number
  readonly sessions: Readonly<Record<string, SessionSummary>>
  /** Sessions the window was not told of: the place in the list to go on from, 'unread' for its beginning. */
  readonly older: string
  /** The requests that wait; what has been answered leaves. */
  readonly approvals: Readonly<Record<string, ApprovalRequest>>
  readonly transcripts: Readonly<Record<string, Transcript>>
  /** Every grant in force, oldest first; undefined until the engine has told. */
  readonly grants: readonly StoredGrant[] | undefined
  /** Sessions being read, with the events that came meanwhile. */
  readonly opening: Readonly<Record<string, readonly SessionEvent[]>>
  readonly view: View
  /** Unsent text by session id. */
  readonly drafts: Readonly<Record<string, string>>
  /** What goes with the next message, by session id. */
  readonly pictures: Readonly<Record<string, readonly Picture[]>>
  /** When a request was put off, by its id, in milliseconds since the epoch. */
  readonly putOff: Readonly<Record<string, number>>
  /** By session id. */
  readonly closed: Readonly<Record<string, ClosedNote>>
  /** The last thing that did not work, by session id, 'start' for the start page, 'grants' for the grants, 'rail' for it. */
  readonly faults: Readonly<Record<string, Fault>>
}

/** A window that has not yet heard from the engine. */
export const initialState: AppState = {
  connection: { kind: 'connecting' },
  engine: undefined,
  seq: 0,
  sessions: {},
  older: 'none',
  approvals: {},
  transcripts: {},
  grants: undefined,
  opening: {},
  view: { kind: 'start' },
  drafts: {},
  pictures: {},
  putOff: {},
  closed: {},
  faults: {},
}

/** The record without one key; the same record when the key is not in it. */
export function without<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  if (!(key in record)) return record
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))
}
