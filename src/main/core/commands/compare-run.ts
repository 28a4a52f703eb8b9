import type { Evidence } from '@shared/domain/evidence'
import type { Grant } from '@shared/domain/grant'
import { mostDifferences, type RunChange, type RunPromise, type ShownRun } from '@shared/domain/run-promise'
import { protectedNames } from '../policy/tool-settings'
import { isWithin, nameOf, parentOf } from '../shell/paths'
import { covers } from './covered-grants'
import type { SeenChanges, WatchedPlace } from '../turn/turn-context'

/** What a run is compared in. Paths are real. */
export interface ComparedIn {
  /** What it could write to without any grant. */
  readonly writable: readonly string[]
  readonly grants: readonly Grant[]
  /** True for what its tools note for themselves. */
  readonly isIncidental: (path: string) => boolean
}

/** Folders that hold what can be made again, and differ from run to run; and what git keeps for itself while it works. */
const caches =
  /\/(\.cache|__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.parcel-cache|\.turbo|\.nyc_output|_cacache|_logs|CacheStorage|GPUCache)(\/|$)/
const ofGit = /\/\.git\/(index|objects|logs|ORIG_HEAD|FETCH_HEAD|COMMIT_EDITMSG|gc\.log)(\/|\.lock$|$)/
/** What of a repository decides which programs a later git runs, by the names that the sandbox holds the place of. */
const keptOfGit =
  /\/\.git(\/(modules|worktrees)\/.+)?\/(commondir|config(\.worktree)?|hooks|info(\/(exclude|attributes))?)$/
const notes = /(\.log|\.pid|\.swp|\.tsbuildinfo|\.DS_Store)$/

/**
 * What differs from run to run and says nothing: caches, logs, locks, what tools note for themselves. Never what is removed outside of a
 * cache, and never a name that something else runs by.
 */
function isNoise({ path, kind }: RunChange, { isIncidental, writable, grants }: ComparedIn): boolean {
  // The sandbox makes these where they are missing, so that no command can; without a grant one can neither make nor remove them.
  const kept =
    (protectedNames.includes(nameOf(path)) && writable.includes(parentOf(path))) || keptOfGit.test(path)
  const given = grants.some(
    (each) => each.kind === 'unsandboxed' || covers([each], { kind: 'write', path, extent: 'file' }),
  )
  if (kept && !given && kind !== 'changed') return true
  // Where it works may itself lie in a cache: what counts is the way from there.
  const root = writable.find((each) => each !== '/' && isWithin(path, each))
  const inCache = caches.test(path.slice(root?.length ?? 0))
  return isIncidental(path) || inCache || ofGit.test(path) || (kind !== 'deleted' && notes.test(path))
}

/** A name with what a program makes up anew each time taken out: numbers, and long runs of hexadecimal digits. */
const shape = (path: string): string => `${parentOf(path)}/${nameOf(path).replace(/[0-9a-f]{6,}|\d+/gi, '#')}`

/** Whether a change was shown: the thing itself, something in what was shown as a whole, or one like it where names are made up. */
function wasShown({ path, kind }: RunChange, { paths }: ShownRun): boolean {
  return paths.some((each) => {
    const isIt = each.path === path || (each.below === true && isWithin(path, each.path))
    if (kind === 'deleted') return isIt && each.goes === true
    const isLike = kind === 'created' && shape(each.path) === shape(path) && shape(path) !== path
    return isIt || isLike
  })
}

/** Whether a change may have been among those that are not kept any more. */
const mayHaveBeenShown = ({ path, kind }: RunChange, { paths, cut }: ShownRun): boolean =>
  cut === true && kind !== 'deleted' && paths.some((each) => isWithin(path, parentOf(each.path)))

/** Whether the yes itself was for a change: a file or an entry by its name, a folder for what is made and changed in it. */
function wasGranted({ path, kind }: RunChange, grants: readonly Grant[]): boolean {
  return grants.some((grant) => {
    if (grant.kind === 'git-settings') return path === grant.path && kind === 'changed'
    if (grant.kind !== 'write' || !isWithin(path, grant.path)) return false
    return grant.extent === 'entry' || kind !== 'deleted'
  })
}

/** Where a run is looked at: below its grants, and in its own folder where a rehearsal said what it does there. */
export function placesOf(
  shown: ShownRun,
  { writable, grants }: ComparedIn,
  workspace: string,
): readonly WatchedPlace[] {
  const granted = grants.flatMap((grant): readonly WatchedPlace[] => {
    if (grant.kind === 'git-settings') return [{ path: grant.path, as: 'itself' }]
    if (grant.kind !== 'write') return []
    // Names can be made beside an entry: the folder around it is looked at, and not what lies in the neighbours.
    return grant.extent === 'entry'
      ? [
          { path: grant.path, as: 'tree' },
          { path: parentOf(grant.path), as: 'names' },
        ]
      : [{ path: grant.path, as: grant.extent === 'tree' ? 'tree' : 'itself' }]
  })
  const outside = grants.some(({ kind }) => kind === 'unsandboxed')
  const named = outside
    ? shown.paths.map(({ path, below }) => ({ path, as: below ? 'tree' : 'itself' }) as const)
    : []
  const own = shown.by === 'rehearsal' && !outside && writable.some((root) => isWithin(workspace, root))
  return [...granted, ...named, ...(own ? [{ path: workspace, as: 'tree' } as const] : [])]
}

/** Which hosts it tried, of those that its proxy reported, that nobody was shown. What a person said no to meanwhile was shown then. */
function hostsBeyond(tried: readonly Evidence[], { hosts }: ShownRun): readonly string[] {
  const known = new Set(hosts)
  const nameIn = (target: string): string => target.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
  return [
    ...new Set(
      tried
        .filter(({ kind, operation }) => kind === 'network' && operation !== 'denied')
        .map(({ target }) => target)
        .filter((target) => !known.has(target) && !known.has(nameIn(target))),
    ),
  ]
}

/** What a run did, compared with what was shown. Pure. */
export function compareRun(
  shown: ShownRun,
  seen: SeenChanges,
  tried: readonly Evidence[],
  at: ComparedIn,
): RunPromise {
  const outside = at.grants.some(({ kind }) => kind === 'unsandboxed')
  const others = seen.changes.filter((change) => !isNoise(change, at) && !wasShown(change, shown))
  const known = others.filter((change) => !mayHaveBeenShown(change, shown))
  const more = known.filter((change) => {
    const isOwn = at.writable.some((root) => isWithin(change.path, root))
    // Facts foretell nothing of what a program writes where it may, and nothing of what a file named to it is made into.
    if (shown.by === 'facts' && (isOwn || outside)) return change.kind === 'deleted' && outside
    return shown.by === 'rehearsal' || !wasGranted(change, at.grants)
  })
  const hosts = hostsBeyond(tried, shown)
  return {
    by: shown.by,
    watched: outside ? 'named' : seen.whole && known.length === others.length ? 'all' : 'part',
    more: more.slice(0, mostDifferences).map(({ path, kind }) => ({ path, kind })),
    moreCount: more.length,
    hosts: hosts.slice(0, mostDifferences),
  }
}
