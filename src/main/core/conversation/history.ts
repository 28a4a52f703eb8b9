import { answeredId, calledId, type ResponseItem } from '@shared/domain/response-item'

type Kind = ResponseItem['type']

/** Which kind of output each kind of call has. */
const outputKind: Partial<Record<Kind, Kind>> = {
  function_call: 'function_call_output',
  local_shell_call: 'function_call_output',
  custom_tool_call: 'custom_tool_call_output',
}

/**
 * History as a model may get it (docs/spec/records.md): every call has exactly one output behind it (a missing one becomes
 * "aborted" right after the call), outputs without a call of their kind before them and second outputs are dropped, as are system
 * messages (the instructions are the request's own), items of no known kind, and calls whose id was used before. Everything else
 * keeps its place.
 */
export function normaliseHistory(items: readonly ResponseItem[]): ResponseItem[] {
  const kept = withoutOrphans(items)
  const answered = new Set(kept.flatMap((item) => answeredId(item) ?? []))
  return kept.flatMap((item): ResponseItem[] => {
    const id = calledId(item)
    if (id === undefined || answered.has(id)) return [item]
    const type = item.type === 'custom_tool_call' ? 'custom_tool_call_output' : 'function_call_output'
    return [item, { type, call_id: id, output: 'aborted' }]
  })
}

function withoutOrphans(items: readonly ResponseItem[]): ResponseItem[] {
  const called = new Map<string, Kind | undefined>()
  const answered = new Set<string>()
  return items.filter((item) => {
    switch (item.type) {
      case 'function_call':
      case 'custom_tool_call':
      case 'local_shell_call': {
        const id = calledId(item)
        if (id === undefined) return true
        return !called.has(id) && called.set(id, outputKind[item.type])
      }
      case 'function_call_output':
      case 'custom_tool_call_output':
        return (
          called.get(item.call_id) === item.type && !answered.has(item.call_id) && answered.add(item.call_id)
        )
      case 'message':
        return item.role !== 'system'
      case 'reasoning':
      case 'web_search_call':
        return true
      case 'other':
        return false
    }
  })
}

/** A normalised history without its oldest item, and without the other half when that was a call or an output. */
export function withoutOldest(items: readonly ResponseItem[]): ResponseItem[] {
  const [oldest, ...rest] = items
  const id = oldest && (calledId(oldest) ?? answeredId(oldest))
  return id === undefined ? rest : rest.filter((item) => (calledId(item) ?? answeredId(item)) !== id)
}
