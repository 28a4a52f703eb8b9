import type { ApprovalPolicy } from '@shared/domain/approval-policy'
import {
  opensNetwork,
  sandboxPolicyForMode,
  type SandboxMode,
  type SandboxPolicy,
} from '@shared/domain/sandbox-policy'
import type { ChildOf } from '@shared/domain/session'

/** What a session's commands run under. */
export interface Limits {
  readonly cwd: string
  readonly approvalPolicy: ApprovalPolicy
  readonly sandboxPolicy: SandboxPolicy
}

const width: Readonly<Record<SandboxMode, number>> = {
  'read-only': 0,
  'workspace-write': 1,
  'danger-no-network': 2,
  'danger-full-access': 3,
}

/** Whether a mode allows more than another. */
export const isWider = (mode: SandboxMode, than: SandboxMode): boolean => width[mode] > width[than]

const isBelow = (root: string, other: string): boolean => root === other || root.startsWith(`${other}/`)

const withoutNetwork = (policy: SandboxPolicy): SandboxPolicy =>
  'network_access' in policy ? { ...policy, network_access: false } : policy

/** What both policies allow. */
export function narrowestSandbox(one: SandboxPolicy, other: SandboxPolicy): SandboxPolicy {
  if (one.mode === 'danger-full-access') return other
  if (other.mode === 'danger-full-access') return one
  if (one.mode === 'danger-no-network') return withoutNetwork(other)
  if (other.mode === 'danger-no-network') return withoutNetwork(one)
  const network_access = one.network_access && other.network_access
  if (one.mode === 'read-only' || other.mode === 'read-only') return { mode: 'read-only', network_access }
  const within = (roots: readonly string[], outer: readonly string[]): string[] =>
    roots.filter((root) => outer.some((each) => isBelow(root, each)))
  const writable_roots = [
    ...new Set([
      ...within(one.writable_roots, other.writable_roots),
      ...within(other.writable_roots, one.writable_roots),
    ]),
  ]
  return {
    mode: 'workspace-write',
    writable_roots,
    network_access,
    exclude_tmpdir_env_var: one.exclude_tmpdir_env_var || other.exclude_tmpdir_env_var,
    exclude_slash_tmp: one.exclude_slash_tmp || other.exclude_slash_tmp,
  }
}

/** The approval policy of two under which less runs: asking before everything, then about effects, then running nothing that would be asked about. */
function narrowestApproval(one: ApprovalPolicy, other: ApprovalPolicy): ApprovalPolicy {
  if (one === 'untrusted' || other === 'untrusted') return 'untrusted'
  if (one === 'effects' || other === 'effects') return 'effects'
  return one === 'never' ? one : other
}

/** Whether the folder may be written to under the limits: their own is, without being named. */
function mayWrite(folder: string, { cwd, sandboxPolicy }: Limits): boolean {
  return (
    sandboxPolicy.mode !== 'workspace-write' ||
    [cwd, ...sandboxPolicy.writable_roots].some((root) => isBelow(folder, root))
  )
}

/** What both allow, in the first one's folder, which is only read where the other may not write to it. */
export function narrowest(one: Limits, other: Limits): Limits {
  const both = narrowestSandbox(one.sandboxPolicy, other.sandboxPolicy)
  return {
    cwd: one.cwd,
    approvalPolicy: narrowestApproval(one.approvalPolicy, other.approvalPolicy),
    sandboxPolicy:
      both.mode === 'workspace-write' && !mayWrite(one.cwd, other)
        ? { mode: 'read-only', network_access: both.network_access }
        : both,
  }
}

/** The limits within a mode: those of the same mode stay as they are. */
export function within(limits: Limits, mode: SandboxMode | undefined): Limits {
  if (mode === undefined || mode === limits.sandboxPolicy.mode) return limits
  return { ...limits, sandboxPolicy: narrowestSandbox(limits.sandboxPolicy, sandboxPolicyForMode(mode)) }
}

/** The limits of a child: within its mode; a review asks nobody, unless its parent has everything asked about. */
export function childLimits(
  limits: Limits,
  { kind, sandboxMode }: Pick<ChildOf, 'kind' | 'sandboxMode'>,
): Limits {
  const inMode = within(limits, sandboxMode)
  if (kind !== 'review') return inMode
  return { ...inMode, approvalPolicy: narrowestApproval(inMode.approvalPolicy, 'never') }
}

/** Whether something may happen under the first limits that may not under the second. */
export function exceeds(limits: Limits, bound: Limits): boolean {
  const both = narrowest(limits, bound)
  const written = ({ approvalPolicy, sandboxPolicy }: Limits): string =>
    JSON.stringify([
      approvalPolicy,
      sandboxPolicy.mode,
      opensNetwork(sandboxPolicy),
      sandboxPolicy.mode === 'workspace-write' && [
        sandboxPolicy.writable_roots.toSorted(),
        sandboxPolicy.exclude_slash_tmp,
        sandboxPolicy.exclude_tmpdir_env_var,
      ],
    ])
  return written(both) !== written(limits)
}
