import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { ApprovalPolicy } from '@shared/domain/approval-policy'
import type { WireSandbox, WireApprovalPolicy } from './protocol/wire-threads'

/** A sandbox policy in this protocol's words. */
export function wireSandbox(policy: SandboxPolicy): WireSandbox {
  switch (policy.mode) {
    case 'danger-full-access':
      return { type: 'dangerFullAccess' }
    case 'danger-no-network':
      return { type: 'externalSandbox', networkAccess: 'restricted' }
    case 'read-only':
      return { type: 'readOnly', networkAccess: policy.network_access }
    case 'workspace-write':
      return {
        type: 'workspaceWrite',
        writableRoots: policy.writable_roots,
        networkAccess: policy.network_access,
        excludeTmpdirEnvVar: policy.exclude_tmpdir_env_var,
        excludeSlashTmp: policy.exclude_slash_tmp,
      }
  }
}

/** The policy that a client means. */
export function sandboxOf(wire: WireSandbox): SandboxPolicy {
  switch (wire.type) {
    case 'dangerFullAccess':
      return { mode: 'danger-full-access' }
    case 'externalSandbox':
      return { mode: 'danger-no-network' }
    case 'readOnly':
      return { mode: 'read-only', network_access: wire.networkAccess }
    case 'workspaceWrite':
      return {
        mode: 'workspace-write',
        writable_roots: wire.writableRoots,
        network_access: wire.networkAccess,
        exclude_tmpdir_env_var: wire.excludeTmpdirEnvVar,
        exclude_slash_tmp: wire.excludeSlashTmp,
      }
  }
}

/**
 * When a person is asked, in this protocol's words. It has none for asking after a denial (`on-failure`) and none for asking about effects, which are told as
 * the nearest that it has.
 */
export const wireApproval = (policy: ApprovalPolicy): WireApprovalPolicy =>
  policy === 'on-failure' || policy === 'effects' ? 'on-request' : policy

/** What a client means by a policy where another is in force. Told the nearest word for one that it does not know, it says that word back: nothing is changed then. */
export function approvalOf(
  wire: ApprovalPolicy | undefined,
  inForce: ApprovalPolicy,
): ApprovalPolicy | undefined {
  return wire === 'on-request' && (inForce === 'on-failure' || inForce === 'effects') ? undefined : wire
}
