import type { ApprovalRequest, Decision } from '@shared/domain/approval'

/** A request that waits: as it is shown now, and as it was before its offers became others. */
export interface Shown {
  readonly request: ApprovalRequest
  readonly before: ApprovalRequest | undefined
}

/**
 * The request with the offers that an answer was given to: those that it has now, or had before a rehearsal told more, since the
 * answer may have been on its way, or come from somebody who was told of nothing else. A yes is never for more than its offer held.
 */
export function asShown({ request, before }: Shown, decision: Decision): ApprovalRequest {
  if (decision.kind !== 'allow' || before === undefined) return request
  const has = ({ offers }: ApprovalRequest): boolean => offers.some(({ id }) => id === decision.offerId)
  return !has(request) && has(before) ? { ...request, offers: before.offers } : request
}
