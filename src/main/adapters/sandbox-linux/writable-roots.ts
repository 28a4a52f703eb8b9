import { realpathSync, statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'

/** A directory's real path, or undefined when there is none there. */
function realDirectory(path: string | undefined): string | undefined {
  if (path === undefined || !isAbsolute(path)) return undefined
  try {
    const real = realpathSync(path)
    return statSync(real).isDirectory() && real !== '/' ? real : undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined // not there, not readable: not writable either
    throw error
  }
}

/**
 * The directories a policy makes writable, real and absolute (semantics §4.1): cwd, the configured roots, /tmp and
 * $TMPDIR unless excluded. A root that does not exist, is relative or is `/` is left out, which fails closed.
 */
export function writableRoots(
  policy: SandboxPolicy,
  workspace: string,
  tmpdir: string | undefined,
): readonly string[] {
  if (policy.mode !== 'workspace-write') return []
  const wanted = [workspace, ...policy.writable_roots]
  if (!policy.exclude_slash_tmp) wanted.push('/tmp')
  if (!policy.exclude_tmpdir_env_var && tmpdir !== undefined && tmpdir !== '') wanted.push(tmpdir)
  const real = wanted.map(realDirectory).filter((path) => path !== undefined)
  return [...new Set(real)].sort()
}

/** True when `path` is `root` or below it. */
export function isUnder(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith('/') ? root : `${root}/`)
}
