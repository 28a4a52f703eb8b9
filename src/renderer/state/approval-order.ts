import type { ApprovalRequest } from '@shared/domain/approval'
import type { RiskLevel } from '@shared/domain/assessment'

/** The levels as lists show them: what is not assessed comes before medium. */
export const riskOrder: readonly RiskLevel[] = ['high', 'not-assessed', 'medium', 'low']

/** Requests by level, then oldest first. */
export function sortByUrgency(requests: readonly ApprovalRequest[]): readonly ApprovalRequest[] {
  return requests.toSorted(
    (a, b) => riskOrder.indexOf(a.assessment.level) - riskOrder.indexOf(b.assessment.level) || byAge(a, b),
  )
}

/** The session's own requests: what was put off last, otherwise oldest first. */
export function requestsOfSession(
  requests: readonly ApprovalRequest[],
  sessionId: string,
  putOff: Readonly<Record<string, number>>,
): readonly ApprovalRequest[] {
  return requests
    .filter((request) => request.sessionId === sessionId)
    .toSorted((a, b) => Number(a.id in putOff) - Number(b.id in putOff) || byAge(a, b))
}

/** One session's requests in the inbox. */
export interface InboxGroup {
  readonly sessionId: string
  readonly title: string
  readonly requests: readonly ApprovalRequest[]
}

/** The inbox: grouped by session, each group standing where its most urgent request stands. */
export function inboxGroups(requests: readonly ApprovalRequest[]): readonly InboxGroup[] {
  const groups = new Map<string, ApprovalRequest[]>()
  for (const request of sortByUrgency(requests)) {
    groups.set(request.sessionId, [...(groups.get(request.sessionId) ?? []), request])
  }
  return [...groups].map(([sessionId, members]) => ({
    sessionId,
    title: members[0]?.sessionTitle ?? '',
    requests: members,
  }))
}

/** The most urgent level among requests; undefined for none. */
export function highestLevel(requests: readonly ApprovalRequest[]): RiskLevel | undefined {
  const levels = new Set(requests.map((request) => request.assessment.level))
  return riskOrder.find((level) => levels.has(level))
}

function byAge(a: ApprovalRequest, b: ApprovalRequest): number {
  return a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id)
}
