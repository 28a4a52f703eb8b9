import type { AgentEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { EventMsg } from './event-msg'

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

const ofChild = [
  ...(['exec_command_begin', 'exec_command_output_delta', 'exec_command_end'] as const),
  ...(['patch_apply_begin', 'patch_apply_end', 'mcp_tool_call_begin', 'mcp_tool_call_end'] as const),
  ...(['exec_approval_request', 'apply_patch_approval_request', 'run_compared'] as const),
] as const
type OfChild = Extract<EventMsg, { type: (typeof ofChild)[number] }>

/** Whether a message of a child session is one that the conversation tells that it works for. */
export const isOfChild = (msg: EventMsg): msg is OfChild => ofChild.some((type) => type === msg.type)
