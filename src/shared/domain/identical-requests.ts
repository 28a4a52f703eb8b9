import type { ApprovalRequest } from './approval'
import { hostOf } from './host-state'

/** A value as text in which the order of an object's keys says nothing; what is absent and what is undefined are one. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === undefined) return 'null'
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(',')}}`
}

/**
 * What two requests must share for one answer to be given to both: everything that is shown before it and everything that a yes
 * gives. Left out is only who asks and when, when the files were looked at, and the model's own words behind the level, which both
 * share. The agent's claim counts: a person may go by it. Text for a running process is like no other: the processes are not the same.
 * Nor is a patch of which something is not shown: it may differ there. What is asked on two machines is never the same.
 */
export function identityOf(request: ApprovalRequest): string {
  const cut = Object.values(request.changes ?? {}).some(({ omitted }) => omitted !== undefined)
  if (request.kind === 'input' || cut) return request.id
  const {
    id,
    sessionId: _session,
    sessionTitle: _title,
    askedBy: _asker,
    turnId: _turn,
    turnNumber: _number,
    callId: _call,
    createdAt: _created,
    assessment,
    ...same
  } = request
  const { view, facts, ...judged } = assessment
  const { readAtMs: _read, ...found } = facts ?? {}
  const answered = view.status === 'waiting' ? 'waiting' : view.status === 'success' ? 'success' : 'none'
  return canonical({ ...same, host: hostOf(id), assessment: { ...judged, answered, facts: facts && found } })
}

/** Requests that one answer is given to, the first of them leading; a request that is like no other is alone. */
export interface IdenticalRequests {
  readonly request: ApprovalRequest
  readonly others: readonly ApprovalRequest[]
}

/** Requests with those that are identical gathered at the place of the first of them, in the order given. `isAlone`: what is answered by itself all the same. */
export function gatherIdentical(
  requests: readonly ApprovalRequest[],
  isAlone: (request: ApprovalRequest) => boolean = () => false,
): readonly IdenticalRequests[] {
  const groups = new Map<string, ApprovalRequest[]>()
  for (const request of requests) {
    const key = request.state === 'pending' && !isAlone(request) ? identityOf(request) : request.id
    groups.set(key, [...(groups.get(key) ?? []), request])
  }
  return [...groups.values()].flatMap(([request, ...others]) => (request ? [{ request, others }] : []))
}

/** The others of these that are identical to a request. */
export function identicalTo(
  request: ApprovalRequest,
  all: readonly ApprovalRequest[],
): readonly ApprovalRequest[] {
  const candidates = all.filter(
    ({ id, state, cwd }) => id !== request.id && state === 'pending' && cwd === request.cwd,
  )
  if (candidates.length === 0) return []
  const key = identityOf(request)
  return candidates.filter((each) => identityOf(each) === key)
}
