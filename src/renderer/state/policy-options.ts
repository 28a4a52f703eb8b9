import { NamedApprovalPolicy, approvalPolicyName } from '@shared/domain/approval-policy'
import type { ApprovalPolicy } from '@shared/domain/approval-policy'
import { sandboxPolicyForMode, SandboxMode } from '@shared/domain/sandbox-policy'
import { describeApprovalPolicy, describeSandboxPolicy } from '@shared/messages/policies'
import { strings } from '../lib/strings'

/** One row of a picker. */
export interface PolicyOption {
  readonly value: string
  readonly label: string
  readonly hint: string
}

/** The approval policies as picker rows, each with its meaning. */
export const approvalOptions: readonly PolicyOption[] = NamedApprovalPolicy.options.map((value) => ({
  value,
  label: strings.approvalPolicies[value],
  hint: describeApprovalPolicy(value),
}))

/** The same with the policy in force, which may be one with switches: that has no name to pick it by. */
export function approvalOptionsWith(policy: ApprovalPolicy): readonly PolicyOption[] {
  if (typeof policy === 'string') return approvalOptions
  const value = approvalPolicyName(policy)
  return [
    { value, label: strings.approvalPolicies[value], hint: describeApprovalPolicy(policy) },
    ...approvalOptions,
  ]
}

/** The named policy behind a picked row; undefined for the one with switches, which is in force already. */
export function pickedPolicy(value: string): NamedApprovalPolicy | undefined {
  return NamedApprovalPolicy.safeParse(value).data
}

/** The sandbox modes as picker rows, each with what it comes to. */
export const sandboxOptions = SandboxMode.options.map((value) => ({
  value,
  label: strings.sandboxModes[value],
  hint: describeSandboxPolicy(sandboxPolicyForMode(value)),
}))
