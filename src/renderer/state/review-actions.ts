import type { Finding, ReviewTarget } from '@shared/domain/review'
import { acceptedFindingsText } from '@shared/messages/review'
import { without } from './app-state'
import { findingKey, type FindingMark } from './finding-marks'
import type { SessionActionParts } from './session-actions'

/** What a person can do with reviews. None of these rejects; a fault is left at the session. */
export interface ReviewActions {
  /** Has a model look at what was changed, as a turn of the session. */
  review(sessionId: string, target: ReviewTarget): Promise<void>
  /** Accepts or dismisses a finding of the review of that turn; undefined opens it again. */
  markFinding(turnId: string, findingId: string, mark: FindingMark | undefined): void
  /** Gives accepted findings to the agent as one message; they count as sent when the engine took it. */
  sendFindings(
    sessionId: string,
    review: { readonly turnId: string; readonly hint: string },
    findings: readonly Finding[],
  ): Promise<void>
}

/** Makes them over one bridge and one store. */
export function createReviewActions({
  bridge,
  store,
  attempt,
}: Pick<SessionActionParts, 'bridge' | 'store' | 'attempt'>): ReviewActions {
  const mark = (turnId: string, findingId: string, made: FindingMark | undefined): void => {
    const name = findingKey(turnId, findingId)
    store.setState(({ findings }) => {
      const others = without(findings, name)
      return { findings: made === undefined ? others : { ...others, [name]: made } }
    })
  }
  return {
    async review(sessionId, target) {
      await attempt(sessionId, async () => {
        await bridge.request('review.start', { sessionId, target })
      })
    },
    markFinding: mark,
    async sendFindings(sessionId, { turnId, hint }, findings) {
      if (findings.length === 0) return
      const sent = await attempt(sessionId, async () => {
        await bridge.request('turn.start', { sessionId, text: acceptedFindingsText(hint, findings) })
      })
      if (sent) for (const { id } of findings) mark(turnId, id, 'sent')
    },
  }
}
