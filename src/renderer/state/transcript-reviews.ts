import type { AgentEvent } from '@shared/domain/agent-event'
import type { TranscriptItem } from './transcript-items'

type Items = readonly TranscriptItem[]
type EventOf<T extends AgentEvent['type']> = Extract<AgentEvent, { type: T }>

/** A review begins. */
export function reviewEntered(items: Items, key: string, event: EventOf<'review.entered'>): Items {
  const { turnId, hint } = event
  return [...items, { kind: 'review', key, turnId, hint, running: true, output: undefined, files: [] }]
}

/** A review ends where it began; the end of one that is not shown changes nothing. */
export function reviewExited(items: Items, { turnId, output, files }: EventOf<'review.exited'>): Items {
  return items.map((item) =>
    item.kind === 'review' && item.turnId === turnId && item.running
      ? { ...item, running: false, output, files }
      : item,
  )
}

/** The turn is over, and with it what it reviewed. */
export function settleReviews(items: Items): Items {
  if (!items.some((item) => item.kind === 'review' && item.running)) return items
  return items.map((item) => (item.kind === 'review' && item.running ? { ...item, running: false } : item))
}
