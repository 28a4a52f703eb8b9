import type { ApprovalRequest } from '@shared/domain/approval'

/**
 * The wire's one line of reason (docs/spec/approvals.md). A retry begins in the reference's words and says what a plain yes
 * would really do here, which is the first offer (decision 029); another request gives the agent's claim, or else what
 * stopped it.
 */
export function approvalReason(request: ApprovalRequest): string {
  const { stage, offers, justification, stop } = request
  if (stage !== 'retry') return justification ?? stop.text
  const [first] = offers
  if (first === undefined) return 'command failed; nothing can be offered for a retry'
  if (first.kind === 'outside') return 'command failed; retry without sandbox?'
  return `command failed; retry in the sandbox? ${first.description}`
}
