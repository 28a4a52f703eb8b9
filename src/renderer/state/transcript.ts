import type { AgentEvent, SessionEvent } from '@shared/domain/agent-event'
import type { TranscriptItem } from './transcript-items'
import {
  commandFinished,
  commandPrinted,
  commandStarted,
  requestChanged,
  settleCommands,
} from './transcript-commands'

/** A session's record as it is shown. `lastSeq` is the number of the last event in it, 0 for none. */
export interface Transcript {
  readonly lastSeq: number
  readonly items: readonly TranscriptItem[]
}

/** A record with nothing in it. */
export const emptyTranscript: Transcript = { lastSeq: 0, items: [] }

/**
 * The transcript with one event more, unchanged for an event it already holds. A jump of `seq` is no loss: the engine
 * merges neighbours under the later number, and what is really lost shows as a gap in the numbers of the pushes.
 */
export function appendEvent(transcript: Transcript, event: SessionEvent): Transcript {
  if (event.seq <= transcript.lastSeq) return transcript
  return { lastSeq: event.seq, items: project(transcript.items, event) }
}

/** The transcript of a whole record. */
export function buildTranscript(events: readonly SessionEvent[]): Transcript {
  return events.reduce(appendEvent, emptyTranscript)
}

function project(
  items: readonly TranscriptItem[],
  { seq, at, event }: SessionEvent,
): readonly TranscriptItem[] {
  const key = `e${String(seq)}`
  switch (event.type) {
    case 'session.configured':
      return seq === 1 ? items : [...items, configured(key, event)]
    case 'turn.started':
    case 'usage.updated':
    case 'patch.started':
    case 'patch.finished':
    case 'turn.diff':
    case 'grant.applied': // shown with the attempt it lets run, whose grants say the same
      return items
    case 'user.message':
      return [...items, { kind: 'user', key, text: event.text }]
    case 'reasoning.delta':
      return streamed(items, { kind: 'reasoning', key, itemId: event.itemId, text: event.text, done: false })
    case 'message.delta':
      return streamed(items, { kind: 'assistant', key, itemId: event.itemId, text: event.text, done: false })
    case 'message.completed':
      return completed(items, { kind: 'assistant', key, itemId: event.itemId, text: event.text, done: true })
    case 'command.started':
      return commandStarted(settleText(items), { key, at, event })
    case 'command.output':
      return commandPrinted(items, event.callId, event.text)
    case 'command.finished':
      return commandFinished(items, { key, callId: event.callId, outcome: event.outcome })
    case 'tool.rejected':
      return [...settleText(items), { kind: 'rejected', key, name: event.name, reason: event.reason }]
    case 'approval.requested':
    case 'approval.resolved':
      return requestChanged(settleText(items), key, event.request)
    case 'model.retrying':
      return retrying(items, { kind: 'retrying', key, attempt: event.attempt, reason: event.reason })
    case 'error.reported':
      return [...withoutRetrying(items), { kind: 'fault', key, fault: event.fault }]
    case 'turn.finished':
      return turnFinished(items, key, event.outcome)
  }
}

type TextItem = Extract<TranscriptItem, { kind: 'assistant' | 'reasoning' }>

function streamed(items: readonly TranscriptItem[], delta: TextItem): readonly TranscriptItem[] {
  const index = openText(items, delta)
  const before = items[index]
  if (before?.kind !== delta.kind) return [...withoutRetrying(settleText(items)), delta]
  return items.with(index, { ...before, text: before.text + delta.text })
}

function completed(items: readonly TranscriptItem[], whole: TextItem): readonly TranscriptItem[] {
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
function settleText(items: readonly TranscriptItem[]): readonly TranscriptItem[] {
  if (!items.some((item) => item.kind === 'reasoning' && !item.done)) return items
  return items.map((item) => (item.kind === 'reasoning' && !item.done ? { ...item, done: true } : item))
}

/** What was streamed since the last whole item is void and comes again. */
function retrying(
  items: readonly TranscriptItem[],
  note: Extract<TranscriptItem, { kind: 'retrying' }>,
): readonly TranscriptItem[] {
  const valid = items.filter(
    (item) => !((item.kind === 'assistant' || item.kind === 'reasoning') && !item.done),
  )
  return [...withoutRetrying(valid), note]
}

function withoutRetrying(items: readonly TranscriptItem[]): readonly TranscriptItem[] {
  return items.at(-1)?.kind === 'retrying' ? items.slice(0, -1) : items
}

function turnFinished(
  items: readonly TranscriptItem[],
  key: string,
  outcome: 'completed' | 'interrupted' | 'failed',
): readonly TranscriptItem[] {
  const settled = settleCommands(withoutRetrying(items)).map((item) =>
    (item.kind === 'assistant' || item.kind === 'reasoning') && !item.done ? { ...item, done: true } : item,
  )
  return outcome === 'completed' ? settled : [...settled, { kind: 'turn-ended', key, outcome }]
}

function configured(
  key: string,
  event: Extract<AgentEvent, { type: 'session.configured' }>,
): Extract<TranscriptItem, { kind: 'configured' }> {
  const { model, approvalPolicy, sandboxPolicy } = event
  return { kind: 'configured', key, model, approvalPolicy, sandboxPolicy }
}
