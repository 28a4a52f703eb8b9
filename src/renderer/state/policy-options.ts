import { NamedApprovalPolicy, describeApprovalPolicy } from '@shared/domain/approval-policy'
import { describeSandboxPolicy, sandboxPolicyForMode, SandboxMode } from '@shared/domain/sandbox-policy'
import { strings } from '../lib/strings'

/** The approval policies as picker rows, each with its meaning. */
export const approvalOptions = NamedApprovalPolicy.options.map((value) => ({
  value,
  label: strings.approvalPolicies[value],
  hint: describeApprovalPolicy(value),
}))

/** The sandbox modes as picker rows, each with what it comes to. */
export const sandboxOptions = SandboxMode.options.map((value) => ({
  value,
  label: strings.sandboxModes[value],
  hint: describeSandboxPolicy(sandboxPolicyForMode(value)),
}))
