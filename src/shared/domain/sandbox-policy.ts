import { z } from 'zod'
import type { SandboxStatus } from './doctor'

/** The named limits, as written in config.toml (`sandbox_mode`) and on the wire (docs/spec/sandbox.md). */
export const SandboxMode = z.enum(['read-only', 'workspace-write', 'danger-no-network', 'danger-full-access'])
export type SandboxMode = z.infer<typeof SandboxMode>

/**
 * What a sandboxed command may touch. The field names are the wire's (docs/spec/sandbox.md).
 * `danger-no-network` leaves every file open and closes the network (decision 088).
 * `writable_roots` holds absolute paths; the session's cwd is always writable under workspace-write.
 */
export const SandboxPolicy = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('danger-full-access') }),
  z.strictObject({ mode: z.literal('danger-no-network') }),
  z.strictObject({ mode: z.literal('read-only'), network_access: z.boolean().default(false) }),
  z.strictObject({
    mode: z.literal('workspace-write'),
    writable_roots: z.array(z.string()).default([]),
    network_access: z.boolean().default(false),
    exclude_tmpdir_env_var: z.boolean().default(false),
    exclude_slash_tmp: z.boolean().default(false),
  }),
])
export type SandboxPolicy = z.infer<typeof SandboxPolicy>

/** The policy a bare mode name stands for: no extra roots, no network. */
export function sandboxPolicyForMode(mode: SandboxMode): SandboxPolicy {
  return SandboxPolicy.parse({ mode })
}

/** Whether a command reaches the network without being granted a host. */
export function opensNetwork(policy: SandboxPolicy): boolean {
  return policy.mode === 'danger-full-access' || ('network_access' in policy && policy.network_access)
}

/** Whether a command may read and write every file that its user may. */
export function opensFiles({ mode }: SandboxPolicy): boolean {
  return mode === 'danger-full-access' || mode === 'danger-no-network'
}

/** The temporary folders that a policy opens besides, as they are named; `tmpdir` is what `$TMPDIR` is to a command. */
export function temporaryFolders(policy: SandboxPolicy, tmpdir?: string): readonly string[] {
  if (policy.mode !== 'workspace-write') return []
  const named = !policy.exclude_tmpdir_env_var && tmpdir?.startsWith('/') ? tmpdir.replace(/\/+$/, '') : ''
  // `/` is no temporary folder.
  return [...(policy.exclude_slash_tmp ? [] : ['/tmp']), ...(named === '' ? [] : [named])]
}

/** Whether commands are held by nothing but the container that they run in. */
export const inContainerAlone = (status: SandboxStatus): boolean =>
  status.kind === 'unavailable' && status.container?.kind === 'boundary'
