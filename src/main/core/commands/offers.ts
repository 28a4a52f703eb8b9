import type { Offer } from '@shared/domain/approval'
import type { Evidence } from '@shared/domain/evidence'
import { describeGrant, type Grant } from '@shared/domain/grant'
import { parseHostPort } from '../network/host-rules'
import { describeSandboxPolicy, type SandboxPolicy } from '@shared/domain/sandbox-policy'

/** A first yes that adds nothing: the command runs in the sandbox as it is. */
export function offerInSandbox(policy: SandboxPolicy): Offer {
  return {
    id: 'only-this',
    kind: 'only-this',
    grants: [],
    scopes: ['once', 'turn', 'session', 'rule'],
    description: `Only this: runs once inside the sandbox (${describeSandboxPolicy(policy)}).`,
  }
}

/** A yes without the sandbox. Separate, never the default. */
export function offerOutside(): Offer {
  return {
    id: 'outside',
    kind: 'outside',
    grants: [{ kind: 'unsandboxed' }],
    // Never as a rule: "do not ask again" and "without the sandbox" are two different things (W15).
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

/** More entries of one folder than this are granted as the folder. */
const maxEntries = 16

const parentOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 1))

/**
 * The narrowest grants that cover kernel-reported writes: the very file for a write into it; the very entry where one is
 * made, removed or renamed, or the folder where they are many; and for a connection that the proxy refused for want of a grant, that host and port. Guesses, reads and every other refused
 * connection give none: undefined when anything in the list cannot be granted this way, or when the folder to open
 * would be the home directory or hold it, which is no narrow grant.
 */
export function grantsFor(evidence: readonly Evidence[], home: string): readonly Grant[] | undefined {
  const grants = new Map<string, Grant>()
  const entries = new Map<string, Set<string>>()
  for (const each of evidence) {
    if (each.kind === 'network' && each.source === 'proxy' && each.operation === 'connect') {
      const target = parseHostPort(each.target)
      if (!target) return undefined
      grants.set(each.target, { kind: 'host', host: target.host.host, port: target.port })
      continue
    }
    if (each.kind !== 'write' || each.source !== 'kernel' || !each.target.startsWith('/')) return undefined
    if (!removals.has(each.operation ?? '')) {
      grants.set(`file:${each.target}`, { kind: 'write', path: each.target, extent: 'file' })
      continue
    }
    const folder = parentOf(each.target)
    if (`${home}/`.startsWith(folder === '/' ? '/' : `${folder}/`)) return undefined
    entries.set(folder, (entries.get(folder) ?? new Set()).add(each.target))
  }
  for (const [folder, targets] of entries)
    if (targets.size > maxEntries)
      grants.set(`tree:${folder}`, { kind: 'write', path: folder, extent: 'tree' })
    else for (const path of targets) grants.set(`entry:${path}`, { kind: 'write', path, extent: 'entry' })
  const open = [...grants.values()].flatMap((grant) =>
    grant.kind === 'write' && grant.extent !== 'file' ? [grant] : [],
  )
  const covered = (grant: Grant): boolean =>
    grant.kind === 'write' && open.some((wider) => wider !== grant && grant.path.startsWith(`${wider.path}/`))
  const kept = [...grants.values()].filter((grant) => !covered(grant))
  return kept.length === 0 ? undefined : kept
}

/** The yes after a denial: again inside the sandbox with exactly what was missing; undefined when nothing exact is known. */
export function offerMissing(
  evidence: readonly Evidence[],
  already: readonly Grant[],
  home: string,
): Offer | undefined {
  const missing = grantsFor(evidence, home)
  if (!missing) return undefined
  const shown = missing.slice(0, 4).map(describeGrant).join(', ')
  const more = missing.length > 4 ? ` and ${String(missing.length - 4)} more` : ''
  return {
    id: 'only-this',
    kind: 'only-this',
    grants: [...already, ...missing],
    scopes: ['once', 'turn', 'session', 'rule'],
    description: `Only this: runs again inside the sandbox, plus ${shown}${more}, for this run.`,
  }
}
