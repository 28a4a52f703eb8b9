import type { Evidence } from '@shared/domain/evidence'

/**
 * Whether a denied run was stopped by nothing but answers that a person gave while it ran. Asking once more would be
 * nagging; the model is told instead. False for an empty list.
 */
export function alreadyAnswered(evidence: readonly Evidence[]): boolean {
  return (
    evidence.length > 0 && evidence.every((each) => each.kind === 'network' && each.operation === 'denied')
  )
}
