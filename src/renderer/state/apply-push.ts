import type { AgentEvent, SessionEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import { sessionsAtFirst } from '@shared/domain/session'
import type { SessionSummary } from '@shared/domain/session'
import type { AppSnapshot, OpenedRecord, Push } from '@shared/ipc/contract'
import type { AppState, View } from './app-state'
import { without } from './app-state'
import { sortByUrgency } from './approval-order'
import { appendEvent, buildTranscript } from './transcript'

/**
 * The state after a snapshot. Transcripts are dropped, since pushes may have been missed; what the person typed, put
 * off and looked at stays; the grants are asked for again. A session that is gone is no longer looked at.
 */
export function applySnapshot(state: AppState, snapshot: AppSnapshot): AppState {
  const { seq, sessions, approvals, ...engine } = snapshot
  const next: AppState = {
    ...state,
    connection: { kind: 'ready' },
    engine,
    seq,
    sessions: Object.fromEntries(sessions.map((session) => [session.id, session])),
    older: sessions.length < sessionsAtFirst ? 'none' : 'unread',
    approvals: Object.fromEntries(
      approvals.filter((request) => request.state === 'pending').map((request) => [request.id, request]),
    ),
    transcripts: {},
    grants: undefined,
    opening: {},
  }
  const firstSight = state.engine === undefined && state.view.kind === 'start'
  const gone = state.view.kind === 'session' && next.sessions[state.view.sessionId] === undefined
  return firstSight || gone ? { ...next, view: firstView(next) } : next
}

/** The state after one push. */
export function applyPush(state: AppState, push: Push): AppState {
  const counted = { ...state, seq: push.seq }
  switch (push.kind) {
    case 'events':
      return applyEvents(counted, push.events)
    case 'session':
      return withSession(counted, push.session)
    case 'removed':
      return withoutSession(counted, push.sessionId)
    case 'approval':
      return withApproval(counted, push.request)
    case 'sandbox':
      return { ...counted, engine: counted.engine && { ...counted.engine, sandbox: push.sandbox } }
    case 'grants':
      return { ...counted, grants: push.grants }
    case 'show': {
      const view: View = { kind: 'session', sessionId: push.sessionId }
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
  }
  return applyEvents(opened, meanwhile)
}

function applyEvents(state: AppState, events: readonly SessionEvent[]): AppState {
  const transcripts = { ...state.transcripts }
  const opening = { ...state.opening }
  let { approvals } = state
  for (const event of events) {
    const id = event.sessionId
    const waiting = opening[id]
    approvals = withView(approvals, event.event)
    const transcript = transcripts[id]
    if (waiting !== undefined) opening[id] = [...waiting, event]
    else if (transcript !== undefined) transcripts[id] = appendEvent(transcript, event)
  }
  return { ...state, transcripts, opening, approvals }
}

/** The model's view of a request that waits, as it comes in; facts and floor stay. */
function withView(approvals: AppState['approvals'], event: AgentEvent): AppState['approvals'] {
  if (event.type !== 'approval.assessed') return approvals
  const request = approvals[event.requestId]
  if (request === undefined) return approvals
  const { facts, floor } = request.assessment
  const kept = { ...(facts ? { facts } : {}), ...(floor ? { floor } : {}) }
  return { ...approvals, [request.id]: { ...request, assessment: { ...event.update, ...kept } } }
}

/** A summary that is older than the known one never replaces it. */
function withSession(state: AppState, session: SessionSummary): AppState {
  const known = state.sessions[session.id]
  if (known !== undefined && known.updatedAt > session.updatedAt) return state
  return { ...state, sessions: { ...state.sessions, [session.id]: session } }
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

function withApproval(state: AppState, request: ApprovalRequest): AppState {
  if (request.state === 'pending') {
    return { ...state, approvals: { ...state.approvals, [request.id]: request } }
  }
  if (state.approvals[request.id] === undefined) return state
  return {
    ...state,
    approvals: without(state.approvals, request.id),
    putOff: without(state.putOff, request.id),
    closed: { ...state.closed, [request.sessionId]: { request, reply: undefined } },
  }
}

/** What to look at first: the most urgent request's session, else what runs, else the start page. */
function firstView(state: AppState): View {
  const urgent = sortByUrgency(Object.values(state.approvals)).at(0)
  if (urgent !== undefined && state.sessions[urgent.sessionId] !== undefined) {
    return { kind: 'session', sessionId: urgent.sessionId }
  }
  const running = Object.values(state.sessions).find((session) => session.status === 'running')
  return running === undefined ? { kind: 'start' } : { kind: 'session', sessionId: running.id }
}
