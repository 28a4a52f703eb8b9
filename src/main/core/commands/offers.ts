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

const parentOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 1))

/**
 * The narrowest grants that cover kernel-reported writes: the very file for a write into it, the folder around it where
 * an entry is made, removed or renamed (a folder's entries can only be changed if the folder is writable); and for a
 * connection that the proxy refused for want of a grant, that host and port. Guesses, reads and every other refused
 * connection give none: undefined when anything in the list cannot be granted this way, or when the folder to open
 * would be the home directory or hold it, which is no narrow grant.
 */
export function grantsFor(evidence: readonly Evidence[], home: string): readonly Grant[] | undefined {
  const grants = new Map<string, Grant>()
  for (const each of evidence) {
    if (each.kind === 'network' && each.source === 'proxy' && each.operation === 'connect') {
      const target = parseHostPort(each.target)
      if (!target) return undefined
      grants.set(each.target, { kind: 'host', host: target.host.host, port: target.port })
      continue
    }
    if (each.kind !== 'write' || each.source !== 'kernel' || !each.target.startsWith('/')) return undefined
    const entry = removals.has(each.operation ?? '')
    const path = entry ? parentOf(each.target) : each.target
    if (entry && `${home}/`.startsWith(path === '/' ? '/' : `${path}/`)) return undefined
    const key = `${entry ? 'tree' : 'file'}:${path}`
    grants.set(key, { kind: 'write', path, extent: entry ? 'tree' : 'file' })
  }
  const trees = [...grants.values()].filter((grant) => grant.kind === 'write' && grant.extent === 'tree')
  const covered = (grant: Grant): boolean =>
    grant.kind === 'write' &&
    trees.some(
      (tree) => tree !== grant && tree.kind === 'write' && `${grant.path}/`.startsWith(`${tree.path}/`),
    )
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
