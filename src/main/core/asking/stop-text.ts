import type { Evidence } from '@shared/domain/evidence'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'

const nouns: Readonly<Record<Evidence['kind'], readonly [one: string, many: string]>> = {
  write: ['a write to', 'writes'],
  read: ['a read of', 'reads'],
  network: ['a connection to', 'connections'],
  syscall: ['the system call', 'system calls'],
}

function because({ kind, protectedBy, source }: Evidence, policy: SandboxPolicy): string {
  switch (kind) {
    case 'write':
      if (protectedBy !== undefined) return `${protectedBy} is protected`
      return policy.mode === 'read-only' ? 'the sandbox is read-only' : 'it is under no writable root'
    case 'read':
      return 'credential stores are not readable'
    case 'network':
      return source === 'kernel'
        ? 'it goes past the proxy, and nothing else leads out'
        : 'nobody has granted that host'
    case 'syscall':
      return 'the sandbox does not allow it'
  }
}

/** Why the sandbox stopped a command, in one sentence for the person: what and how often, the first target, the line that forbids it. */
export function stopText(evidence: readonly Evidence[], policy: SandboxPolicy): string {
  const [first] = evidence
  if (!first) return 'Sandbox: stopped, without a report of what.'
  const [one, many] = nouns[first.kind]
  const same = evidence.filter(({ kind }) => kind === first.kind).length
  const what = same === 1 ? `${one} ${first.target}` : `${String(same)} ${many}, the first to ${first.target}`
  return `Sandbox: ${what}; ${because(first, policy)}.`
}
