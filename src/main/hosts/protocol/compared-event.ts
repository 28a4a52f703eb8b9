import type { AgentEvent } from '@shared/domain/agent-event'
import { didMore } from '@shared/domain/run-promise'
import { promiseInWords } from '@shared/messages/promise'
import type { EventMsg } from './event-msg'

/** How an approved run came out beside what was shown for it, as the wire has it. */
export function comparedEvent(event: Extract<AgentEvent, { type: 'command.compared' }>): EventMsg {
  const { callId, promise, suspended = false } = event
  return {
    type: 'run_compared',
    call_id: callId,
    kept: !didMore(promise),
    message: promiseInWords(event, undefined),
    shown_by: promise.by,
    watched: promise.watched,
    more: [...promise.more],
    more_count: promise.moreCount,
    hosts: [...promise.hosts],
    suspended,
  }
}
