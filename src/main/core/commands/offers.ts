import type { NoOnlyThis, Offer } from '@shared/domain/approval'
import type { Evidence } from '@shared/domain/evidence'
import type { Grant } from '@shared/domain/grant'
import { foldersThatStay, withTreesRemoved, type NamesFolder } from './removed-trees'
import { covers } from './covered-grants'
import type { Sandbox } from '../ports/sandbox'
import { parseHostPort } from '../network/host-rules'
import { isWithin, parentOf } from '../shell/paths'

/**
 * A first yes that adds nothing: the command runs in the sandbox as it is. `asksForMore`: the agent asked to run it
 * without, so that it may well fail there, which is said.
 */
export function offerInSandbox(asksForMore = false): Offer {
  return {
    id: 'only-this',
    kind: 'only-this',
    grants: [],
    scopes: ['once', 'turn', 'session', 'rule'],
    means: { kind: 'run', ...(asksForMore && { mayFail: true }) },
  }
}

/** The same, each for once alone. */
export const forOnce = (offers: readonly Offer[]): readonly Offer[] =>
  offers.map((offer) => ({ ...offer, scopes: ['once'] }))

/** A yes without the sandbox. Separate, never the default. */
export function offerOutside(): Offer {
  return {
    id: 'outside',
    kind: 'outside',
    grants: [{ kind: 'unsandboxed' }],
    // Never as a rule: "do not ask again" and "without the sandbox" are two different things.
    scopes: ['once', 'turn', 'session'],
    means: { kind: 'run' },
  }
}

const removals = new Set([
  'unlink',
  'unlinkat',
  'rmdir',
  'rename',
  'renameat',
  'renameat2',
  'mkdir',
  'mkdirat',
  'link',
  'linkat',
  'symlink',
  'symlinkat',
  'mknod',
  'mknodat',
  'bind',
])

/** Opens that make the name or fail, as of lock files and of temporary ones: a file that was made for them in advance would be in their way. */
const exclusives = new Set(['open_excl', 'openat_excl'])

/** Calls for a folder as a whole. */
const wholes = new Set(['rmdir', 'mkdir', 'mkdirat'])

/** With more entries than this in one folder, the folder is granted instead of each of them. */
const maxEntries = 16

/**
 * The grant for one refused write: the protected path that stopped it, as a whole where the write was below it or a folder
 * is to go; the very
 * file for a write into it; the entry where one is made, removed or renamed. Of the home directory or a folder that holds it no entry is given,
 * since it would have to be opened for that: a file that the command itself names (`cp` makes one so) is given as a file, and a lock
 * is not, which a file made in advance would be in the way of. Undefined for everything else there. Without `names` nothing is known of words, and it is tried.
 */
function grantForWrite(evidence: Evidence, { home, names = always }: Where): WriteGrant | undefined {
  const { target, protectedBy } = evidence
  if (protectedBy !== undefined) {
    const whole = target !== protectedBy || wholes.has(evidence.operation ?? '')
    return { kind: 'write', path: protectedBy, extent: whole ? 'tree' : 'file' }
  }
  const operation = evidence.operation ?? ''
  const isExclusive = exclusives.has(operation)
  if ((removals.has(operation) || isExclusive) && mayOpenFolder(home)(parentOf(target)))
    return { kind: 'write', path: target, extent: 'entry' }
  return removals.has(operation) || (isExclusive && !names(target))
    ? undefined
    : { kind: 'write', path: target, extent: 'file' }
}

/** A folder may be opened for the sake of one entry unless it is the home directory or holds it. */
const mayOpenFolder =
  (home: string) =>
  (folder: string): boolean =>
    folder !== '/' && !isWithin(home, folder)

type WriteGrant = Extract<Grant, { kind: 'write' }>

/** Many entries of one folder become the folder; what lies in something granted as a whole needs no grant of its own. */
function narrowed(grants: readonly WriteGrant[]): readonly WriteGrant[] {
  const entries = new Map<string, number>()
  for (const { path, extent } of grants)
    if (extent === 'entry') entries.set(parentOf(path), (entries.get(parentOf(path)) ?? 0) + 1)
  const merged = new Map<string, WriteGrant>()
  for (const grant of grants) {
    const folder = parentOf(grant.path)
    const crowded = grant.extent === 'entry' && (entries.get(folder) ?? 0) > maxEntries
    const kept: WriteGrant = crowded ? { kind: 'write', path: folder, extent: 'tree' } : grant
    const known = merged.get(kept.path)
    if (!known || known.extent === 'file') merged.set(kept.path, kept)
  }
  const all = [...merged.values()]
  return all.filter(
    (grant) =>
      !all.some((other) => other !== grant && other.extent !== 'file' && isWithin(grant.path, other.path)),
  )
}

/** Whether the sandbox could be laid out with a grant: what the engine is made of opens to nobody. */
type MayGrant = (grant: Grant) => boolean
const always = (): boolean => true

/** As the sandbox says it; one that does not say finds out when it tries. */
export const mayGrantIn =
  (sandbox: Pick<Sandbox, 'lays'>): MayGrant =>
  (grant) =>
    sandbox.lays?.(grant) ?? true

