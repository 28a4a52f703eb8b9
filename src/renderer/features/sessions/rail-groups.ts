import type { SessionSummary } from '@shared/domain/session'

/** The rail's groups, each newest first. `fresh` are the sessions without a turn yet. */
export interface RailGroups {
  readonly needsYou: readonly SessionSummary[]
  readonly running: readonly SessionSummary[]
  readonly fresh: readonly SessionSummary[]
  readonly done: readonly SessionSummary[]
}

/** Sorts sessions into the rail's groups, children left out. What has a pending request needs a person, whatever its status says. */
export function railGroups(sessions: readonly SessionSummary[]): RailGroups {
  const own = withAgents(sessions)
  const newestFirst = own.toSorted(
    (a, b) => b.updatedAt.localeCompare(a.updatedAt) || b.id.localeCompare(a.id),
  )
  const needsYou = newestFirst.filter(waits)
  const rest = newestFirst.filter((session) => !waits(session))
  return {
    needsYou,
    running: rest.filter((session) => session.status === 'running'),
    fresh: rest.filter((session) => session.status === 'idle'),
    done: rest.filter((session) => session.status !== 'running' && session.status !== 'idle'),
  }
}

function waits(session: SessionSummary): boolean {
  return session.status === 'needs-you' || session.pendingApprovals > 0
}

/** The sessions that are nobody's; one runs as long as one of its agents does. */
function withAgents(sessions: readonly SessionSummary[]): readonly SessionSummary[] {
  const busy = new Set(
    sessions.flatMap(({ child, status }) => (child && status === 'running' ? [child.parentId] : [])),
  )
  const own = sessions.filter(({ child }) => child === undefined)
  return own.map((session) =>
    busy.has(session.id) && session.status !== 'needs-you' ? { ...session, status: 'running' } : session,
  )
}
