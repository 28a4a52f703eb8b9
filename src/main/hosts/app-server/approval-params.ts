import { offerReports } from '@shared/messages/offer'
import { stopReport } from '@shared/messages/stop'
import { effectInWords } from '@shared/messages/effect'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { EventMsg } from '../protocol/event-msg'
import { wireAssessment } from '../protocol/wire-assessment'
import type { z } from 'zod'
import type { serverRequests } from './protocol/server-messages'

type Params<M extends keyof typeof serverRequests> = z.input<(typeof serverRequests)[M]['params']>

/** A question for the client: the request's name and its parameters. */
export type ApprovalQuestion =
  | { readonly method: 'execCommandApproval'; readonly params: Params<'execCommandApproval'> }
  | { readonly method: 'applyPatchApproval'; readonly params: Params<'applyPatchApproval'> }

/**
 * The question that belongs to an approval event, with the same words. `scoped` adds what a client needs that answers by
 * offer. Undefined for an event that asks nothing.
 */
export function approvalQuestion(
  event: EventMsg,
  request: ApprovalRequest,
  scoped: boolean,
): ApprovalQuestion | undefined {
  const ours = {
    approvalId: request.id,
    assessment: wireAssessment(request),
    effect: effectInWords(request.effect),
    ...(scoped ? { offers: offerReports(request), stop: stopReport(request) } : {}),
  }
  const common = { conversationId: request.sessionId, callId: request.callId }
  if (event.type === 'exec_approval_request') {
    const { command, cwd, reason, risk, parsed_cmd } = event
    return {
      method: 'execCommandApproval',
      params: {
        ...common,
        command,
        cwd,
        ...(reason === undefined ? {} : { reason }),
        ...(risk === undefined ? {} : { risk }),
        parsedCmd: parsed_cmd,
        ...ours,
      },
    }
  }
  if (event.type === 'apply_patch_approval_request') {
    const { changes, reason } = event
    return {
      method: 'applyPatchApproval',
      params: { ...common, fileChanges: changes, ...(reason === undefined ? {} : { reason }), ...ours },
    }
  }
  return undefined
}
