import type { Offer } from '@shared/domain/approval'
import type { Evidence } from '@shared/domain/evidence'
import { describeGrant, type Grant } from '@shared/domain/grant'
import { foldersThatStay, withTreesRemoved, type NamesFolder } from './removed-trees'
import { parseHostPort } from '../network/host-rules'
import { describeSandboxPolicy, type SandboxPolicy } from '@shared/domain/sandbox-policy'
import { isWithin, parentOf } from '../shell/paths'

/** What grants add, in few words: many entries of one folder are counted, the rest is listed. */
function describeAdded(grants: readonly Grant[]): string {
  const entries = grants.filter((grant) => grant.kind === 'write' && grant.extent === 'entry')
  const folders = new Set(entries.map((grant) => parentOf(grant.kind === 'write' ? grant.path : '')))
  const [folder] = folders
  const counted = entries.length > 2 && folders.size === 1 && folder !== undefined
  const rest = counted ? grants.filter((grant) => !entries.includes(grant)) : grants
  const parts = [
    ...(counted ? [`make, move or remove exactly these ${String(entries.length)} entries of ${folder}`] : []),
    ...rest.slice(0, 4).map(describeGrant),
  ]
  return `${parts.join(', ')}${rest.length > 4 ? ` and ${String(rest.length - 4)} more` : ''}`
}

/**
 * A first yes that adds nothing: the command runs in the sandbox as it is. `asksForMore`: the agent asked to run it
 * without, so that it may well fail there, which is said.
 */
export function offerInSandbox(policy: SandboxPolicy, asksForMore = false): Offer {
  return {
    id: 'only-this',
    kind: 'only-this',
    grants: [],
    scopes: ['once', 'turn', 'session', 'rule'],
    description: `Only this: runs once inside the sandbox (${describeSandboxPolicy(policy)}).${asksForMore ? ` ${mayFail}` : ''}`,
  }
}

const mayFail = 'The agent asked for more than that, so it may fail there.'

/** A yes without the sandbox. Separate, never the default. */
export function offerOutside(): Offer {
  return {
    id: 'outside',
    kind: 'outside',
    grants: [{ kind: 'unsandboxed' }],
    // Never as a rule: "do not ask again" and "without the sandbox" are two different things.
    scopes: ['once', 'turn', 'session'],
    description: 'Outside: runs once without the sandbox, with everything you may do.',
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
])

/** With more entries than this in one folder, the folder is granted instead of each of them. */
const maxEntries = 16

/**
 * The grant for one refused write: the protected path that stopped it, as a whole where the write was below it or a folder
 * is to go; the very
 * file for a write into it; the entry where one is made, removed or renamed. Undefined where the entry lies in the home
 * directory or in a folder that holds it, which would have to be opened.
 */
function grantForWrite(evidence: Evidence, home: string): WriteGrant | undefined {
  const { target, protectedBy } = evidence
  if (protectedBy !== undefined) {
    const whole = target !== protectedBy || evidence.operation === 'rmdir'
    return { kind: 'write', path: protectedBy, extent: whole ? 'tree' : 'file' }
  }
  if (!removals.has(evidence.operation ?? '')) return { kind: 'write', path: target, extent: 'file' }
  return mayOpenFolder(home)(parentOf(target)) ? { kind: 'write', path: target, extent: 'entry' } : undefined
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

/**
 * The narrowest grants that cover what the kernel reported of writes (decision 003), and for a connection that the proxy
 * refused for want of a grant, that host and port. Guesses, reads and every other refused connection give none: undefined
 * when anything in the list cannot be granted this way.
 */
export function grantsFor(evidence: readonly Evidence[], home: string): readonly Grant[] | undefined {
  const grants: WriteGrant[] = []
  const hosts = new Map<string, Grant>()
  for (const each of evidence) {
    const grant = grantFor(each, home)
    if (!grant) return undefined
    if (grant.kind === 'write') grants.push(grant)
    else hosts.set(each.target, grant)
  }
  const kept = [...hosts.values(), ...narrowed(grants)]
  return kept.length === 0 ? undefined : kept
}

/** The grant for one report; undefined when there is none as narrow as it. */
function grantFor(each: Evidence, home: string): WriteGrant | Extract<Grant, { kind: 'host' }> | undefined {
  if (each.kind === 'network') {
    const target =
      each.source === 'proxy' && each.operation === 'connect' ? parseHostPort(each.target) : undefined
    return target && { kind: 'host', host: target.host.host, port: target.port }
  }
  return each.kind === 'write' && each.source === 'kernel' && each.target.startsWith('/')
    ? grantForWrite(each, home)
    : undefined
}

function whyNotAdded({ kind, source, target }: Evidence): string {
  if (source === 'guess') return 'was only read in the output'
  switch (kind) {
    case 'network':
      return 'is no connection that could be let through'
    case 'read':
      return 'is a read, and those are opened in the settings alone'
    case 'syscall':
      return 'is no file'
    case 'write':
      return target.startsWith('/')
        ? 'is an entry of the home folder or above it, which would have to be opened as a whole'
        : 'is no whole path'
  }
}

/** Why no narrow yes can be offered though something was reported, as a sentence; undefined when nothing was, or one can. */
export function whyNoOffer(
  evidence: readonly Evidence[],
  { home, names = () => false }: { readonly home: string; readonly names?: NamesFolder },
): string | undefined {
  const missing = withTreesRemoved(evidence, names, mayOpenFolder(home)).filter(
    (each) => grantFor(each, home) === undefined,
  )
  const [first] = missing
  if (!first) return undefined
  const more =
    missing.length === 1
      ? ''
      : `, and so ${missing.length === 2 ? 'is' : 'are'} ${String(missing.length - 1)} more`
  return `${first.target} cannot be added on its own: it ${whyNotAdded(first)}${more}.`
}

/**
 * The yes after a denial: again inside the sandbox with exactly what was missing; undefined when nothing exact is known.
 * `names` says which folders the command names, for those that it removes as a whole (removed-trees).
 */
export function offerMissing(
  evidence: readonly Evidence[],
  already: readonly Grant[],
  { home, names = () => false }: { readonly home: string; readonly names?: NamesFolder },
): Offer | undefined {
  const mayOpen = mayOpenFolder(home)
  const missing = grantsFor(withTreesRemoved(evidence, names, mayOpen), home)
  if (!missing) return undefined
  const stay = foldersThatStay(evidence, names, mayOpen)
  const shown = `${describeAdded(missing)}${stay.map((folder) => ` (${folder} itself stays, empty)`).join('')}`
  return {
    id: 'only-this',
    kind: 'only-this',
    grants: [...already, ...missing],
    scopes: ['once', 'turn', 'session', 'rule'],
    description: `Only this: runs again inside the sandbox, plus ${shown}, for this run.`,
  }
}
