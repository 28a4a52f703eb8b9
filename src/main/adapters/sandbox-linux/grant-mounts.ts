import { lstatSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Grant } from '@shared/domain/grant'
import type { Made } from './journal'
import type { Mask } from './mask'

/** More entries than this beside the granted one are not covered one by one. */
const maxSiblings = 256

/** What the grants of a run come to, as mounts. Paths are real. */
export interface GrantMounts {
  /** Folders to open as a whole. */
  readonly folders: readonly string[]
  /** Files to open above every mask. */
  readonly files: readonly string[]
  /** What stays as it is in the opened folders: the neighbours of a granted entry. */
  readonly masks: readonly Mask[]
  /** Granted files that are not there yet: only what exists can be mounted. */
  readonly missing: readonly Made[]
}

/**
 * One entry cannot be mounted so that it can be removed or renamed: its folder is opened and every other entry in it made
 * read-only. New names can be made in the folder for that run. A link among the neighbours could not be held in place.
 */
function neighbours(
  path: string,
  granted: ReadonlySet<string>,
): readonly Mask[] | { readonly problem: string } {
  const folder = dirname(path)
  const others = readdirSync(folder, { withFileTypes: true })
    .map((entry) => ({ path: join(folder, entry.name), link: entry.isSymbolicLink() }))
    .filter((entry) => entry.path !== path && !granted.has(entry.path))
  if (others.length > maxSiblings)
    return { problem: `${folder} has ${String(others.length)} other entries, too many to protect one by one` }
  const link = others.find((entry) => entry.link)
  return link
    ? { problem: `${link.path} beside it is a link, which cannot be protected` }
    : others.map((entry) => ({ kind: 'read-only', path: entry.path }))
}

/**
 * Turns grants into mounts. `problem` says why one cannot be given exactly as it was allowed; the run must then not start
 * (fails closed). Reads the file system and changes nothing.
 */
export function grantMounts(grants: readonly Grant[]): GrantMounts | { readonly problem: string } {
  const folders = new Set<string>()
  const files: string[] = []
  const masks: Mask[] = []
  const missing: Made[] = []
  const written = grants.filter((grant) => grant.kind === 'write')
  const granted = new Set(written.map((grant) => grant.path))
  for (const { path, extent } of written) {
    if (path === '/') return { problem: 'the whole file system cannot be granted' }
    const found = lstatSync(path, { throwIfNoEntry: false })
    switch (extent) {
      case 'file':
        files.push(path)
        if (!found) missing.push({ path, kind: 'file', content: '' })
        break
      case 'tree':
        // A missing one lies in a writable folder, where nothing but its protection is lifted.
        if (found) folders.add(path)
        break
      case 'entry': {
        const others = neighbours(path, granted)
        if ('problem' in others) return { problem: `only ${path} was granted, but ${others.problem}` }
        folders.add(dirname(path))
        masks.push(...others)
        break
      }
    }
  }
  return { folders: [...folders], files, masks, missing }
}
