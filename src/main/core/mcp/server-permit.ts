import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { allow, type Permit } from '../policy/permit'

/** A server's program runs as the session's policy has commands run: contained, but where that says full access. */
export function serverPermit({ mode }: SandboxPolicy): Permit {
  return allow(mode === 'danger-full-access' ? 'policy-full-access' : 'policy-sandboxed')
}
