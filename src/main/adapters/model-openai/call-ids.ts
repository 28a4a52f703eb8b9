import type { ResponseItem } from '@shared/domain/response-item'
import { randomUUID } from 'node:crypto'
import type { FinishedItem } from './wire-format'

/**
 * The items with call ids that are unique within the session. Some local servers send none, or count from zero in
 * every answer; approvals and outputs hang on the id, so a missing or taken one is replaced.
 */
export function withUniqueCallIds(
  items: readonly FinishedItem[],
  history: readonly ResponseItem[],
): FinishedItem[] {
  const taken = new Set(history.flatMap((item) => (item.type === 'function_call' ? [item.call_id] : [])))
  return items.map((finished) => {
    const { item } = finished
    if (item.type !== 'function_call') return finished
    const free = item.call_id !== '' && !taken.has(item.call_id)
    const callId = free ? item.call_id : `call_${randomUUID()}`
    taken.add(callId)
    return free ? finished : { ...finished, item: { ...item, call_id: callId } }
  })
}
