import type { ApprovalRequest, Decision } from '@shared/domain/approval'
import type { ReviewDecision } from './operation'
import { plainYes } from './plain-yes'

/** The plain yes for one run; with `session` for the session, where that is offered. */
function yes(request: ApprovalRequest, wish: 'once' | 'session'): Decision {
  const offer = plainYes(request)
  if (!offer) return { kind: 'deny' }
  const scope = wish === 'session' && offer.scopes.includes('session') ? 'session' : 'once'
  return { kind: 'allow', offerId: offer.id, scope }
}

/**
 * What one of the wire's four answers decides about a request: a yes is that of `plainYes` (decisions 029 and 088), for the
 * session only where that is offered, and a no where nothing is.
 */
export function decideByReview(decision: ReviewDecision, request: ApprovalRequest): Decision {
  switch (decision) {
    case 'approved':
      return yes(request, 'once')
    case 'approved_for_session':
      return yes(request, 'session')
    case 'denied':
      return { kind: 'deny' }
    case 'abort':
      return { kind: 'abort' }
  }
}
