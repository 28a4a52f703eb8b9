import type { AgentEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { McpInvocation } from '@shared/domain/mcp-result'
import type { ToolItem, TranscriptItem } from './transcript-items'

type Items = readonly TranscriptItem[]
type Event<T extends AgentEvent['type']> = Extract<AgentEvent, { type: T }>

function change(items: Items, callId: string, to: (item: ToolItem) => ToolItem): Items {
  const at = items.findLastIndex((item) => item.kind === 'tool' && item.callId === callId)
  const item = items[at]
  return item?.kind === 'tool' && item.result === undefined ? items.with(at, to(item)) : items
}

const opened = (key: string, callId: string, invocation: McpInvocation): ToolItem => ({
  kind: 'tool',
  key,
  callId,
  invocation,
  request: undefined,
  startedAt: undefined,
  progress: undefined,
  result: undefined,
  settled: false,
})

/** A call begins: in the item of its request, or as a new one. */
export function toolStarted(items: Items, key: string, at: string, event: Event<'mcp.started'>): Items {
  const started = change(items, event.callId, (item) => ({ ...item, startedAt: at }))
  if (started !== items) return started
  return [...items, { ...opened(key, event.callId, event.invocation), startedAt: at }]
}

/** What the server says of how far it is. */
export function toolProgressed(items: Items, { callId, text }: Event<'mcp.progress'>): Items {
  return change(items, callId, (item) => ({ ...item, progress: text }))
}

/** A call ends. One that never showed, since it was refused unasked, is told all the same. */
export function toolFinished(items: Items, key: string, at: string, event: Event<'mcp.finished'>): Items {
  const { callId, invocation, result } = event
  const ended = change(items, callId, (item) => ({ ...item, result, settled: true }))
  if (ended !== items) return ended
  return [...items, { ...opened(key, callId, invocation), startedAt: at, result, settled: true }]
}

/** A request about a call is made, answered or withdrawn. */
export function toolRequest(
  items: Items,
  key: string,
  request: ApprovalRequest,
  invocation: McpInvocation,
): Items {
  const at = items.findLastIndex((item) => item.kind === 'tool' && item.callId === request.callId)
  const before = items[at]
  const same = before?.kind === 'tool' && (before.request === undefined || before.request.id === request.id)
  return same
    ? items.with(at, { ...before, request })
    : [...items, { ...opened(key, request.callId, invocation), request }]
}
