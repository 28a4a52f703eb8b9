import type { StopReason } from '@shared/domain/approval'
import type { ApprovalPolicy } from '@shared/domain/approval-policy'
import type { AllowedBecause } from './permit'

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

/** True for the policies under which an agent may ask for escalated permissions (docs/spec/approvals.md). */
export function mayEscalate(policy: ApprovalPolicy): boolean {
  return policy === 'on-request' || policy === 'effects' || typeof policy !== 'string'
}

/**
 * Whether a denial of this run is put to a person; otherwise it goes back to the model. Under the policies where the
 * agent asks, it is when a person already allowed the run inside the sandbox: the yes was meant to let it through.
 */
export function asksAfterDenial(policy: ApprovalPolicy, because: AllowedBecause): boolean {
  if (policy === 'on-failure' || policy === 'untrusted') return true
  const allowedByPerson = because === 'person-first' || because === 'person-widened'
  return mayEscalate(policy) && allowedByPerson && switchedOff(policy, 'sandbox') === undefined
}
