import type { AgentEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'

type OfRequest = Extract<AgentEvent, { type: 'approval.requested' | 'approval.resolved' }>

/**
 * The request as its parent's conversation tells it, when a child session asks: under the parent's id, and with a call id that
 * no call of the parent's has. Every other request as it is.
 */
export function underParent(request: ApprovalRequest): ApprovalRequest {
  const { askedBy, sessionId, callId } = request
  if (!askedBy || sessionId === askedBy.parentId) return request
  return { ...request, sessionId: askedBy.parentId, callId: `${askedBy.childId}/${callId}` }
}

/** Whether the request stands in a conversation as that of a child session. */
export const isUnderParent = ({ askedBy, sessionId }: ApprovalRequest): boolean =>
  askedBy?.parentId === sessionId

/** An event of a child session that its parent's conversation tells: that it asks, or asks no more; undefined for all others. */
export function requestUnder(parentId: string, event: AgentEvent): OfRequest | undefined {
  if (event.type !== 'approval.requested' && event.type !== 'approval.resolved') return undefined
  return event.request.askedBy?.parentId === parentId
    ? { ...event, request: underParent(event.request) }
    : undefined
}
