import type { ApprovalRequest, Decision } from '@shared/domain/approval'
import type { ReviewDecision } from '@shared/domain/operation'

/** The first yes that may be given once; with `session` for the session, where that is offered. */
function firstOffer(request: ApprovalRequest, wish: 'once' | 'session'): Decision {
  const offer = request.offers.find((each) => each.scopes.includes('once'))
  if (!offer) return { kind: 'deny' }
  const scope = wish === 'session' && offer.scopes.includes('session') ? 'session' : 'once'
  return { kind: 'allow', offerId: offer.id, scope }
}

/**
 * What one of the wire's four answers decides about a request: a yes is the first offer (decision 029), for the session
 * only where that is offered, and a no where nothing is.
 */
export function decideByReview(decision: ReviewDecision, request: ApprovalRequest): Decision {
  switch (decision) {
    case 'approved':
      return firstOffer(request, 'once')
    case 'approved_for_session':
      return firstOffer(request, 'session')
    case 'denied':
      return { kind: 'deny' }
    case 'abort':
      return { kind: 'abort' }
  }
}
