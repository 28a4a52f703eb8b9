import type { ApprovalPolicy } from '../../domain/approval-policy'
import type { SandboxPolicy } from '../../domain/sandbox-policy'

/** "Workspace write, no network" */
function sandbox(policy: SandboxPolicy): string {
  if (policy.mode === 'danger-full-access') return 'Full access, no sandbox'
  if (policy.mode === 'danger-no-network') return 'All files, no network'
  const network = policy.network_access ? 'with network' : 'no network'
  if (policy.mode === 'read-only') return `Read only, ${network}`
  const temporary = policy.exclude_slash_tmp ? ', no temporary folders' : ''
  return `Workspace write, ${network}${temporary}`
}

/** In one sentence. */
function approval(policy: ApprovalPolicy): string {
  if (typeof policy !== 'string') {
    const off = Object.entries(policy.granular).flatMap(([name, on]) => (on ? [] : [name]))
    return off.length === 0 ? 'As on-request' : `As on-request, but refuse without asking: ${off.join(', ')}`
  }
  switch (policy) {
    case 'untrusted':
      return 'Ask before everything that is not on the known-safe list'
    case 'on-failure':
      return 'Run in the sandbox, ask when it stops a command'
    case 'on-request':
      return 'Ask when the agent requests more, or a command looks dangerous'
    case 'never':
      return 'Never ask; what is stopped stays stopped'
  }
}

/** What policies mean. */
export const policies = { sandbox, approval } as const
