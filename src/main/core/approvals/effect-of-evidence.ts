import type { Effect, FileVerb } from '@shared/domain/effect'
import { isSocket, type Evidence } from '@shared/domain/evidence'
import { namedPath, type NamingFolders } from '@shared/domain/named-path'

const verbs: Readonly<Record<string, FileVerb>> = {
  unlink: 'delete',
  unlinkat: 'delete',
  rmdir: 'delete',
  rename: 'move',
  renameat: 'move',
  renameat2: 'move',
  mkdir: 'create',
  mkdirat: 'create',
  open_excl: 'create',
  openat_excl: 'create',
  symlink: 'link',
  symlinkat: 'link',
  link: 'link',
  linkat: 'link',
  chmod: 'change-mode',
  fchmodat: 'change-mode',
  fchmodat2: 'change-mode',
  chown: 'change-owner',
  lchown: 'change-owner',
  fchownat: 'change-owner',
}
/** The louder verb leads when a command tried several things. */
const loudness: readonly FileVerb[] = [
  'delete',
  'move',
  'change-owner',
  'change-mode',
  'link',
  'write',
  'create',
]

/** The deepest folder that holds all paths; the path itself when there is one. */
function commonFolder(paths: readonly string[]): string {
  const [first = '/', ...rest] = paths
  if (rest.length === 0) return first
  const parts = first.split('/').slice(0, -1)
  for (const path of rest) {
    const other = path.split('/')
    const same = parts.findIndex((part, at) => other[at] !== part)
    if (same >= 0) parts.length = same
  }
  return parts.join('/') || '/'
}

/** The sockets of the machine that it was kept from, each once. */
function socketsOf(evidence: readonly Evidence[], folders: NamingFolders): string[] {
  return [...new Set(evidence.filter(isSocket).map(({ target }) => namedPath(target, folders).name))]
}

/**
 * What a denied attempt wanted to write or to reach, from kernel evidence only: what it tried to do, how often and where. Undefined when
 * the evidence names no write and no socket. `cwd` is the session's folder.
 */
export function effectOfEvidence(
  evidence: readonly Evidence[],
  { home, cwd }: { readonly home: string; readonly cwd: string },
): Effect | undefined {
  const hosts = socketsOf(evidence, { roots: [cwd], home })
  const reach = hosts.length === 0 ? undefined : ({ kind: 'connect', hosts } satisfies Effect['act'])
  const byVerb = new Map<FileVerb, Set<string>>()
  for (const each of evidence) {
    if (each.kind !== 'write' || isSocket(each)) continue
    const verb = verbs[each.operation ?? ''] ?? 'write'
    byVerb.set(verb, (byVerb.get(verb) ?? new Set()).add(each.target))
  }
  const verb = loudness.find((each) => byVerb.has(each))
  const paths = [...((verb === undefined ? undefined : byVerb.get(verb)) ?? [])]
  if (verb === undefined || paths.length === 0) return reach && { act: reach }
  const folder = commonFolder(paths)
  const things = paths.length
  return {
    act: {
      kind: 'files',
      verb,
      names: [namedPath(folder, { roots: [cwd], home })],
      ...(things === 1 ? { state: 'one' } : { state: 'tree', files: things }),
      things,
      exact: true,
      place: `${folder}/`.startsWith(`${cwd}/`) ? 'inside' : 'outside',
    },
    ...(reach && { also: reach }),
  }
}
