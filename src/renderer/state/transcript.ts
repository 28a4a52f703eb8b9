import type { AgentEvent, SessionEvent } from '@shared/domain/agent-event'
import type { OpenedRecord } from '@shared/ipc/contract'
import type { TranscriptItem, AgentItem } from './transcript-items'
import {
  callFinished,
  callRestored,
  callStarted,
  callUndoable,
  commandKept,
  commandListens,
  commandPrinted,
  connectionLetThrough,
  inputSent,
  requestChanged,
  runCompared,
  settleCalls,
} from './transcript-calls'
import { completed, notedText, retrying, settleText, streamed, withoutRetrying } from './transcript-text'
import { reviewEntered, reviewExited, settleReviews } from './transcript-reviews'
import { turnFinished } from './turn-end'
import { toolFinished, toolProgressed, toolStarted } from './transcript-tools'
import { noUsage, usageAfter, type Usage } from './token-usage'

/** A message that was given to the turn that runs and was not taken yet. */
type WaitingMessage = Omit<Extract<AgentEvent, { type: 'message.waiting' }>, 'type'>

interface SoFar {
  readonly items: readonly TranscriptItem[]
  readonly older?: OpenedRecord['older']
  readonly turn?: number
}

/** How many of the person's messages stand before the next one. */
function messagesBefore({ items, older }: SoFar): number {
  const last = items.findLast((each) => each.kind === 'user')
  return last === undefined ? (older?.userMessages ?? 0) : last.nth + 1
}

/** What the person said. One that was given to a running turn began none, and there is no going back to it. */
function userSaid(
  transcript: SoFar,
  key: string,
  { text, images, steered }: Extract<AgentEvent, { type: 'user.message' }>,
): TranscriptItem {
  const turn = steered ? undefined : transcript.turn
  return {
    kind: 'user',
    key,
    text,
    nth: messagesBefore(transcript),
    ...(images && { images }),
    ...(turn !== undefined && { turn }),
  }
}

