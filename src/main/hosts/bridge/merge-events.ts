import type { SessionEvent } from '@shared/domain/agent-event'

/**
 * Two neighbouring events of one session as one, or undefined when they do not belong together. Only text that grows
 * is merged (deltas of one item, output of one stream of one call), and what replaces the one before (an assessment, a rehearsal). The result carries the later `seq` and time, so
 * that a client that takes `seq <= last` as seen stays right.
 */
export function mergeEvents(earlier: SessionEvent, later: SessionEvent): SessionEvent | undefined {
  if (earlier.sessionId !== later.sessionId) return undefined
  const [before, after] = [earlier.event, later.event]
  if (before.type === 'command.output' && after.type === 'command.output') {
    if (before.callId !== after.callId || before.stream !== after.stream) return undefined
    return { ...later, event: { ...after, text: before.text + after.text } }
  }
  if (before.type === 'approval.assessed' && after.type === 'approval.assessed')
    return before.requestId === after.requestId ? later : undefined
  if (before.type === 'approval.rehearsed' && after.type === 'approval.rehearsed') {
    const { offers = before.offers } = after
    if (before.requestId !== after.requestId) return undefined
    return { ...later, event: { ...after, ...(offers && { offers }) } }
  }
  const bothMessage = before.type === 'message.delta' && after.type === 'message.delta'
  const bothReasoning =
    before.type === 'reasoning.delta' &&
    after.type === 'reasoning.delta' &&
    before.raw === after.raw &&
    !after.section
  if ((bothMessage || bothReasoning) && before.itemId === after.itemId) {
    return { ...later, event: { ...after, text: before.text + after.text } }
  }
  return undefined
}

/**
 * Adds an event to a batch in place, merged into the session's previous event where that is allowed. Events of other
 * sessions in between do not matter: order is only promised within a session.
 */
export function appendMerged(batch: SessionEvent[], next: SessionEvent): void {
  const index = batch.findLastIndex((event) => event.sessionId === next.sessionId)
  const previous = batch[index]
  const merged = previous && mergeEvents(previous, next)
  if (merged) batch[index] = merged
  else batch.push(next)
}

/** Roughly how many characters an event takes as JSON; exact sizes are not worth a second serialisation of deltas. */
export function eventSize(event: SessionEvent): number {
  switch (event.event.type) {
    case 'message.delta':
    case 'reasoning.delta':
    case 'command.output':
      return event.event.text.length + 150
    case 'session.configured':
    case 'turn.started':
    case 'user.message':
    case 'message.waiting':
    case 'message.completed':
    case 'command.started':
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
    case 'tool.rejected':
    case 'approval.requested':
    case 'approval.resolved':
    case 'approval.assessed':
    case 'approval.rehearsed':
    case 'command.compared':
    case 'grant.applied':
    case 'patch.started':
    case 'patch.finished':
    case 'turn.noted':
    case 'files.restored':
    case 'session.rewound':
    case 'call.undoable':
    case 'turn.diff':
    case 'review.entered':
    case 'review.exited':
    case 'plan.updated':
    case 'model.retrying':
    case 'usage.updated':
    case 'limits.updated':
    case 'context.compacting':
    case 'context.compacted':
    case 'error.reported':
    case 'turn.finished':
      return JSON.stringify(event).length
  }
}
