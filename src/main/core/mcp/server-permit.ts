import type { Grant } from '@shared/domain/grant'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { allow, type Permit } from '../policy/permit'

/** A server's program runs as the session's policy has commands run: contained, but where that says full access; `given` is what a person added. */
export function serverPermit({ mode }: SandboxPolicy, given: readonly Grant[] = []): Permit {
  if (mode === 'danger-full-access') return allow('policy-full-access')
  return given.length === 0 ? allow('policy-sandboxed') : allow('person-widened', [...given])
}
