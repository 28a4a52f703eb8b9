import { lstatSync, statSync, type BigIntStats } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Grant, PathIdentity } from '@shared/domain/grant'
import { realPath } from '../protection/protected-entry'

const idOf = ({ dev, ino }: BigIntStats): string => `${String(dev)}:${String(ino)}`

function kindOf(stats: BigIntStats): 'file' | 'directory' | 'other' {
  if (stats.isFile()) return 'file'
  return stats.isDirectory() ? 'directory' : 'other'
}

/**
 * What a granted path is now, links followed; of an entry, where it stands. Undefined where there is no such path and no
 * folder to make it in, or it cannot be told (a link that leads nowhere).
 */
export function identityOf(grant: Extract<Grant, { kind: 'write' | 'read' }>): PathIdentity | undefined {
  try {
    const parent = realPath(dirname(grant.path))
    if (parent === undefined) return undefined
    const folder = idOf(statSync(parent, { bigint: true }))
    const place = join(parent, basename(grant.path))
    if (grant.kind === 'write' && grant.extent === 'entry') return { realPath: place, kind: 'entry', folder }
    const entry = lstatSync(place, { bigint: true, throwIfNoEntry: false })
    if (!entry) return { realPath: place, kind: 'missing', folder }
    const real = realPath(place)
    if (real === undefined) return undefined
    const found = statSync(real, { bigint: true })
    const id = idOf(found)
    return { realPath: real, kind: kindOf(found), folder, id, links: Number(found.nlink) }
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined // it vanished, or may not be looked at
    throw error
  }
}

/** Whether there is something that a grant can be bound to: its path, or a folder to make it in. */
export const identifies = (grant: Grant): boolean =>
  (grant.kind !== 'write' && grant.kind !== 'read') || identityOf(grant) !== undefined

/** The grant with what its path is now; one that names no path as it is. Looks, and changes nothing. */
export function withIdentity(grant: Grant): Grant {
  if (grant.kind !== 'write' && grant.kind !== 'read') return grant
  const { was: _, ...bare } = grant
  const was = identityOf(grant)
  return was === undefined ? bare : { ...bare, was }
}
