import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { policyFor } from '../policy/policy-for'
import type { SessionInput } from '../engine/engine-service'
import type { SessionDefaults } from './settings-store'

/**
 * What a new session begins with: what was asked for, over the configuration's defaults. `settle` makes the policy one
 * that can be held to; what it throws is passed on.
 */
export function startingSettings(
  input: SessionInput,
  defaults: SessionDefaults,
  settle: (policy: SandboxPolicy) => SandboxPolicy,
): SessionDefaults {
  const { provider, model, approvalPolicy, effort = defaults.effort, summary = defaults.summary } = input
  return {
    provider: provider ?? defaults.provider,
    model: model ?? defaults.model,
    approvalPolicy: approvalPolicy ?? defaults.approvalPolicy,
    sandboxPolicy: settle(policyFor(input, defaults.sandboxPolicy, defaults.sandboxPolicy)),
    ...(effort && { effort }),
    ...(summary && { summary }),
  }
}
