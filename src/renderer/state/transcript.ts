import type { AgentEvent, SessionEvent } from '@shared/domain/agent-event'
import type { OpenedRecord } from '@shared/ipc/contract'
import type { TranscriptItem } from './transcript-items'
import {
  callFinished,
  callStarted,
  commandKept,
  commandPrinted,
  connectionLetThrough,
  inputSent,
  requestChanged,
  settleCalls,
} from './transcript-calls'

type GrantApplied = Extract<AgentEvent, { type: 'grant.applied' }>

/**
 * A session's record as it is shown. `lastSeq` is the number of the last event in it, 0 for none. `applied` are the
 * grants that let the next run of their call through; `turnDiff` is what the turn's patches come to so far, '' for
 * nothing; `context` is what the model's context held at its last answer, in tokens, undefined where nobody knows.
 * `older` says what of the record is not in it; undefined: nothing is left out.
 */
export interface Transcript {
  readonly lastSeq: number
  readonly items: readonly TranscriptItem[]
  readonly applied: readonly GrantApplied[]
  readonly turnDiff: string
  readonly context?: { readonly used: number; readonly window: number } | undefined
  readonly older?: OpenedRecord['older']
}

/** A record with nothing in it. */
export const emptyTranscript: Transcript = { lastSeq: 0, items: [], applied: [], turnDiff: '' }

/**
 * The transcript with one event more, unchanged for an event it already holds. A jump of `seq` is no loss: the engine
 * merges neighbours under the later number, and what is really lost shows as a gap in the numbers of the pushes.
 */
export function appendEvent(transcript: Transcript, event: SessionEvent): Transcript {
  if (event.seq <= transcript.lastSeq) return transcript
  return { ...remember(transcript, event.event), lastSeq: event.seq, items: project(transcript, event) }
}

/** The transcript of a record, of which `older` is left out. */
export function buildTranscript(events: readonly SessionEvent[], older?: OpenedRecord['older']): Transcript {
  return events.reduce(appendEvent, older === undefined ? emptyTranscript : { ...emptyTranscript, older })
}

/** The transcript with the events that stand right before it; of those, `older` is left out. */
export function prependEvents(
  { older: _known, ...transcript }: Transcript,
  events: readonly SessionEvent[],
  older?: OpenedRecord['older'],
): Transcript {
  const items = [...settleCalls(buildTranscript(events, older).items), ...transcript.items]
  return { ...transcript, items, ...(older === undefined ? {} : { older }) }
}

/** What is kept for later items. */
function remember(transcript: Transcript, event: AgentEvent): Transcript {
  switch (event.type) {
    case 'grant.applied':
      if (event.grant.covers === 'host') return transcript
      return { ...transcript, applied: [...transcript.applied, event] }
    case 'command.started':
    case 'patch.started':
      if (transcript.applied.length === 0) return transcript
      return { ...transcript, applied: transcript.applied.filter((each) => each.callId !== event.callId) }
    case 'turn.diff':
      return { ...transcript, turnDiff: event.unifiedDiff }
    case 'turn.started':
    case 'turn.finished':
      return { ...transcript, applied: [], turnDiff: '' }
    case 'session.configured':
    case 'user.message':
    case 'reasoning.delta':
    case 'message.delta':
    case 'message.completed':
    case 'command.output':
    case 'command.kept':
    case 'command.input':
    case 'command.finished':
    case 'patch.finished':
    case 'turn.noted':
    case 'plan.updated':
    case 'tool.rejected':
    case 'approval.requested':
    case 'approval.resolved':
    case 'approval.assessed':
    case 'model.retrying':
    case 'context.compacting':
    case 'error.reported':
      return transcript
    case 'usage.updated': {
      const { last, contextWindow: window } = event
      return { ...transcript, context: window === undefined ? undefined : { used: last.totalTokens, window } }
    }
    case 'context.compacted':
      return { ...transcript, context: undefined }
  }
}

