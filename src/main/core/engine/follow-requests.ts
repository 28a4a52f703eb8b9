import { recordRequest } from '../effect-rules/record-request'
import type { EffectRuleParts } from '../ports/effect-rule-store'
import type { RecordedRequests } from '../ports/recorded-requests'
import type { Log } from '../ports/system'
import type { EngineNotice } from './engine-service'

/** A listener of the engine that keeps what rules are tried on, and lets go of it where records go. What fails is logged and keeps nobody. */
export function followRequests(
  recorded: RecordedRequests,
  plain: EffectRuleParts['plain'],
  log: Log,
): (notice: EngineNotice) => void {
  const failed = (error: unknown): void => {
    log.error('a question that is over cannot be kept for rules to be tried on', error)
  }
  return (notice) => {
    if (notice.kind === 'removed') recorded.forget().catch(failed)
    if (notice.kind !== 'event' || notice.event.event.type !== 'approval.resolved') return
    recordRequest(notice.event.event.request, plain)
      .then((record) => record && recorded.add(record))
      .catch(failed)
  }
}
