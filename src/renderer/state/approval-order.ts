import type { ApprovalRequest } from '@shared/domain/approval'
import type { RiskLevel } from '@shared/domain/assessment'
import { hookAgentNames } from '@shared/domain/hook-agent'
import { gatherIdentical, type IdenticalRequests } from '@shared/domain/identical-requests'

/** The levels as lists show them: what is not assessed comes before medium. */
export const riskOrder: readonly RiskLevel[] = ['high', 'not-assessed', 'medium', 'low']

/** Requests by level, then oldest first. */
export function sortByUrgency(requests: readonly ApprovalRequest[]): readonly ApprovalRequest[] {
  return requests.toSorted(
    (a, b) => riskOrder.indexOf(a.assessment.level) - riskOrder.indexOf(b.assessment.level) || byAge(a, b),
  )
}

/** The session that a request is put to a person in: an agent's is its parent's. */
export const askedIn = ({ sessionId, askedBy }: Pick<ApprovalRequest, 'sessionId' | 'askedBy'>): string =>
  askedBy?.parentId ?? sessionId

/** The requests of the session and of its agents: what was put off last, otherwise oldest first. */
export function requestsOfSession(
  requests: readonly ApprovalRequest[],
  sessionId: string,
  putOff: Readonly<Record<string, number>>,
): readonly ApprovalRequest[] {
  return requests
    .filter((request) => request.sessionId === sessionId || askedIn(request) === sessionId)
    .toSorted((a, b) => Number(a.id in putOff) - Number(b.id in putOff) || byAge(a, b))
}

/**
 * One session's requests in the inbox; identical ones of any session stand with the first of them. `agent` is who asks, where it is an agent of
 * another maker or a run of another process: untrusted text. Absent: our own.
 */
export interface InboxGroup {
  readonly sessionId: string
  readonly agent: string | undefined
  readonly title: string
  readonly requests: readonly IdenticalRequests[]
}

/**
 * The inbox: sessions below their agents, agents and sessions each where their most urgent request stands. `acpAgentIn`: the agent that works in a
 * session in place of ours; `isAlone`: what stands by itself, whatever is identical to it.
 */
export function inboxGroups(
  requests: readonly ApprovalRequest[],
  acpAgentIn: (sessionId: string) => string | undefined,
  isAlone?: (request: ApprovalRequest) => boolean,
): readonly InboxGroup[] {
  const groups = new Map<string, InboxGroup & { readonly requests: IdenticalRequests[] }>()
  for (const identical of gatherIdentical(sortByUrgency(requests), isAlone)) {
    const { request } = identical
    const sessionId = askedIn(request)
    const known = groups.get(sessionId)
    if (known) known.requests.push(identical)
    else
      groups.set(sessionId, {
        sessionId,
        agent: agentOf(request) ?? acpAgentIn(sessionId),
        title: request.askedBy?.parentTitle ?? request.sessionTitle,
        requests: [identical],
      })
  }
  return [...Map.groupBy(groups.values(), ({ agent }) => agent).values()].flat()
}

const agentOf = ({ desk, remoteRun }: ApprovalRequest): string | undefined =>
  desk ? hookAgentNames[desk.agent] : remoteRun?.program

/** The most urgent level among requests; undefined for none. */
export function highestLevel(requests: readonly ApprovalRequest[]): RiskLevel | undefined {
  const levels = new Set(requests.map((request) => request.assessment.level))
  return riskOrder.find((level) => levels.has(level))
}

function byAge(a: ApprovalRequest, b: ApprovalRequest): number {
  return a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id)
}
