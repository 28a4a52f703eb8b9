import type { AgentEvent } from '@shared/domain/agent-event'

type End = Extract<AgentEvent, { type: 'command.finished' | 'patch.finished' | 'mcp.finished' }>

/** An end of a call that nobody will be asked about. */
export function isUnaskedEnd(event: AgentEvent): event is End {
  if (event.type === 'mcp.finished') return true
  const ends = event.type === 'command.finished' || event.type === 'patch.finished'
  return ends && event.outcome.kind !== 'denied'
}

/** What a call came to, which is told between its end and its output. */
export const isAfterEnd = ({ type }: AgentEvent): boolean =>
  type === 'command.compared' || type === 'call.undoable' || type === 'turn.diff'

/** Whether an event is never on file: a part of a later one, or what is only so now. */
export function isDelta(event: AgentEvent): boolean {
  return (
    event.type === 'message.delta' ||
    event.type === 'reasoning.delta' ||
    event.type === 'command.output' ||
    event.type === 'approval.rehearsed' ||
    event.type === 'message.waiting' ||
    (event.type === 'approval.assessed' && event.update.view.status === 'waiting')
  )
}

/** The request whose rehearsal an event tells of. */
export const rehearsedBy = (event: AgentEvent): string | undefined =>
  event.type === 'approval.rehearsed' ? event.requestId : undefined

/** Whether a message waits no more: it was taken, or its turn is over. */
export function isOver(
  waiting: Extract<AgentEvent, { type: 'message.waiting' }>,
  now: Extract<AgentEvent, { type: 'turn.finished' | 'user.message' }>,
): boolean {
  return now.type === 'turn.finished' || now.clientId === waiting.clientId
}
