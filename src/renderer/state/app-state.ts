import type { FleetBegun } from '@shared/domain/fleet-work'
import type { View } from '../lib/window-route'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ApprovalRequest, DecideReply } from '@shared/domain/approval'
import type { CustomPrompt } from '@shared/domain/custom-prompt'
import type { Question } from '@shared/domain/question'
import type { SessionEvent } from '@shared/domain/agent-event'
import type { FoundText } from '@shared/domain/found-text'
import type { Fault } from '@shared/domain/fault'
import type { SessionSummary } from '@shared/domain/session'
import type { StoredGrant } from '@shared/domain/stored-grant'
import type { RestoreWay } from '@shared/domain/turn-restore'
import type { AppSnapshot } from '@shared/ipc/contract'
import type { Picture } from '../lib/read-picture'
import type { ChangedFile } from '../lib/diff/changed-file'
import type { FindingMarks } from './finding-marks'
import type { Left } from './left-of-requests'
import type { FormValues } from './form-values'
import type { LineComments } from './line-comments'
import type { GivenMessage, QueuedMessage } from './queued-messages'
import type { Transcript } from './transcript'

/** What the engine said of itself when the window said hello. */
export type EngineInfo = Omit<AppSnapshot, 'seq' | 'sessions' | 'approvals' | 'questions'>

/** How the window stands to the engine. `refused` needs a new link, `failed` an answer to `app.hello`. */
export type Connection =
  | { readonly kind: 'connecting' | 'ready' | 'lost' | 'refused' }
  | { readonly kind: 'failed'; readonly fault: Fault }

export type { View }

/** A request that has just stopped waiting, shown as a line for a moment. `reply` is set when an answer came late. */
export interface ClosedNote {
  readonly request: ApprovalRequest
  readonly reply: Exclude<DecideReply, { kind: 'accepted' }> | undefined
}

/**
 * A place in a session that the person looked for. `nth` goes up with every look: the same place is shown again. `outside` is that of the
 * look from a list of results which it goes back to; undefined: the search began in the session. `hit` says which of the hits in it, from 0;
 * below 0: from its last, which is -1. `counted`: how often the text stands in what is drawn of a place, by its number, as far as it was drawn.
 */
export interface FoundPlace {
  readonly sessionId: string
  readonly text: string
  readonly place: FoundText
  readonly nth: number
  readonly outside: number | undefined
  readonly hit: number
  readonly counted: Readonly<Record<number, number>>
}

/** A list of changes that is looked at over the window. `title` says whose; `at` is the file that it is opened at. */
export interface ShownChanges {
  readonly sessionId: string
  readonly title: string
  readonly files: readonly ChangedFile[]
  readonly at: number
}

/** The parts of what stands beside a session. */
export type SideTab = 'decisions' | 'files' | 'plan' | 'use' | 'terminal'

