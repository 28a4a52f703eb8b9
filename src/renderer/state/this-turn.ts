import type { AgentEvent } from '@shared/domain/agent-event'
import type { TranscriptItem } from './transcript-items'

type Items = readonly TranscriptItem[]

/** These change nothing but what their own turn has shown, or add to its end. */
const within: ReadonlySet<AgentEvent['type']> = new Set<AgentEvent['type']>([
  'user.message',
  'reasoning.delta',
  'message.delta',
  'message.completed',
  'command.started',
  'patch.started',
  'mcp.started',
  'plan.updated',
  'turn.noted',
  'tool.rejected',
  'model.retrying',
  'image.viewed',
  'context.compacted',
  'error.reported',
  'turn.finished',
])

/**
 * Applies a change to the items of the turn that goes on, the first `ended` items left as they are: a record of thousands
 * is not looked through for every word that is streamed. An event that can mean an item of a turn that has ended (a
 * command that was kept, a request that expires, whatever is not known here) is given all items.
 */
export function changeThisTurn(
  items: Items,
  ended: number,
  event: AgentEvent,
  change: (items: Items) => Items,
): Items {
  if (ended === 0 || !(within.has(event.type) || isOfThisTurn(items, ended, event))) return change(items)
  const before = items.slice(ended)
  const after = change(before)
  return after === before ? items : [...items.slice(0, ended), ...after]
}

function isOfThisTurn(items: Items, ended: number, event: AgentEvent): boolean {
  const callId = 'callId' in event ? event.callId : 'request' in event ? event.request.callId : undefined
  if (callId === undefined) return false
  for (let at = items.length - 1; at >= ended; at -= 1) {
    const item = items[at]
    if (item !== undefined && 'callId' in item && item.callId === callId) return true
  }
  return false
}
