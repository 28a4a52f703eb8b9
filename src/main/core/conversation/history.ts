import type { ResponseItem } from '@shared/domain/response-item'

/**
 * History as a model may get it (semantics §7.3): every call is followed by exactly one output (a missing one becomes
 * "aborted"), outputs without a call and second outputs are dropped. Order is otherwise kept.
 */
export function normaliseHistory(items: readonly ResponseItem[]): ResponseItem[] {
  const outputs = new Map<string, ResponseItem>()
  for (const item of items)
    if (item.type === 'function_call_output' && !outputs.has(item.call_id)) outputs.set(item.call_id, item)
  const seen = new Set<string>()
  return items.flatMap((item): ResponseItem[] => {
    if (item.type === 'function_call_output') return []
    if (item.type !== 'function_call') return [item]
    if (seen.has(item.call_id)) return []
    seen.add(item.call_id)
    return [
      item,
      outputs.get(item.call_id) ?? { type: 'function_call_output', call_id: item.call_id, output: 'aborted' },
    ]
  })
}
