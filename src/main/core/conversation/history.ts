import type { ResponseItem } from '@shared/domain/response-item'

/**
 * History as a model may get it (docs/spec/records.md): every call has exactly one output behind it (a missing one becomes
 * "aborted" right after the call), outputs without a call before them and second outputs are dropped, as are system
 * messages (the instructions are the request's own) and calls whose id was used before. Everything else keeps its place.
 */
export function normaliseHistory(items: readonly ResponseItem[]): ResponseItem[] {
  const kept = withoutOrphans(items)
  const answered = new Set(
    kept.flatMap((item) => (item.type === 'function_call_output' ? [item.call_id] : [])),
  )
  return kept.flatMap((item): ResponseItem[] =>
    item.type === 'function_call' && !answered.has(item.call_id)
      ? [item, { type: 'function_call_output', call_id: item.call_id, output: 'aborted' }]
      : [item],
  )
}

function withoutOrphans(items: readonly ResponseItem[]): ResponseItem[] {
  const called = new Set<string>()
  const answered = new Set<string>()
  const takeOnce = (seen: Set<string>, id: string): boolean => !seen.has(id) && seen.add(id).has(id)
  return items.filter((item) => {
    switch (item.type) {
      case 'function_call':
        return takeOnce(called, item.call_id)
      case 'function_call_output':
        return called.has(item.call_id) && takeOnce(answered, item.call_id)
      case 'message':
        return item.role !== 'system'
      case 'reasoning':
        return true
    }
  })
}

/** A normalised history without its oldest item, and without the other half when that was a call or an output. */
export function withoutOldest(items: readonly ResponseItem[]): ResponseItem[] {
  const [oldest, ...rest] = items
  if (oldest?.type !== 'function_call' && oldest?.type !== 'function_call_output') return rest
  return rest.filter((item) => !('call_id' in item) || item.call_id !== oldest.call_id)
}