/** What waits after an event; the same list where it changes nothing. */
function waitingAfter(before: readonly WaitingMessage[], event: AgentEvent): readonly WaitingMessage[] {
  if (event.type === 'message.waiting') {
    const { type: _, ...message } = event
    return [...before, message]
  }
  if (before.length === 0) return before
  if (event.type === 'turn.finished') return []
  if (event.type !== 'user.message') return before
  return before.filter(({ clientId }) => clientId !== event.clientId)
}

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
function changeThisTurn(
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

/**
 * A session's record as it is shown. `lastSeq` is the number of the last event in it, 0 for none. `applied` are the
 * grants that let the next run of their call through; `turnDiff` is what the turn's patches come to so far, '' for
 * nothing; `context` is what the model's context held at its last answer, in tokens, undefined where nobody knows.
 * `turn` is the number of the last turn; undefined: it began before the first item.
 * `older` says what of the record is not in it; undefined: nothing is left out. The first `ended` items are of turns that
 * have ended; `prepended` counts the items that were put before those that were there first. `strays` are ends of commands
 * that began before the first item. `waiting` is what was written to the turn that runs and was not taken yet. `step` is when the last thing began or ended, and whether the history is being compacted;
 * undefined before the first event.
 */
export interface Transcript {
  readonly lastSeq: number
  readonly items: readonly TranscriptItem[]
  readonly applied: readonly Extract<AgentEvent, { type: 'grant.applied' }>[]
  readonly turnDiff: string
  readonly turn?: number
  readonly context?: { readonly used: number; readonly window: number } | undefined
  readonly usage: Usage
  readonly older?: OpenedRecord['older']
  readonly ended: number
  readonly prepended: number
  readonly unmatched: readonly SessionEvent[]
  readonly waiting: readonly WaitingMessage[]
  readonly step?: { readonly since: string; readonly makesRoom: boolean }
}

/** A record with nothing in it. */
export const emptyTranscript: Transcript = {
  ...{ lastSeq: 0, items: [], applied: [] },
  usage: noUsage,
  turnDiff: '',
  ended: 0,
  prepended: 0,
  unmatched: [],
  waiting: [],
}

/** These come many times while something goes on: nothing new begins with them. */
const goesOn: ReadonlySet<AgentEvent['type']> = new Set<AgentEvent['type']>([
  'message.delta',
  'message.waiting',
  'reasoning.delta',
  'command.output',
  'command.ports',
  'command.compared',
  'mcp.progress',
  'usage.updated',
  'limits.updated',
  'approval.assessed',
  'approval.rehearsed',
  'turn.diff',
])

/**
 * The transcript with one event more, unchanged for an event it already holds. A jump of `seq` is no loss: the engine
 * merges neighbours under the later number, and what is really lost shows as a gap in the numbers of the pushes.
 */
export function appendEvent(transcript: Transcript, event: SessionEvent): Transcript {
  if (event.seq <= transcript.lastSeq) return transcript
  const items = changeThisTurn(transcript.items, transcript.ended, event.event, (some) =>
    project(transcript, some, event),
  )
  const ended = event.event.type === 'turn.finished' ? items.length : transcript.ended
  const { older, unmatched } = transcript
  const isUnmatched =
    older !== undefined && event.event.type === 'command.finished' && items === transcript.items
  return {
    ...remember(transcript, event.event),
    waiting: waitingAfter(transcript.waiting, event.event),
    lastSeq: event.seq,
    usage: usageAfter(transcript.usage, event.event),
    ...(goesOn.has(event.event.type)
      ? {}
      : { step: { since: event.at, makesRoom: event.event.type === 'context.compacting' } }),
    items,
    ended,
    unmatched: isUnmatched ? [...unmatched, event] : unmatched,
  }
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
  const earlier = settleReviews(
    settleCalls(transcript.unmatched.reduce(appendEvent, buildTranscript(events, older)).items),
  )
  return {
    ...transcript,
    items: [...earlier, ...transcript.items],
    ended: earlier.length + transcript.ended,
    prepended: earlier.length + transcript.prepended,
    ...(older === undefined ? {} : { older }),
  }
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
      return { ...transcript, applied: [], turnDiff: '', turn: event.turnNumber }
    case 'turn.finished':
      return { ...transcript, applied: [], turnDiff: '' }
    case 'session.configured':
    case 'user.message':
    case 'message.waiting':
    case 'reasoning.delta':
    case 'message.delta':
    case 'message.completed':
    case 'command.output':
    case 'command.kept':
    case 'command.ports':
    case 'mcp.started':
    case 'mcp.progress':
    case 'mcp.finished':
    case 'question.asked':
    case 'question.resolved':
    case 'image.viewed':
    case 'search.started':
    case 'search.finished':
    case 'agent.started':
    case 'agent.finished':
    case 'command.input':
    case 'command.finished':
    case 'patch.finished':
    case 'turn.noted':
    case 'files.restored':
    case 'session.rewound':
    case 'call.undoable':
    case 'review.entered':
    case 'review.exited':
    case 'plan.updated':
    case 'command.compared':
    case 'tool.rejected':
    case 'approval.requested':
    case 'approval.resolved':
    case 'approval.assessed':
    case 'approval.rehearsed':
    case 'model.retrying':
    case 'context.compacting':
    case 'error.reported':
    case 'limits.updated':
      return transcript
    case 'usage.updated': {
      const { last, contextWindow: window } = event
      return { ...transcript, context: window === undefined ? undefined : { used: last.totalTokens, window } }
    }
    case 'context.compacted':
      return { ...transcript, context: undefined }
  }
}

