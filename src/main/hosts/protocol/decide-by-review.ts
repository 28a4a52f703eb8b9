import type { ApprovalRequest, Decision } from '@shared/domain/approval'
import type { ReviewDecision } from './operation'
import { decideYes } from './plain-yes'

/**
 * What one of the wire's four answers decides about a request: a yes is that of `plainYes` (decisions 029, 088 and 226), for the
 * session only where that is offered, and a no where nothing is.
 */
export function decideByReview(decision: ReviewDecision, request: ApprovalRequest): Decision {
  switch (decision) {
    case 'approved':
      return decideYes(request, 'once')
    case 'approved_for_session':
      return decideYes(request, 'session')
    case 'denied':
      return { kind: 'deny' }
    case 'abort':
      return { kind: 'abort' }
  }
}