function project(
  { items, applied, turnDiff, older }: Transcript,
  { seq, at, event }: SessionEvent,
): readonly TranscriptItem[] {
  const key = `e${String(seq)}`
  switch (event.type) {
    case 'session.configured':
      return seq === 1 ? items : [...items, configured(key, event)]
    case 'turn.started':
    case 'usage.updated':
    case 'context.compacting':
    case 'turn.diff':
    case 'approval.assessed':
      return items
    case 'grant.applied':
      return event.grant.covers === 'host' ? connectionLetThrough(items, event.callId, event.grant) : items
    case 'user.message':
      return [
        ...items,
        {
          kind: 'user',
          key,
          text: event.text,
          nth: (older?.userMessages ?? 0) + items.filter((each) => each.kind === 'user').length,
          ...(event.images && { images: event.images }),
        },
      ]
    case 'reasoning.delta':
      return streamed(items, { kind: 'reasoning', key, itemId: event.itemId, text: event.text, done: false })
    case 'message.delta':
      return streamed(items, { kind: 'assistant', key, itemId: event.itemId, text: event.text, done: false })
    case 'message.completed':
      return completed(items, { kind: 'assistant', key, itemId: event.itemId, text: event.text, done: true })
    case 'command.started':
    case 'patch.started': {
      const letThroughBy = applied.flatMap((each) => (each.callId === event.callId ? [each.grant] : []))
      return callStarted(settleText(items), { key, at, event, letThroughBy })
    }
    case 'command.output':
      return commandPrinted(items, event.callId, event.text)
    case 'command.kept':
      return commandKept(items, event.callId, event.processId)
    case 'command.input':
      return inputSent(items, event.callId, event.text)
    case 'command.finished':
      return callFinished(items, { key, callId: event.callId, outcome: event.outcome, name: 'shell' })
    case 'patch.finished':
      return callFinished(items, { key, callId: event.callId, outcome: event.outcome, name: 'apply_patch' })
    case 'plan.updated':
      return planned(settleText(items), {
        kind: 'plan',
        key,
        explanation: event.explanation,
        plan: event.plan,
      })
    case 'tool.rejected':
      return [...settleText(items), { kind: 'rejected', key, name: event.name, reason: event.reason }]
    case 'approval.requested':
    case 'approval.resolved':
      return requestChanged(settleText(items), key, event.request)
    case 'context.compacted':
      return [
        ...withoutRetrying(settleText(items)),
        { kind: 'compacted', key, trigger: event.trigger, summary: event.summary },
      ]
    case 'model.retrying':
      return retrying(items, { kind: 'retrying', key, attempt: event.attempt, reason: event.reason })
    case 'turn.noted':
      return [...withoutRetrying(settleText(items)), { kind: 'noted', key, text: event.text }]
    case 'error.reported':
      return [...withoutRetrying(items), { kind: 'fault', key, fault: event.fault }]
    case 'turn.finished':
      return turnFinished(items, { key, turnDiff, outcome: event.outcome })
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

/** A turn has one plan, which stands where it was last changed. */
function planned(
  items: readonly TranscriptItem[],
  plan: Extract<TranscriptItem, { kind: 'plan' }>,
): readonly TranscriptItem[] {
  const turn = items.findLastIndex((item) => item.kind === 'user')
  return [...items.filter((item, at) => at < turn || item.kind !== 'plan'), plan]
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
  end: {
    readonly key: string
    readonly turnDiff: string
    readonly outcome: 'completed' | 'interrupted' | 'failed'
  },
): readonly TranscriptItem[] {
  const { key, turnDiff, outcome } = end
  const settled = settleCalls(withoutRetrying(items)).map((item) =>
    (item.kind === 'assistant' || item.kind === 'reasoning') && !item.done ? { ...item, done: true } : item,
  )
  const changes: TranscriptItem[] =
    turnDiff === '' ? [] : [{ kind: 'turn-diff', key: `${key}-diff`, unifiedDiff: turnDiff }]
  const ended: TranscriptItem[] = outcome === 'completed' ? [] : [{ kind: 'turn-ended', key, outcome }]
  return [...settled, ...changes, ...ended]
}

function configured(
  key: string,
  event: Extract<AgentEvent, { type: 'session.configured' }>,
): Extract<TranscriptItem, { kind: 'configured' }> {
  const { model, approvalPolicy, sandboxPolicy } = event
  return { kind: 'configured', key, model, approvalPolicy, sandboxPolicy }
}
