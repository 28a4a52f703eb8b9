import type { AgentEvent, SessionEvent } from '@shared/domain/agent-event'
import type { SessionStatus } from '@shared/domain/session'
import type { StoredSession } from '../ports/session-store'
import { leftWorking } from './children-on-record'

/** How a session that is only on file stands: an unfinished turn was interrupted, whatever ended the process. */
export function statusOf(events: readonly SessionEvent[]): SessionStatus {
  const last = events.findLast(
    ({ event }) => event.type === 'turn.started' || event.type === 'turn.finished',
  )?.event
  if (last === undefined) return 'idle'
  if (last.type === 'turn.finished') return last.outcome === 'completed' ? 'done' : last.outcome
  return 'interrupted'
}

/** A request on file that nobody answered: no agent waits for it any more (docs/spec/approvals.md). */
function expire(event: AgentEvent, answered: ReadonlySet<string>): AgentEvent {
  return event.type === 'approval.requested' && !answered.has(event.request.id)
    ? { ...event, request: { ...event.request, state: 'expired' } }
    : event
}

/** The commands that were kept running and whose end is not on file: they ended with the engine. */
function leftRunning(events: readonly SessionEvent[]): ReadonlySet<string> {
  const running = new Set<string>()
  for (const { event } of events) {
    if (event.type === 'command.kept') running.add(event.callId)
    if (event.type === 'command.finished') running.delete(event.callId)
  }
  return running
}

/** The ends of agents that worked when the engine ended, behind everything on file. */
function endsOfLeft(events: readonly SessionEvent[]): SessionEvent[] {
  const last = events.at(-1)
  if (!last) return []
  return leftWorking(events).map((event, at) => ({ ...last, seq: last.seq + at + 1, event }))
}

/** A session from file as it is shown and resumed: nothing runs, nothing waits, open requests are expired. */
export function restoreSession(stored: StoredSession): StoredSession {
  const answered = new Set(
    stored.events.flatMap(({ event }) => (event.type === 'approval.resolved' ? [event.request.id] : [])),
  )
  const ended = leftRunning(stored.events)
  const trueEvents = stored.events.filter(
    ({ event }) => event.type !== 'command.kept' || !ended.has(event.callId),
  )
  return {
    ...stored,
    events: [
      ...trueEvents.map((entry) => {
        const event = expire(entry.event, answered)
        return event === entry.event ? entry : { ...entry, event }
      }),
      ...endsOfLeft(stored.events),
    ],
    summary: { ...stored.summary, status: statusOf(stored.events), activity: '', pendingApprovals: 0 },
  }
}