/** Where the command runs, as far as it decides what can be offered. `names`: what it names; absent: its words are not known. */
interface Where {
  readonly home: string
  readonly names?: NamesFolder
  readonly mayGrant?: MayGrant
}

/**
 * The narrowest grants that cover what the kernel reported of writes (decision 003), for a connection that the proxy
 * refused for want of a grant that host and port, and what the command's words say that it reads (decision 216). Guesses and every other refused
 * connection give none: undefined when anything in the list cannot be granted this way.
 */
export function grantsFor(evidence: readonly Evidence[], where: Where): readonly Grant[] | undefined {
  const { mayGrant = always } = where
  const grants: WriteGrant[] = []
  const others = new Map<string, Grant>()
  for (const each of evidence) {
    const grant = grantFor(each, where)
    if (!grant || !mayGrant(grant)) return undefined
    if (grant.kind === 'write') grants.push(grant)
    else others.set(each.target, grant)
  }
  const kept = [...others.values(), ...narrowed(grants)]
  return kept.length === 0 ? undefined : kept
}

/** The grant for one report; undefined when there is none as narrow as it. */
function grantFor(
  each: Evidence,
  where: Where,
): WriteGrant | Extract<Grant, { kind: 'host' | 'read' }> | undefined {
  if (each.kind === 'network') {
    const target =
      each.source === 'proxy' && each.operation === 'connect' ? parseHostPort(each.target) : undefined
    return target && { kind: 'host', host: target.host.host, port: target.port }
  }
  if (each.kind === 'read') return each.source === 'command' ? { kind: 'read', path: each.target } : undefined
  return each.kind === 'write' && each.source === 'kernel' && each.target.startsWith('/')
    ? grantForWrite(each, where)
    : undefined
}

function whyNotAdded(each: Evidence, where: Where): Extract<NoOnlyThis, { kind: 'target' }>['because'] {
  const { kind, source, target } = each
  if (grantFor(each, where)) return 'shut'
  if (source === 'guess') return 'guess'
  switch (kind) {
    case 'network':
      return 'connection'
    case 'read':
      return 'read'
    case 'syscall':
      return 'system-call'
    case 'write':
      return target.startsWith('/') ? 'home-entry' : 'part-of-path'
  }
}

/** Why no narrow yes can be offered though something was reported; undefined when nothing was, or one can. */
export function whyNoOffer(evidence: readonly Evidence[], where: Where): NoOnlyThis | undefined {
  const { home, names = () => false } = where
  const missing = withTreesRemoved(evidence, names, mayOpenFolder(home)).filter(
    (each) => grantsFor([each], where) === undefined,
  )
  const [first] = missing
  if (!first) return undefined
  return {
    kind: 'target',
    target: first.target,
    because: whyNotAdded(first, where),
    more: missing.length - 1,
  }
}

/**
 * Which reports are of the removal of a folder that a yes opened, or of which it opened all that was in it, where the folder around may
 * not be opened: the yes said that it stays. Nothing is asked for it, and no run counts as stopped by it alone.
 */
export const staysAsSaid =
  (already: readonly Grant[], { home, names = () => false }: Where) =>
  ({ kind, source, target, operation = '' }: Evidence): boolean =>
    kind === 'write' &&
    source === 'kernel' &&
    /^(rmdir|unlink)/.test(operation) &&
    !mayOpenFolder(home)(parentOf(target)) &&
    already.some(
      (grant) =>
        grant.kind === 'write' &&
        ((grant.extent === 'tree' && grant.path === target) ||
          (grant.extent === 'entry' && parentOf(grant.path) === target && names(target))),
    )

/** Whether everything that stopped a run is what its grants were for: a yes to the same again would change nothing. */
export function isCovered(
  evidence: readonly Evidence[],
  already: readonly Grant[],
  { home, names }: Where,
): boolean {
  const missing = withTreesRemoved(evidence, names ?? (() => false), mayOpenFolder(home)).map((each) =>
    grantsFor([each], { home, ...(names && { names }) }),
  )
  return (
    missing.length > 0 && missing.every((grants) => grants?.every((grant) => covers(already, grant)) === true)
  )
}

/**
 * The yes after a denial: again inside the sandbox with exactly what was missing; undefined when nothing exact is known.
 * `names` says which folders the command names, for those that it removes as a whole (removed-trees).
 */
export function offerMissing(
  evidence: readonly Evidence[],
  already: readonly Grant[],
  where: Where,
): Offer | undefined {
  const { home, names = () => false } = where
  const mayOpen = mayOpenFolder(home)
  const missing = grantsFor(withTreesRemoved(evidence, names, mayOpen), where)
  if (!missing) return undefined
  return {
    id: 'only-this',
    kind: 'only-this',
    grants: [...already, ...missing],
    // What reads keys is no standing rule: what runs beside the command, a hook, would read them unseen.
    scopes: missing.some(({ kind }) => kind === 'read')
      ? ['once', 'turn', 'session']
      : ['once', 'turn', 'session', 'rule'],
    means: {
      kind: 'run-again',
      before: already.length,
      stays: [...foldersThatStay(evidence, names, mayOpen)],
    },
  }
}
