import type { AgentEvent, SessionEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest, AskedBy } from '@shared/domain/approval'
import { hostOf } from '@shared/domain/host-state'
import { sessionsAtFirst } from '@shared/domain/session'
import type { SessionSummary } from '@shared/domain/session'
import type { AppSnapshot, OpenedRecord } from '@shared/ipc/contract'
import type { Push } from '@shared/ipc/push'
import type { AppState, View } from './app-state'
import { initialState, without } from './app-state'
import { askedIn, sortByUrgency } from './approval-order'
import { givenAfter } from './queued-messages'
import { appendEvent, buildTranscript, type Transcript } from './transcript'

/**
 * The state after a snapshot. Transcripts are dropped, since pushes may have been missed; what the person typed, put
 * off and looked at stays; the grants are asked for again. A session that is gone is no longer looked at.
 */
export function applySnapshot(state: AppState, snapshot: AppSnapshot): AppState {
  const { seq, sessions, approvals, questions, ...engine } = snapshot
  const next: AppState = {
    ...state,
    connection: { kind: 'ready' },
    engine,
    seq,
    sessions: Object.fromEntries(sessions.map((session) => [session.id, session])),
    olderOf: {},
    // Those of hosts are counted for each of them.
    older: sessions.filter(({ id }) => hostOf(id) === undefined).length < sessionsAtFirst ? 'none' : 'unread',
    approvals: Object.fromEntries(
      approvals.filter((request) => request.state === 'pending').map((request) => [request.id, request]),
    ),
    questions: Object.fromEntries(questions.map((question) => [question.id, question])),
    filledIn: Object.fromEntries(
      questions.flatMap(({ id }) => {
        const values = state.filledIn[id]
        return values === undefined ? [] : [[id, values]]
      }),
    ),
    transcripts: {},
    grants: undefined,
    serverChanges: state.serverChanges + 1,
    opening: {},
  }
  const firstSight = state.engine === undefined && state.view === initialState.view
  const gone = state.view.kind === 'session' && next.sessions[state.view.sessionId] === undefined
  return firstSight || gone ? { ...next, view: firstView(next) } : next
}

/** The state after one push. */
export function applyPush(state: AppState, push: Push): AppState {
  const counted = { ...state, seq: push.seq }
  switch (push.kind) {
    case 'events':
      return push.events.reduce(withRequest, applyEvents(counted, push.events))
    case 'session':
      return withSession(counted, push.session)
    case 'removed':
      return withoutSession(counted, push.sessionId)
    case 'sandbox':
      return { ...counted, engine: counted.engine && { ...counted.engine, sandbox: push.sandbox } }
    case 'servers':
      return { ...counted, serverChanges: counted.serverChanges + 1 }
    case 'grants':
      return { ...counted, grants: push.grants }
    case 'hosts':
      return {
        ...counted,
        engine: counted.engine && { ...counted.engine, hosts: push.hosts, hostAsk: push.ask },
      }
    case 'command':
      return counted
    case 'show': {
      const asked = counted.approvals[push.requestId ?? ''] ?? counted.questions[push.requestId ?? '']
      const view: View = asked?.remoteRun
        ? { kind: 'inbox', requestId: asked.id }
        : { kind: 'session', sessionId: push.sessionId }
      const putOff = push.requestId === undefined ? counted.putOff : without(counted.putOff, push.requestId)
      return { ...counted, view, putOff }
    }
  }
}

/** The state after a session's record was read: its events, then those that came while it was being read. */
export function applyOpened(
  state: AppState,
  session: SessionSummary,
  events: readonly SessionEvent[],
  older?: OpenedRecord['older'],
): AppState {
  const meanwhile = state.opening[session.id] ?? []
  const opened: AppState = {
    ...withSession(state, session),
    opening: without(state.opening, session.id),
    transcripts: { ...state.transcripts, [session.id]: buildTranscript(events, older) },
    given: events.reduce(givenAfter, state.given),
  }
  return applyEvents(opened, meanwhile)
}

function applyEvents(state: AppState, events: readonly SessionEvent[]): AppState {
  let transcripts = { ...state.transcripts }
  const opening = { ...state.opening }
  for (const event of events) {
    const id = event.sessionId
    const waiting = opening[id]
    const transcript = transcripts[id]
    if (waiting !== undefined) opening[id] = [...waiting, event]
    // What is no more in force is not known here piece by piece: the record is read again.
    else if (transcript !== undefined && isTakenBack(transcript, event))
      transcripts = without(transcripts, id)
    else if (transcript !== undefined) transcripts[id] = appendEvent(transcript, event)
  }
  return { ...state, transcripts, opening, given: events.reduce(givenAfter, state.given) }
}

/** Whether an event takes back what is shown. */
const isTakenBack = ({ lastSeq }: Transcript, { seq, event }: SessionEvent): boolean =>
  event.type === 'session.rewound' && seq > lastSeq

