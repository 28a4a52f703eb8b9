import type { ApprovalRequest } from '@shared/domain/approval'
import { offerInWords } from '@shared/messages/offer'
import { stopInWords } from '@shared/messages/stop'
import { plainYes } from './plain-yes'

/**
 * The wire's one line of reason (docs/spec/approvals.md). A retry begins in the reference's words and says what a plain yes
 * would really do here (decision 029); so does a first approval whose plain yes leaves the sandbox that the policy wants
 * (decision 088). Every other first approval of a command or patch has the agent's claim alone, and without one no reason.
 */
export function approvalReason(request: ApprovalRequest): string | undefined {
  const { stage, justification, stop, kind, naming } = request
  const offer = plainYes(request)
  if (stage === 'retry') return retryReason(request)
  if (offer?.kind === 'outside' && (stop.boundary === 'escalation' || stop.boundary === 'missing-sandbox')) {
    const asks = `${kind === 'patch' ? 'apply' : 'run'} without sandbox?`
    return justification === undefined ? asks : `${asks} ${justification}`
  }
  // The reference knows no such questions, and their command alone would say nothing of what is asked.
  const ours = stage === 'network' || kind === 'input' || kind === 'tool'
  return justification ?? (ours ? stopInWords(stop, naming) : undefined)
}

function retryReason(request: ApprovalRequest): string {
  const offer = plainYes(request)
  if (offer === undefined) return 'command failed; nothing can be offered for a retry'
  if (offer.kind === 'outside') return 'command failed; retry without sandbox?'
  return `command failed; retry in the sandbox? ${offerInWords(offer, request)}`
}
