import type { ApprovalRequest } from '@shared/domain/approval'
import { offerInWords } from '@shared/messages/offer'
import type { WireEvent } from '../protocol/event-msg'
import type { ReviewDecision } from '../protocol/operation'
import { decideYes, plainYes } from '../protocol/plain-yes'
import { answerReport } from '../protocol/wire-assessment'
import { approvalMessage } from '../protocol/approval-message'

/** The form for clients that only know the standard: the answers that this request really has. */
function decisionForm(request: ApprovalRequest) {
  const once = plainYes(request)
  const choices: [ReviewDecision, string][] = [
    ...(once
      ? [
          [
            'approved',
            once.kind === 'outside'
              ? 'Allow once, outside the sandbox'
              : decideYes(request, 'once').kind === 'apply'
                ? 'Apply what was rehearsed'
                : 'Allow once, only this',
          ] satisfies [ReviewDecision, string],
        ]
      : []),
    ...(once?.scopes.includes('session') === true
      ? [['approved_for_session', 'Allow for this session'] satisfies [ReviewDecision, string]]
      : []),
    ['denied', 'Deny'],
    ['abort', 'Deny and stop the agent'],
  ]
  return {
    type: 'object',
    properties: {
      decision: {
        type: 'string',
        title: 'Decision',
        description: once ? offerInWords(once, request) : 'Nothing can be offered for this request.',
        enum: choices.map(([value]) => value),
        enumNames: choices.map(([, title]) => title),
      },
    },
    required: ['decision'],
  }
}

/**
 * The parameters of `elicitation/create` for an approval event (docs/spec/wire.md): the reference's `codex_*` members, our
 * assessment, and a form. `toolCallId` is the id of the tool call's request. Undefined for an event that asks nothing.
 */
export function elicitation(
  { id, msg }: WireEvent,
  request: ApprovalRequest,
  toolCallId: string,
): Record<string, unknown> | undefined {
  const asks = msg.type === 'exec_approval_request' || msg.type === 'apply_patch_approval_request'
  if (!asks) return undefined
  const common = {
    message: approvalMessage(request),
    requestedSchema: decisionForm(request),
    codex_mcp_tool_call_id: toolCallId,
    codex_event_id: id,
    codex_call_id: msg.call_id,
    ...(msg.reason === undefined ? {} : { codex_reason: msg.reason }),
    countersign_approval_id: request.id,
    countersign_assessment: { ...request.assessment, ...answerReport(request) },
  }
  if (msg.type === 'apply_patch_approval_request')
    return {
      ...common,
      codex_elicitation: 'patch-approval',
      codex_changes: msg.changes,
      ...(msg.grant_root === undefined ? {} : { codex_grant_root: msg.grant_root }),
    }
  return {
    ...common,
    codex_elicitation: 'exec-approval',
    codex_command: msg.command,
    codex_cwd: msg.cwd,
    codex_parsed_cmd: msg.parsed_cmd,
    ...(msg.risk === undefined ? {} : { codex_risk: msg.risk }),
  }
}
