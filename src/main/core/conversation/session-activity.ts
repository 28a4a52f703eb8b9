import type { AgentEvent } from '@shared/domain/agent-event'
import type { SessionSummary } from '@shared/domain/session'
import { effectInWords } from '@shared/messages/effect'
import { english } from '@shared/languages/english/messages'
import { shellScriptOf } from '../shell/shell-script'

const say = english.activity

/** The second line of a session's row after an event; undefined when the event changes nothing there. */
function activityAfter(event: AgentEvent): string | undefined {
  switch (event.type) {
    case 'command.started': {
      const text = (shellScriptOf(event.command) ?? event.command.join(' ')).replace(/\s+/g, ' ')
      return say.running(text.length > 80 ? `${text.slice(0, 79)}…` : text)
    }
    case 'patch.started': {
      const count = Object.keys(event.changes).length
      return count === 1 ? say.changingOne : say.changing(String(count))
    }
    case 'mcp.started':
      return say.using(event.invocation.tool.slice(0, 60), event.invocation.server)
    case 'search.started':
      return say.searching
    case 'agent.started':
      return event.kind === 'review' ? say.reviewing : say.starting(event.name)
    case 'agent.finished':
    case 'search.finished':
    case 'command.finished':
    case 'mcp.finished':
    case 'patch.finished':
    case 'command.kept':
    case 'message.completed':
      return say.thinking
    case 'approval.requested':
      return effectInWords(event.request.effect)
    case 'approval.resolved':
    case 'question.resolved':
      return say.thinking
    case 'question.asked':
      return event.question.server === undefined ? say.agentAsks : say.asks(event.question.server)
    case 'message.delta':
      return say.writing
    case 'review.entered':
      return say.reviewing
    case 'context.compacting':
      return say.room
    case 'context.compacted':
      return say.thinking
    case 'model.retrying':
      return say.waiting
    case 'session.configured':
    case 'turn.started':
    case 'user.message':
    case 'message.waiting':
    case 'reasoning.delta':
    case 'command.output':
    case 'mcp.progress':
    case 'image.viewed':
    case 'command.input':
    case 'command.ports':
    case 'turn.noted':
    case 'files.restored':
    case 'session.rewound':
    case 'call.undoable':
    case 'turn.diff':
    case 'review.exited':
    case 'plan.updated':
    case 'tool.rejected':
    case 'approval.assessed':
    case 'approval.rehearsed':
    case 'command.compared':
    case 'grant.applied':
    case 'usage.updated':
    case 'limits.updated':
    case 'error.reported':
    case 'turn.finished':
      return undefined
  }
}

const steps: Partial<Record<AgentEvent['type'], number>> = {
  'approval.requested': 1,
  'approval.resolved': -1,
  'question.asked': 1,
  'question.resolved': -1,
}

/** What an event changes in the row of its session, of which a turn runs or not; undefined: nothing. */
export function rowAfter(
  event: AgentEvent,
  before: SessionSummary,
  running: boolean,
): Partial<Pick<SessionSummary, 'status' | 'pendingApprovals' | 'activity'>> | undefined {
  const activity = activityAfter(event) ?? before.activity
  const step = steps[event.type]
  if (step === undefined) return running && activity !== before.activity ? { activity } : undefined
  const pendingApprovals = Math.max(before.pendingApprovals + step, 0)
  // Withdrawn because its turn is over: the session is at rest, and only the count changes.
  return running
    ? { pendingApprovals, status: pendingApprovals > 0 ? 'needs-you' : 'running', activity }
    : { pendingApprovals }
}
