import { FaultError } from '@shared/domain/fault'
import { runReview } from '../review/run-review'
import type { PreparedReview } from '../review/target'
import type { TurnEnd, TurnWork } from './turn'

/** A review as a turn; see runReview. A session that was itself started by another one has none. Never throws. */
export async function reviewAsTurn(
  { context, remember }: Pick<TurnWork, 'context' | 'remember'>,
  review: PreparedReview,
): Promise<TurnEnd> {
  const { agents, turnId, signal } = context
  const spawn: NonNullable<typeof agents>['spawn'] = (order) =>
    agents?.spawn(order) ??
    Promise.reject(
      new FaultError({
        code: 'bad-request',
        message: 'This session works for another one; expected a review in that one.',
      }),
    )
  const emit = context.emit.bind(context)
  return runReview({ review, turnId, signal, agents: { spawn }, emit, remember })
}
