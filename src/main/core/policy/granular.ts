import type { StopReason } from '@shared/domain/approval'
import type { ApprovalPolicy } from '@shared/domain/approval-policy'

/**
 * The granular switch that is off for a prompt with this boundary: the prompt is then refused instead of shown.
 * Undefined: the prompt may be shown (all other policies included).
 */
export function switchedOff(policy: ApprovalPolicy, boundary: StopReason['boundary']): string | undefined {
  if (typeof policy === 'string') return undefined
  const name =
    boundary === 'approval-policy'
      ? 'rules'
      : boundary === 'network'
        ? 'request_permissions'
        : 'sandbox_approval'
  return policy.granular[name] ? undefined : `granular.${name}`
}

/** True for the policies under which an agent may ask for escalated permissions (semantics §3.3). */
export function mayEscalate(policy: ApprovalPolicy): boolean {
  return policy === 'on-request' || typeof policy !== 'string'
}

/** True for the policies under which a denial is put to a person; under the others it goes back to the model. */
export function asksAfterDenial(policy: ApprovalPolicy): boolean {
  return policy === 'on-failure' || policy === 'untrusted'
}
