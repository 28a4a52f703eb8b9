import type { AgentEvent } from '@shared/domain/agent-event'
import { didMore } from '@shared/domain/run-promise'
import { promiseInWords } from '@shared/messages/promise'
import type { Emitted } from './protocol/notifications'
import { turnError } from './turn-of'

interface Ids {
  readonly threadId: string
  readonly turnId: string
}

type Event<T extends AgentEvent['type']> = Extract<AgentEvent, { type: T }>

const warning = ({ threadId }: Ids, message: string): Emitted => ({
  method: 'warning',
  params: { threadId, message },
})

type Notices = { readonly [T in AgentEvent['type']]?: (event: Event<T>, ids: Ids) => Emitted | undefined }

/** The events that are told by themselves, beside the items. */
const notices: Notices = {
  'turn.diff': (event, ids) => ({ method: 'turn/diff/updated', params: { ...ids, diff: event.unifiedDiff } }),
  'plan.updated': ({ explanation = null, plan }, ids) => ({
    method: 'turn/plan/updated',
    params: {
      ...ids,
      explanation,
      plan: plan.map(({ step, status }) => ({
        step,
        status: status === 'in_progress' ? 'inProgress' : status,
      })),
    },
  }),
  'turn.noted': (event, ids) => warning(ids, event.text),
  'tool.rejected': (event, ids) => warning(ids, `${event.name}: ${event.reason}`),
  'command.compared': (event, ids) =>
    didMore(event.promise) ? warning(ids, promiseInWords(event, undefined)) : undefined,
  'model.retrying': (event, ids) => ({
    method: 'error',
    params: { error: turnError({ code: 'server-error', message: event.reason }), willRetry: true, ...ids },
  }),
  'error.reported': (event, ids) => ({
    method: 'error',
    params: { error: turnError(event.fault), willRetry: false, ...ids },
  }),
}

/** What an event is to a client besides what it means for the items; undefined: nothing. */
export function noticeOf(event: AgentEvent, ids: Ids): Emitted | undefined {
  const notice = notices[event.type] as ((event: AgentEvent, ids: Ids) => Emitted | undefined) | undefined
  return notice?.(event, ids)
}
