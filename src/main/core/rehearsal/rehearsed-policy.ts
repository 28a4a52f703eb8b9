import type { SandboxPolicy } from '@shared/domain/sandbox-policy'

/**
 * The policy that a command is rehearsed under: what it may write to, it writes to a copy of; it may write to its folder in any
 * case, since it is asked about there; and it never has a network, so that the answer is its own.
 */
export function rehearsedPolicy(policy: SandboxPolicy): SandboxPolicy {
  if (policy.mode === 'workspace-write') return { ...policy, network_access: false }
  return {
    mode: 'workspace-write',
    writable_roots: [],
    network_access: false,
    exclude_tmpdir_env_var: false,
    exclude_slash_tmp: false,
  }
}
