import type { AgentEvent } from '@shared/domain/agent-event'
import type { AgentItem, TranscriptItem } from './transcript-items'

type Items = readonly TranscriptItem[]
type Event<T extends AgentEvent['type']> = Extract<AgentEvent, { type: T }>

const place = (items: Items, childId: string): number =>
  items.findLastIndex((item) => item.kind === 'agent' && item.childId === childId)

/** A child begins to work. One that is given more keeps its card. */
export function agentStarted(items: Items, key: string, event: Event<'agent.started'>): Items {
  const { childId, name, kind: does, task } = event
  const at = place(items, childId)
  const before = items[at]
  const begun: AgentItem = {
    kind: 'agent',
    key: before?.key ?? key,
    childId,
    name,
    does,
    task,
    end: undefined,
  }
  return before === undefined ? [...items, begun] : items.with(at, begun)
}

/** A child came to rest. */
export function agentFinished(items: Items, event: Event<'agent.finished'>): Items {
  const { outcome, lastMessage, problem } = event
  const at = place(items, event.childId)
  const before = items[at]
  return before?.kind === 'agent'
    ? items.with(at, { ...before, end: { outcome, lastMessage, problem } })
    : items
}
