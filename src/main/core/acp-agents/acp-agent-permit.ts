import type { Grant } from '@shared/domain/grant'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { allow, type Permit } from '../policy/permit'

/**
 * An ACP agent's whole process is contained as the session's policy has commands contained, with its `own` folder and its model's hosts
 * added, and what a person has `given` it; without a sandbox only where that policy says full access.
 */
export function acpAgentPermit(
  { mode }: SandboxPolicy,
  own: readonly Grant[] = [],
  given: readonly Grant[] = [],
): Permit {
  if (mode === 'danger-full-access') return allow('policy-full-access')
  return given.length === 0 ? allow('policy-sandboxed', own) : allow('person-widened', [...own, ...given])
}
