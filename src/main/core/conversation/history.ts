import type { ResponseItem } from '@shared/domain/response-item'

type Call = Extract<ResponseItem, { type: 'function_call' }>

/**
 * History as a model may get it (semantics §7.3): every call has exactly one output (a missing one becomes "aborted"),
 * outputs without a call and second outputs are dropped. The calls of one answer stay together, their outputs behind
 * them in the same order, as chat servers want it; everything else keeps its place.
 */
export function normaliseHistory(items: readonly ResponseItem[]): ResponseItem[] {
  const outputs = new Map<string, ResponseItem>()
  for (const item of items)
    if (item.type === 'function_call_output' && !outputs.has(item.call_id)) outputs.set(item.call_id, item)
  const seen = new Set<string>()
  const result: ResponseItem[] = []
  let answer: Call[] = []
  let answered = false
  const settle = (): void => {
    for (const { call_id } of answer)
      result.push(outputs.get(call_id) ?? { type: 'function_call_output', call_id, output: 'aborted' })
    answer = []
    answered = false
  }
  for (const item of items) {
    if (item.type === 'function_call_output') {
      answered = true
      continue
    }
    // A call behind an output, and anything that is no call, belongs to a later answer.
    if (item.type !== 'function_call' || answered) settle()
    if (item.type === 'function_call') {
      if (seen.has(item.call_id)) continue
      seen.add(item.call_id)
      answer.push(item)
    }
    result.push(item)
  }
  settle()
  return result
}
