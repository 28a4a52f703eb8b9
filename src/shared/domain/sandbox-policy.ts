import { z } from 'zod'

/** The three named limits, as written in config.toml (`sandbox_mode`) and on the wire (docs/spec/sandbox.md). */
export const SandboxMode = z.enum(['read-only', 'workspace-write', 'danger-full-access'])
export type SandboxMode = z.infer<typeof SandboxMode>

/**
 * What a sandboxed command may touch. The field names are the wire's (docs/spec/sandbox.md).
 * `writable_roots` holds absolute paths; the session's cwd is always writable under workspace-write.
 */
export const SandboxPolicy = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('danger-full-access') }),
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

/** One line for a person, e.g. "Workspace write, no network". */
export function describeSandboxPolicy(policy: SandboxPolicy): string {
  if (policy.mode === 'danger-full-access') return 'Full access, no sandbox'
  const network = policy.network_access ? 'with network' : 'no network'
  if (policy.mode === 'read-only') return `Read only, ${network}`
  const temporary = policy.exclude_slash_tmp ? ', no temporary folders' : ''
  return `Workspace write, ${network}${temporary}`
}
