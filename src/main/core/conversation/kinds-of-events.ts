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

/** What only counts until the whole comes: it is never on file. */
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
