import type { FoundText } from '@shared/domain/found-text'
import type { TranscriptItem } from './transcript-items'

/** The index of the item that shows a place of the record; -1 for none. */
export function foundItem(items: readonly TranscriptItem[], { seq, of }: FoundText): number {
  if (of === undefined) return items.findLastIndex((item) => seqOf(item) <= seq)
  const mine = (item: TranscriptItem): boolean => idOf(item) === of
  const before = items.findLastIndex((item) => mine(item) && seqOf(item) <= seq)
  // What is streamed has the number of a later piece.
  return before === -1 ? items.findIndex(mine) : before
}

/** The number of the event that an item began with; its key says it. */
const seqOf = ({ key }: TranscriptItem): number => Number(/^e(\d+)/.exec(key)?.[1] ?? Infinity)

function idOf(item: TranscriptItem): string | undefined {
  if ('callId' in item) return item.callId
  if ('itemId' in item) return item.itemId
  if ('childId' in item) return item.childId
  return item.kind === 'review' ? item.turnId : undefined
}
