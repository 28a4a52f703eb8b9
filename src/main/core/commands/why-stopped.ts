import type { StopWhy } from '@shared/domain/approval'
import type { Evidence } from '@shared/domain/evidence'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'

type Stopped = Extract<StopWhy, { kind: 'stopped' }>

function becauseOf(
  { kind, protectedBy, source, operation }: Evidence,
  policy: SandboxPolicy,
): Stopped['because'] {
  switch (kind) {
    case 'write':
      if (protectedBy !== undefined) return 'protected'
      return policy.mode === 'read-only' ? 'read-only' : 'no-root'
    case 'read':
      return 'credentials'
    case 'network':
      if (source === 'kernel') return 'past-proxy'
      return operation === 'forbidden-address' ? 'never-allowed' : 'not-granted'
    case 'syscall':
      return 'not-allowed'
  }
}

/** Why the sandbox stopped something: what and how often, the first target, what forbids it. */
export function whyStopped(
  evidence: readonly Evidence[],
  policy: SandboxPolicy,
): Stopped | Extract<StopWhy, { kind: 'unreported' }> {
  const [first] = evidence
  if (!first) return { kind: 'unreported' }
  const { kind: what, target, protectedBy } = first
  const because = becauseOf(first, policy)
  return {
    kind: 'stopped',
    what,
    target,
    count: evidence.filter(({ kind }) => kind === what).length,
    because,
    ...(because === 'protected' && protectedBy !== undefined && { protectedBy }),
  }
}
