import type { ApprovalRequest, Decision } from '@shared/domain/approval'
import { decideByReview } from '../protocol/decide-by-review'
import type { ClientAnswer } from './connection'
import { serverRequests } from './protocol/server-messages'

const denied: Decision = { kind: 'deny' }

/**
 * What a client's answer decides. Everything but a readable decision is a no: an error, no answer, other members, an
 * offer or a scope that the request does not have, a decision by offer from a client that never said it knows them
 * (`scoped`).
 */
export function readDecision(answer: ClientAnswer, request: ApprovalRequest, scoped: boolean): Decision {
  if (answer.kind !== 'result') return denied
  const read = serverRequests.execCommandApproval.result.safeParse(answer.result)
  if (!read.success) return denied
  const { decision } = read.data
  if (typeof decision === 'string') return decideByReview(decision, request)
  if (!scoped) return denied
  if ('deny' in decision) {
    const { message } = decision.deny
    return message === undefined ? denied : { kind: 'deny', message }
  }
  const { offerId, scope = 'once' } = decision.allow
  const offer = request.offers.find((each) => each.id === offerId)
  return offer?.scopes.includes(scope) === true ? { kind: 'allow', offerId, scope } : denied
}
