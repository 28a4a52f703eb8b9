import type { ApprovalPolicy } from '@shared/domain/approval-policy'
import type { WireApprovalPolicy } from './protocol/threads'

/**
 * When a person is asked, in this protocol's words. It has none for asking after a denial (`on-failure`), which is told as the
 * nearest that it has.
 */
export const wireApproval = (policy: ApprovalPolicy): WireApprovalPolicy =>
  policy === 'on-failure' ? 'on-request' : policy

/** What a client means by a policy where another is in force. Told the nearest word for `on-failure`, it says that word back: nothing is changed then. */
export function approvalOf(
  wire: ApprovalPolicy | undefined,
  inForce: ApprovalPolicy,
): ApprovalPolicy | undefined {
  return wire === 'on-request' && inForce === 'on-failure' ? undefined : wire
}
