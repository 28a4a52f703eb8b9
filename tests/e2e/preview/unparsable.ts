import type { ApprovalRequest } from '@shared/domain/approval'

/** As far as a preview needs it: an edited command with a quote left open. */
export function isUnparsable(payload: unknown): boolean {
  const { decision } = payload as { decision?: ApprovalRequest['decision'] }
  return decision?.kind === 'edit' && decision.command.join(' ').split('"').length % 2 === 0
}
