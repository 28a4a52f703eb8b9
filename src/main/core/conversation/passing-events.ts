import type { AgentEvent } from '@shared/domain/agent-event'

/** The request whose rehearsal an event tells of. */
export const rehearsedBy = (event: AgentEvent): string | undefined =>
  event.type === 'approval.rehearsed' ? event.requestId : undefined

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

/** Whether a message waits no more: it was taken, or its turn is over. */
export function isOver(
  waiting: Extract<AgentEvent, { type: 'message.waiting' }>,
  now: Extract<AgentEvent, { type: 'turn.finished' | 'user.message' }>,
): boolean {
  return now.type === 'turn.finished' || now.clientId === waiting.clientId
}
