import { isAbsolute, parse, resolve } from 'node:path'
import { opensFiles, temporaryFolders, type SandboxPolicy } from '@shared/domain/sandbox-policy'
import { Looks } from './looks'

/** True when `path` is `root` or below it. */
export function isUnder(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith('/') ? root : `${root}/`)
}

/** The kernel's own file systems: bubblewrap lays these out itself, and nothing in them is a place to work in. */
export const kernelPlaces: readonly string[] = ['/dev', '/proc', '/sys']

/** What is writable in a run, real paths: `roots` are worked in, `temporary` ones are everyone's. */
export interface WritablePlaces {
  readonly roots: readonly string[]
  readonly temporary: readonly string[]
}

/** A root as it can be mounted, or why it cannot. */
export type RootVerdict =
  | { readonly kind: 'root'; readonly given: string; readonly path: string }
  | { readonly kind: 'unusable'; readonly given: string; readonly problem: string }

/** Judges one root: its real path, or what is wrong with it in words that follow its name ("is not absolute"). */
export function judgeRoot(given: string, looks = new Looks()): RootVerdict {
  const unusable = (problem: string): RootVerdict => ({ kind: 'unusable', given, problem })
  if (given.includes('\0')) return unusable('contains NUL')
  if (!isAbsolute(given)) return unusable('is not an absolute path')
  const found = looks.follow(given)
  if (found.kind === 'missing') return unusable('does not exist')
  if (found.kind === 'unreachable')
    return unusable(
      found.code === 'ELOOP' ? 'is a link that leads round in a circle' : `cannot be opened (${found.code})`,
    )
  if (!found.stats.isDirectory()) return unusable('is not a folder')
  const { path } = found
  if (path === parse(path).root) return unusable('is the whole file system, which cannot be a writable root')
  return kernelPlaces.some((place) => isUnder(path, place))
    ? unusable("lies in the kernel's own file systems")
    : { kind: 'root', given, path }
}

const usable = (paths: readonly string[], looks: Looks): string[] => {
  const real = paths.flatMap((given) => {
    const verdict = judgeRoot(given, looks)
    return verdict.kind === 'root' ? [verdict.path] : []
  })
  return [...new Set(real)].sort()
}

/**
 * The folders a policy makes writable, real and absolute (docs/spec/sandbox.md): the workspace and the configured roots; /tmp
 * and $TMPDIR, unless excluded, as temporary ones. A root that does not exist, is relative, loops or is `/` is left out,
 * which fails closed. A folder that is both is a root. Where every file is open it is `/`, in which nothing is kept as it is. A $TMPDIR
 * with a link on its way opens nothing: whoever may write around it could turn it anywhere.
 */
export function writablePlaces(
  policy: SandboxPolicy,
  workspace: string,
  tmpdir: string | undefined,
  looks = new Looks(),
): WritablePlaces {
  if (opensFiles(policy)) return { roots: [], temporary: ['/'] }
  if (policy.mode !== 'workspace-write') return { roots: [], temporary: [] }
  const roots = usable([workspace, ...policy.writable_roots], looks)
  const isPlain = tmpdir !== undefined && usable([tmpdir], looks)[0] === resolve(tmpdir)
  const temporary = usable(temporaryFolders(policy, isPlain ? tmpdir : undefined), looks)
  return { roots, temporary: temporary.filter((path) => !roots.includes(path)) }
}

/** The same folders as one sorted list, for those who only ask whether a path may be written to. */
export function writableRoots(
  policy: SandboxPolicy,
  workspace: string,
  tmpdir: string | undefined,
): readonly string[] {
  const { roots, temporary } = writablePlaces(policy, workspace, tmpdir)
  return [...roots, ...temporary].sort()
}
