import type { AgentEvent } from '@shared/domain/agent-event'
import { shellScriptOf } from '../shell/shell-script'

/** The second line of a session's row after an event; undefined when the event changes nothing there. */
export function activityAfter(event: AgentEvent): string | undefined {
  switch (event.type) {
    case 'command.started': {
      const text = (shellScriptOf(event.command) ?? event.command.join(' ')).replace(/\s+/g, ' ')
      return `Running ${text.length > 80 ? `${text.slice(0, 79)}…` : text}`
    }
    case 'patch.started': {
      const count = Object.keys(event.changes).length
      return `Changing ${count} ${count === 1 ? 'file' : 'files'}`
    }
    case 'command.finished':
    case 'patch.finished':
    case 'command.kept':
      return 'Thinking'
    case 'message.delta':
      return 'Writing'
    case 'context.compacting':
      return 'Making room in the conversation'
    case 'context.compacted':
      return 'Thinking'
    case 'model.retrying':
      return 'Waiting for the model'
    case 'session.configured':
    case 'turn.started':
    case 'user.message':
    case 'reasoning.delta':
    case 'message.completed':
    case 'command.output':
    case 'command.input':
    case 'turn.noted':
    case 'turn.diff':
    case 'plan.updated':
    case 'tool.rejected':
    case 'approval.requested':
    case 'approval.resolved':
    case 'approval.assessed':
    case 'grant.applied':
    case 'usage.updated':
    case 'error.reported':
    case 'turn.finished':
      return undefined
  }
}
