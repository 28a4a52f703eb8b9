import type { Grant } from '@shared/domain/grant'

/** What one sandboxed run is made of; every path absolute. */
export interface BwrapPlan {
  readonly writable: readonly string[]
  readonly grants: readonly Grant[]
  /** A folder shown read-only whatever lies over it; undefined: none. */
  readonly staging?: string | undefined
  readonly network: boolean
  readonly cwd: string
  /** The observer's helper and its socket; without them the run is contained but yields no evidence. */
  readonly observer: { readonly helper: string; readonly socket: string } | undefined
  readonly command: readonly string[]
}

/**
 * bubblewrap's argv: the whole file system read-only, fresh /proc and minimal /dev, own user, pid, ipc, uts and (unless
 * the policy opens it) net namespaces, a new terminal session, death with the parent; then the writable places on top.
 */
export function bwrapArgs(plan: BwrapPlan): string[] {
  const args = [
    '--die-with-parent',
    '--new-session',
    '--unshare-user',
    '--unshare-pid',
    '--unshare-ipc',
    '--unshare-uts',
    '--unshare-cgroup-try',
  ]
  if (!plan.network) args.push('--unshare-net')
  args.push('--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc')
  for (const root of plan.writable) args.push('--bind', root, root)
  for (const grant of plan.grants) if (grant.kind === 'write') args.push('--bind', grant.path, grant.path)
  if (plan.staging !== undefined) args.push('--ro-bind', plan.staging, plan.staging)
  if (plan.observer) args.push('--setenv', 'SRT_OBSERVE_SOCK', plan.observer.socket)
  args.push('--chdir', plan.cwd, '--')
  if (plan.observer) args.push(plan.observer.helper)
  return [...args, ...plan.command]
}
