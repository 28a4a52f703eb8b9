import type { SessionEvent } from '@shared/domain/agent-event'
import type { ThreadItem } from './protocol/items'
import { TurnItems } from './turn-items'
import type { TurnSoFar } from './turn-of'

/** A turn of the record with its items. */
export interface PastTurn {
  readonly turn: TurnSoFar
  readonly items: readonly ThreadItem[]
}

/** The turns of a session's events, oldest first. What was said before the first one belongs to none, and is left out. */
export function pastTurns(threadId: string, events: readonly SessionEvent[]): PastTurn[] {
  const items = new TurnItems(threadId)
  const turns: { turn: TurnSoFar; items: ThreadItem[] }[] = []
  for (const each of events) {
    const { event } = each
    const at = Date.parse(each.at)
    if (event.type === 'turn.started') turns.push({ turn: { id: event.turnId, startedAt: at }, items: [] })
    const last = turns.at(-1)
    const reported = items.take(each)
    if (!last) continue
    for (const { method, params } of reported) if (method === 'item/completed') last.items.push(params.item)
    if (event.type === 'error.reported') last.turn = { ...last.turn, fault: event.fault }
    if (event.type === 'turn.finished') last.turn = { ...last.turn, completedAt: at, outcome: event.outcome }
  }
  return turns
}
