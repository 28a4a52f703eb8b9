import type { AgentEvent } from '@shared/domain/agent-event'
import { quoteCommand } from '@shared/domain/quote-shell'
import { effectInWords } from '@shared/messages/effect'
import { visible } from '../visible'

const maxText = 200

function textOf(event: AgentEvent): string | undefined {
  if (event.type === 'turn.started') return 'The turn has begun'
  if (event.type === 'command.started') return `Running ${quoteCommand(event.command)}`
  if (event.type === 'patch.started') return `Changing ${Object.keys(event.changes).join(', ')}`
  if (event.type === 'approval.requested')
    return `Waiting for a decision: ${effectInWords(event.request.effect)}`
  if (event.type === 'model.retrying') return `The model is asked again: ${event.reason}`
  if (event.type === 'turn.noted') return event.text
  return event.type === 'message.completed' ? event.text : undefined
}

/** A step of a turn in one line of at most 200 characters; undefined for what is no step. Untrusted text, made visible. */
export function progressText(event: AgentEvent): string | undefined {
  const text = textOf(event)
  return text === undefined ? undefined : visible(text.slice(0, maxText)).replace(/\s+/g, ' ').trim()
}
