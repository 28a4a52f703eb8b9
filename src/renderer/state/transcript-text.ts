import type { AgentEvent } from '@shared/domain/agent-event'
import { restoredInWords, rewoundInWords } from '@shared/messages/restore'
import type { TranscriptItem } from './transcript-items'

type TextItem = Extract<TranscriptItem, { kind: 'assistant' | 'reasoning' }>

/** Text arrives: more of an item that is not done, or the beginning of a new one. */
export function streamed(items: readonly TranscriptItem[], delta: TextItem): readonly TranscriptItem[] {
  const index = openText(items, delta)
  const before = items[index]
  if (before?.kind !== delta.kind) return [...withoutRetrying(settleText(items)), delta]
  return items.with(index, { ...before, text: before.text + delta.text })
}

/** A message is whole: in place of what was streamed of it, or as a new item. */
export function completed(items: readonly TranscriptItem[], whole: TextItem): readonly TranscriptItem[] {
  const index = openText(items, whole)
  const before = items[index]
  if (before === undefined) return [...withoutRetrying(settleText(items)), whole]
  return items.with(index, { ...whole, key: before.key })
}

/** The unfinished text that a delta belongs to, -1 for none: item ids may come again in a later turn. */
function openText(items: readonly TranscriptItem[], text: TextItem): number {
  return items.findLastIndex((item) => item.kind === text.kind && item.itemId === text.itemId && !item.done)
}

/** Reasoning has no end of its own: whatever follows it ends it. */
export function settleText(items: readonly TranscriptItem[]): readonly TranscriptItem[] {
  if (!items.some((item) => item.kind === 'reasoning' && !item.done)) return items
  return items.map((item) => (item.kind === 'reasoning' && !item.done ? { ...item, done: true } : item))
}

/** What was streamed since the last whole item is void and comes again. */
export function retrying(
  items: readonly TranscriptItem[],
  note: Extract<TranscriptItem, { kind: 'retrying' }>,
): readonly TranscriptItem[] {
  const valid = items.filter(
    (item) => !((item.kind === 'assistant' || item.kind === 'reasoning') && !item.done),
  )
  return [...withoutRetrying(valid), note]
}

/** The items without the note that the model is asked again, which what it says then replaces. */
export function withoutRetrying(items: readonly TranscriptItem[]): readonly TranscriptItem[] {
  return items.at(-1)?.kind === 'retrying' ? items.slice(0, -1) : items
}

/** What is noted in a transcript, outside of what the agent says and does. */
export function notedText(
  event: Extract<AgentEvent, { type: 'turn.noted' | 'files.restored' | 'session.rewound' }>,
): string {
  if (event.type === 'turn.noted') return event.text
  return event.type === 'files.restored' ? restoredInWords(event) : rewoundInWords(event)
}
