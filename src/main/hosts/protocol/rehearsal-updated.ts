import type { ApprovalRequest } from '@shared/domain/approval'
import type { RequestRehearsal } from '@shared/domain/request-rehearsal'
import { rehearsalReport } from '@shared/messages/rehearsal-report'
import type { EventMsg } from './event-msg'

/** How the rehearsal of a request stands now, as the wire has it: behind the request, with its call. */
export function rehearsalUpdated(request: ApprovalRequest, rehearsal: RequestRehearsal): EventMsg {
  const { id, callId } = request
  return {
    type: 'rehearsal_updated',
    call_id: callId,
    approval_id: id,
    rehearsal: rehearsalReport(rehearsal, request),
  }
}
