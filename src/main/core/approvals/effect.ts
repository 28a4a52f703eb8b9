import type { Evidence } from '@shared/domain/evidence'

const verbs: Readonly<Record<string, string>> = {
  unlink: 'Deletes',
  unlinkat: 'Deletes',
  rmdir: 'Deletes',
  rename: 'Moves',
  renameat: 'Moves',
  renameat2: 'Moves',
  mkdir: 'Creates',
  mkdirat: 'Creates',
  symlink: 'Links',
  symlinkat: 'Links',
  link: 'Links',
  linkat: 'Links',
  chmod: 'Changes the mode of',
  fchmodat: 'Changes the mode of',
  fchmodat2: 'Changes the mode of',
  chown: 'Changes the owner of',
  lchown: 'Changes the owner of',
  fchownat: 'Changes the owner of',
}
/** The louder verb leads when a command tried several things. */
const loudness = [
  'Deletes',
  'Moves',
  'Changes the owner of',
  'Changes the mode of',
  'Links',
  'Writes',
  'Creates',
]

/** A path as people read it: `~` for the home directory. */
export function showPath(path: string, home: string): string {
  return path === home ? '~' : path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
}

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

/**
 * The verb-first line for a denied write, from kernel evidence only: what the command tried to do, how often and where.
 * Undefined when the evidence names no write.
 */
export function effectOfEvidence(
  evidence: readonly Evidence[],
  places: { readonly home: string; readonly cwd: string },
): string | undefined {
  const byVerb = new Map<string, Set<string>>()
  for (const each of evidence) {
    if (each.kind !== 'write') continue
    const verb = verbs[each.operation ?? ''] ?? 'Writes'
    byVerb.set(verb, (byVerb.get(verb) ?? new Set()).add(each.target))
  }
  const verb = loudness.find((each) => byVerb.has(each))
  const paths = [...((verb === undefined ? undefined : byVerb.get(verb)) ?? [])]
  if (verb === undefined || paths.length === 0) return undefined
  const folder = commonFolder(paths)
  const place = showPath(folder, places.home)
  const inside = `${folder}/`.startsWith(`${places.cwd}/`)
  const what = paths.length === 1 ? place : `${paths.length.toLocaleString('en-US')} files in ${place}`
  return `${verb} ${what}, ${inside ? 'inside' : 'outside'} the workspace.`
}
