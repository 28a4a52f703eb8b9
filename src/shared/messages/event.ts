import type { AgentEvent } from '../domain/agent-event'
import type { ApprovalRequest } from '../domain/approval'
import { assessmentInWords, viewInWords } from './assessment'
import { offerReports } from './offer'
import { stopReport } from './stop'
import { effectInWords } from './effect'

function requestInWords(asked: ApprovalRequest) {
  const { naming: _naming, ...request } = asked
  return {
    ...request,
    offers: offerReports(asked),
    effect: effectInWords(request.effect),
    assessment: assessmentInWords(request.assessment),
    stop: stopReport(asked),
  }
}

/** An event as other programs are told it: sentences in place of what they are made from. */
export function eventInWords(event: AgentEvent): object {
  if (event.type === 'approval.assessed') return { ...event, update: viewInWords(event.update) }
  return event.type === 'approval.requested' || event.type === 'approval.resolved'
    ? { ...event, request: requestInWords(event.request) }
    : event
}
