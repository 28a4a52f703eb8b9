import { sandboxPolicyForMode, type SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { SessionInput } from '../engine/engine-service'

/** The policy asked for; one that is only named by its mode is the configured one of that mode. */
export function policyFor(
  input: Pick<SessionInput, 'sandboxPolicy' | 'sandboxMode'>,
  current: SandboxPolicy,
  defaultPolicy: SandboxPolicy,
): SandboxPolicy {
  if (input.sandboxPolicy) return input.sandboxPolicy
  const mode = input.sandboxMode ?? current.mode
  return [current, defaultPolicy].find((policy) => policy.mode === mode) ?? sandboxPolicyForMode(mode)
}
