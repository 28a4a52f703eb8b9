import type { SessionSummary } from '@shared/domain/session'

/** The rail's groups, each newest first. A session without a turn yet stands at the head of "done". */
export interface RailGroups {
  readonly needsYou: readonly SessionSummary[]
  readonly running: readonly SessionSummary[]
  readonly done: readonly SessionSummary[]
}

/** Sorts sessions into the rail's groups. What has a pending request needs a person, whatever its status says. */
export function railGroups(sessions: readonly SessionSummary[]): RailGroups {
  const newestFirst = sessions.toSorted(
    (a, b) => b.updatedAt.localeCompare(a.updatedAt) || b.id.localeCompare(a.id),
  )
  const needsYou = newestFirst.filter(waits)
  const rest = newestFirst.filter((session) => !waits(session))
  return {
    needsYou,
    running: rest.filter((session) => session.status === 'running'),
    done: rest
      .filter((session) => session.status !== 'running')
      .toSorted((a, b) => Number(b.status === 'idle') - Number(a.status === 'idle')),
  }
}

function waits(session: SessionSummary): boolean {
  return session.status === 'needs-you' || session.pendingApprovals > 0
}