/** The requests that wait, after an event: asked, seen by the model, over. */
function withRequest(state: AppState, { event }: SessionEvent): AppState {
  if (event.type === 'approval.assessed') return withView(state, event)
  if (event.type === 'approval.rehearsed') return withRehearsal(state, event)
  if (event.type === 'approval.requested') {
    const { request } = event
    return { ...state, approvals: { ...state.approvals, [request.id]: request } }
  }
  if (event.type === 'question.asked')
    return { ...state, questions: { ...state.questions, [event.question.id]: event.question } }
  if (event.type === 'question.resolved')
    return {
      ...state,
      questions: without(state.questions, event.question.id),
      filledIn: without(state.filledIn, event.question.id),
    }
  return event.type === 'approval.resolved' ? withoutRequest(state, event.request) : state
}

/** The model's view of a request that waits, as it comes in; facts and floor stay. */
function withView(
  state: AppState,
  { requestId, update }: Extract<AgentEvent, { type: 'approval.assessed' }>,
): AppState {
  const request = state.approvals[requestId]
  if (request === undefined) return state
  const { facts, floor } = request.assessment
  const kept = { ...(facts ? { facts } : {}), ...(floor ? { floor } : {}) }
  const seen = { ...request, assessment: { ...kept, ...update } }
  return { ...state, approvals: { ...state.approvals, [requestId]: seen } }
}

/** How the rehearsal of a request that waits stands now. */
function withRehearsal(
  state: AppState,
  { requestId, rehearsal, offers }: Extract<AgentEvent, { type: 'approval.rehearsed' }>,
): AppState {
  const request = state.approvals[requestId]
  if (request === undefined) return state
  return {
    ...state,
    approvals: { ...state.approvals, [requestId]: { ...request, rehearsal, ...(offers && { offers }) } },
  }
}

/** A summary that is older than the known one never replaces it. */
function withSession(state: AppState, session: SessionSummary): AppState {
  const known = state.sessions[session.id]
  if (known !== undefined && known.updatedAt > session.updatedAt) return state
  const next = { ...state, sessions: { ...state.sessions, [session.id]: session } }
  if (known?.title === session.title) return next
  const { approvals, questions } = state
  return { ...next, approvals: renamed(approvals, session), questions: renamed(questions, session) }
}

interface Titled {
  readonly sessionId: string
  readonly sessionTitle: string
  readonly askedBy?: AskedBy | undefined
}

/** What waits says the title that its session, or the session that its agent works for, has now. */
function renamed<T extends Titled>(
  waiting: Readonly<Record<string, T>>,
  { id, title }: SessionSummary,
): Readonly<Record<string, T>> {
  return Object.fromEntries(
    Object.entries(waiting).map(([key, each]) => {
      const { askedBy } = each
      const own = each.sessionId === id ? { sessionTitle: title } : {}
      const parent = askedBy?.parentId === id ? { askedBy: { ...askedBy, parentTitle: title } } : {}
      return [key, { ...each, ...own, ...parent }]
    }),
  )
}

/** The state without a session that was archived or deleted. */
function withoutSession(state: AppState, sessionId: string): AppState {
  const looked = state.view.kind === 'session' && state.view.sessionId === sessionId
  return {
    ...state,
    sessions: without(state.sessions, sessionId),
    transcripts: without(state.transcripts, sessionId),
    ...(looked ? { view: { kind: 'start' } } : {}),
  }
}

/** The state without a request that is over, which stays as a line for a moment. */
function withoutRequest(state: AppState, request: ApprovalRequest): AppState {
  if (state.approvals[request.id] === undefined) return state
  return {
    ...state,
    ...withoutWaiting(state, request.id),
    closed: { ...state.closed, [askedIn(request)]: { request, reply: undefined } },
  }
}

/** What waits without a request, and without all that the person made of it meanwhile. */
export const withoutWaiting = (
  state: AppState,
  id: string,
): Pick<AppState, 'approvals' | 'putOff' | 'leftOut' | 'denyTexts' | 'editTexts'> => ({
  approvals: without(state.approvals, id),
  putOff: without(state.putOff, id),
  leftOut: withoutLeft(state.leftOut, id),
  denyTexts: without(state.denyTexts, id),
  editTexts: without(state.editTexts, id),
})

/** Nothing is left out any more of a request, nor of a rehearsal of it. */
const withoutLeft = (leftOut: AppState['leftOut'], id: string): AppState['leftOut'] =>
  Object.fromEntries(Object.entries(leftOut).filter(([name]) => name !== id && !name.startsWith(`${id} `)))

/** What to look at first: the most urgent request's session, else what runs, else the start page. */
function firstView(state: AppState): View {
  const urgent = sortByUrgency(Object.values(state.approvals)).at(0)
  // A remote run has no session here.
  if (urgent?.remoteRun) return { kind: 'inbox', requestId: undefined }
  if (urgent !== undefined && state.sessions[askedIn(urgent)] !== undefined) {
    return { kind: 'session', sessionId: askedIn(urgent) }
  }
  const running = Object.values(state.sessions).find(({ status, child }) => status === 'running' && !child)
  return running === undefined ? { kind: 'start' } : { kind: 'session', sessionId: running.id }
}