/** `items` are those that the event can change. */
function project(
  transcript: Transcript,
  items: readonly TranscriptItem[],
  { seq, at, event }: SessionEvent,
): readonly TranscriptItem[] {
  const { applied, turnDiff } = transcript
  const key = `e${String(seq)}`
  switch (event.type) {
    case 'session.configured':
      return seq === 1 ? items : [...items, configured(key, event)]
    case 'turn.started':
    case 'search.started':
    case 'usage.updated':
    case 'limits.updated':
    case 'context.compacting':
    case 'turn.diff':
    case 'approval.assessed':
    case 'approval.rehearsed':
    case 'message.waiting':
    case 'question.asked':
      return items
    case 'question.resolved':
      return [...settleText(items), { kind: 'asked', key, question: event.question }]
    case 'grant.applied':
      return event.grant.covers === 'host' ? connectionLetThrough(items, event.callId, event.grant) : items
    case 'user.message':
      return [...settleText(items), userSaid(transcript, key, event)]
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
    case 'command.ports':
      return commandListens(items, event.callId, event.ports)
    case 'command.input':
      return inputSent(items, event.callId, event.text)
    case 'command.finished':
      return callFinished(items, { key, callId: event.callId, outcome: event.outcome, name: 'shell' })
    case 'command.compared':
      return runCompared(items, event)
    case 'patch.finished':
      return callFinished(items, { key, callId: event.callId, outcome: event.outcome, name: 'apply_patch' })
    case 'mcp.started':
      return toolStarted(settleText(items), key, at, event)
    case 'mcp.progress':
      return toolProgressed(items, event)
    case 'mcp.finished':
      return toolFinished(items, key, at, event)
    case 'agent.started':
      return agentStarted(settleText(items), key, event)
    case 'agent.finished':
      return agentFinished(items, event)
    case 'image.viewed':
      return [...settleText(items), { kind: 'viewed', key, label: event.label, path: event.path }]
    case 'review.entered':
      return reviewEntered(settleText(items), key, event)
    case 'review.exited':
      return reviewExited(items, event)
    case 'search.finished':
      return [...settleText(items), { kind: 'searched', key, query: event.query }]
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
    case 'call.undoable':
      return callUndoable(items, event)
    case 'files.restored':
      return [
        ...withoutRetrying(settleText(callRestored(items, event))),
        { kind: 'noted', key, text: notedText(event), restored: event },
      ]
    case 'session.rewound':
    case 'turn.noted':
      return [...withoutRetrying(settleText(items)), { kind: 'noted', key, text: notedText(event) }]
    case 'error.reported':
      return [...withoutRetrying(items), { kind: 'fault', key, fault: event.fault, ended: false }]
    case 'turn.finished':
      return turnFinished(items, { key, turnDiff, outcome: event.outcome, turn: transcript.turn })
  }
}

type Items = readonly TranscriptItem[]
type Event<T extends AgentEvent['type']> = Extract<AgentEvent, { type: T }>

const place = (items: Items, childId: string): number =>
  items.findLastIndex((item) => item.kind === 'agent' && item.childId === childId)

/** A child begins to work. One that is given more keeps its card. */
function agentStarted(items: Items, key: string, event: Event<'agent.started'>): Items {
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
function agentFinished(items: Items, event: Event<'agent.finished'>): Items {
  const { outcome, lastMessage, problem } = event
  const at = place(items, event.childId)
  const before = items[at]
  return before?.kind === 'agent'
    ? items.with(at, { ...before, end: { outcome, lastMessage, problem } })
    : items
}

/** A turn has one plan, which stands where it was last changed. */
function planned(
  items: readonly TranscriptItem[],
  plan: Extract<TranscriptItem, { kind: 'plan' }>,
): readonly TranscriptItem[] {
  const turn = items.findLastIndex((item) => item.kind === 'user')
  return [...items.filter((item, at) => at < turn || item.kind !== 'plan'), plan]
}

function configured(key: string, event: Extract<AgentEvent, { type: 'session.configured' }>): TranscriptItem {
  const { model, approvalPolicy, sandboxPolicy } = event
  return { kind: 'configured', key, model, approvalPolicy, sandboxPolicy }
}
