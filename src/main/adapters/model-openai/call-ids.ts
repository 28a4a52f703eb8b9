import { calledId, type ResponseItem } from '@shared/domain/response-item'
import { randomUUID } from 'node:crypto'
import type { FinishedItem } from './wire-format'

/**
 * The items with call ids that are unique within the session. Some local servers send none, or count from zero in
 * every answer; approvals, outputs and the stopping of what runs hang on the id, so a missing or taken one is replaced.
 * `more` are taken besides those of the history, which a compaction cuts.
 */
export function withUniqueCallIds(
  items: readonly FinishedItem[],
  history: readonly ResponseItem[],
  more: readonly string[] = [],
): FinishedItem[] {
  const taken = new Set([...history.flatMap((item) => calledId(item) ?? []), ...more])
  return items.map((finished) => {
    const { item } = finished
    const given = calledId(item)
    if (given === undefined) return finished
    const free = given !== '' && !taken.has(given)
    const callId = free ? given : `call_${randomUUID()}`
    taken.add(callId)
    return free ? finished : { ...finished, item: { ...item, call_id: callId } as ResponseItem }
  })
}