/** Everything the window knows. The engine owns the truth; this is its projection, and what the person has typed. */
export interface AppState {
  readonly connection: Connection
  readonly engine: EngineInfo | undefined
  /** The number of the last push that is in here. */
  readonly seq: number
  readonly sessions: Readonly<Record<string, SessionSummary>>
  /** Sessions the window was not told of: the place in the list to go on from, 'unread' for its beginning. */
  readonly older: string
  /** The same of hosts, by their names; of one that is not in it nothing was asked. */
  readonly olderOf: Readonly<Record<string, string>>
  /** The requests that wait; what has been answered leaves. */
  readonly approvals: Readonly<Record<string, ApprovalRequest>>
  /** What MCP servers ask of the person and is not answered. */
  readonly questions: Readonly<Record<string, Question>>
  /** What is filled in and not sent, by the question that waits for it. */
  readonly filledIn: Readonly<Record<string, FormValues>>
  readonly transcripts: Readonly<Record<string, Transcript>>
  /** Every grant in force, oldest first; undefined until the engine has told. */
  readonly grants: readonly StoredGrant[] | undefined
  /** The person has everything asked about again, as it was when the grants were last asked for. */
  readonly allSuspended: boolean
  /** Sessions being read, with the events that came meanwhile. */
  readonly opening: Readonly<Record<string, readonly SessionEvent[]>>
  /** Goes up when the MCP servers stand otherwise than before. */
  readonly serverChanges: number
  readonly view: View
  /** What is typed as the folder of the next session. */
  readonly startFolder: string
  /** Unsent text by session id. */
  readonly drafts: Readonly<Record<string, string>>
  /** What waits for the end of a turn, by session id. */
  readonly queued: Readonly<Record<string, readonly QueuedMessage[]>>
  /** What this window gave to turns that run and has not been taken yet, by session id. */
  readonly given: Readonly<Record<string, readonly GivenMessage[]>>
  /** The person's own prompts; undefined until they were read. */
  readonly prompts: readonly CustomPrompt[] | undefined
  /** The session whose field is to have the focus as soon as it is there. */
  readonly writeIn: string | undefined
  /** What goes with the next message, by session id. */
  readonly pictures: Readonly<Record<string, readonly Picture[]>>
  /** Changes that are looked at over the window. */
  readonly changes: ShownChanges | undefined
  /** What turns changed, as diffs, by session and item; '' where nobody knows. */
  readonly turnChanges: Readonly<Record<string, string>>
  /** What stands beside the session that is looked at; absent: nothing. */
  readonly side?: SideTab | undefined
  /** A setting that was looked for elsewhere: the page of settings begins with it. */
  readonly lookedFor?: { readonly setting: string } | undefined
  /** What is asked to be put back, and of which session. */
  readonly restoring:
    | { readonly sessionId: string; readonly way: RestoreWay; readonly run?: string | undefined }
    | undefined
  /** To before which turn a session is asked to be taken back, and what its message said. */
  readonly rewinding:
    | { readonly sessionId: string; readonly turnNumber: number; readonly text: string }
    | undefined
  /** What is being written about lines of changes, by session id. */
  readonly comments: LineComments
  /** What the person made of findings, by review and finding (`findingKey`). */
  readonly findings: FindingMarks
  /** What is scrolled to and marked; undefined: nothing. */
  readonly found: FoundPlace | undefined
  /** What the person leaves out of a yes, by request, or request and rehearsal. */
  readonly leftOut: Readonly<Record<string, Left>>
  /** What the agent is to be told with a no, by request, while that is being written. */
  readonly denyTexts: Readonly<Record<string, string>>
  /** What the person writes in a command's place, by request, until it is sent. */
  readonly editTexts: Readonly<Record<string, string>>
  /** When a request was put off, by its id, in milliseconds since the epoch. */
  readonly putOff: Readonly<Record<string, number>>
  /** By session id. */
  readonly closed: Readonly<Record<string, ClosedNote>>
  /** What came of the last session that was to begin in a new sandbox and did not, by fleet. */
  readonly notBegun: Readonly<Record<string, Exclude<FleetBegun, { kind: 'begun' }>>>
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
  olderOf: {},
  approvals: {},
  questions: {},
  filledIn: {},
  transcripts: {},
  grants: undefined,
  allSuspended: false,
  opening: {},
  serverChanges: 0,
  view: { kind: 'start' },
  startFolder: '',
  drafts: {},
  queued: {},
  given: {},
  prompts: undefined,
  writeIn: undefined,
  pictures: {},
  changes: undefined,
  turnChanges: {},
  restoring: undefined,
  rewinding: undefined,
  comments: {},
  findings: {},
  found: undefined,
  leftOut: {},
  denyTexts: {},
  editTexts: {},
  putOff: {},
  closed: {},
  notBegun: {},
  faults: {},
}

/** The record without one key; the same record when the key is not in it. */
export function without<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  if (!(key in record)) return record
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))
}

/** How much waits for the person: requests and questions. */
export const waitingCount = ({ approvals, questions }: AppState): number =>
  Object.keys(approvals).length + Object.keys(questions).length

/** The same with what the command of a host asks, which stands in no inbox but before everything. */
export const allWaitingCount = (state: AppState): number =>
  waitingCount(state) + (state.engine?.hostAsk ? 1 : 0)

/** One window's state. Changed only by the functions of sync.ts and actions.ts. */
export type AppStore = StoreApi<AppState>

/** A fresh store: two windows, or two tests, share nothing. */
export function createAppStore(): AppStore {
  return createStore<AppState>(() => initialState)
}
