import type { ApprovalRequest } from '@shared/domain/approval'
import type { DecisionOutcome } from '@shared/domain/decision-counts'

/** How a request ended; undefined while it waits. */
export function outcomeOf({
  state,
  decision,
}: Pick<ApprovalRequest, 'state' | 'decision'>): DecisionOutcome | undefined {
  if (state === 'pending') return undefined
  switch (decision?.kind) {
    case 'allow':
    case 'apply':
      return 'allowed'
    case 'edit':
      return 'changed'
    case 'deny':
    case 'abort':
      return 'denied'
    case undefined:
      return 'withdrawn'
  }
}
