import type { Offer } from '@shared/domain/approval'
import type { WirePermissions } from './protocol/questions'

/** What a set of permissions comes to. */
interface Plain {
  readonly network: boolean
  readonly read: readonly string[]
  readonly write: readonly string[]
}

/**
 * What an offer adds, in this protocol's words. Undefined where it has none for it: nothing is added, or everything. A host is
 * told as the network, which is more than is given.
 */
export function permissionsOf({ grants }: Offer): WirePermissions | undefined {
  if (grants.length === 0 || grants.some(({ kind }) => kind === 'unsandboxed' || kind === 'git-settings'))
    return undefined
  const network = grants.some(({ kind }) => kind === 'host')
  const paths = (wanted: 'read' | 'write'): string[] =>
    grants.flatMap((grant) => (grant.kind === wanted ? [grant.path] : []))
  const [read, write] = [paths('read'), paths('write')]
  return {
    network: network ? { enabled: true } : null,
    fileSystem:
      read.length + write.length === 0
        ? null
        : { read: read.length === 0 ? null : read, write: write.length === 0 ? null : write },
  }
}

/** Undefined for what is no plain list of paths. */
function plain({ network, fileSystem }: WirePermissions): Plain | undefined {
  const entries = fileSystem?.entries ?? []
  const listed = (wanted: string): string[] =>
    entries.flatMap(({ access, path }) =>
      access === wanted && path.type === 'path' && typeof path['path'] === 'string' ? [path['path']] : [],
    )
  const [read, write] = [listed('read'), listed('write')]
  if (read.length + write.length !== entries.length) return undefined
  const sorted = (paths: readonly string[]): string[] => [...new Set(paths)].toSorted()
  return {
    network: network?.enabled === true,
    read: sorted([...read, ...(fileSystem?.read ?? [])]),
    write: sorted([...write, ...(fileSystem?.write ?? [])]),
  }
}

/** Whether a client gave exactly what it was asked for: nothing less, which could not be offered, and nothing more. */
export function isSamePermissions(asked: WirePermissions, given: WirePermissions): boolean {
  const [left, right] = [plain(asked), plain(given)]
  return left !== undefined && right !== undefined && JSON.stringify(left) === JSON.stringify(right)
}
