import { readdirSync, readlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Grant } from '@shared/domain/grant'
import { entryAt } from '../../regular-file/entry-at'
import type { Made } from './journal'
import type { GuardedLink, Mask } from './mask'
import { isUnder } from '../writable-roots'

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
  /** Neighbours that are links: they are put back after the run. */
  readonly links: readonly GuardedLink[]
  /** Granted files that are not there yet: only what exists can be mounted. */
  readonly missing: readonly Made[]
}

/** What may be written to besides: no grant makes less of it writable. `whole` with all that is in it, `opened` for an entry of theirs. */
interface Open {
  readonly whole: readonly string[]
  readonly opened: readonly string[]
}

/**
 * One entry cannot be mounted so that it can be removed or renamed: its folder is opened and every other entry in it made
 * read-only, less what may be written to for another reason. New names can be made in the folder for that run. Links among the
 * neighbours are put back after it.
 */
function neighbours(
  folder: string,
  granted: ReadonlySet<string>,
  { whole, opened }: Open,
):
  | { readonly masks: readonly Mask[]; readonly links: readonly GuardedLink[] }
  | { readonly problem: string } {
  try {
    const others = readdirSync(folder, { withFileTypes: true })
      .map((entry) => ({ path: join(folder, entry.name), link: entry.isSymbolicLink() }))
      .filter(({ path }) => !granted.has(path) && !whole.some((place) => isUnder(path, place)))
    if (others.length > maxSiblings)
      return {
        problem: `${folder} has ${String(others.length)} other entries, too many to protect one by one`,
      }
    const open = [...whole, ...opened].sort()
    return {
      masks: others
        .filter(({ link }) => !link)
        .map(({ path }) => {
          const but = open.filter((place) => isUnder(place, path))
          return { kind: 'read-only', path, ...(but.length > 0 && { but }) }
        }),
      links: others.filter(({ link }) => link).map(({ path }) => ({ path, target: readlinkSync(path) })),
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return { problem: `what else is in ${folder} cannot be seen (${String(error.code)})` }
  }
}

/**
 * Turns grants into mounts, beside the writable `places` of the run. `problem` says why one cannot be given exactly as it was allowed; the
 * run must then not start (fails closed). Reads the file system and changes nothing.
 */
export function grantMounts(
  grants: readonly Grant[],
  places: readonly string[],
): GrantMounts | { readonly problem: string } {
  const folders = new Set<string>()
  const opened = new Set<string>()
  const files: string[] = []
  const missing: Made[] = []
  const written = grants.filter((grant) => grant.kind === 'write')
  for (const { path, extent } of written) {
    if (path === '/') return { problem: 'the whole file system cannot be granted' }
    const found = entryAt(path)
    if (found.kind === 'unreachable')
      return { problem: `${path} was granted, but cannot be looked at (${found.code})` }
    switch (extent) {
      case 'file':
        files.push(path)
        if (found.kind === 'missing') missing.push({ path, kind: 'file', content: '' })
        break
      case 'tree':
        // A missing one lies in a writable folder, where nothing but its protection is lifted.
        if (found.kind === 'there') folders.add(path)
        break
      case 'entry':
        opened.add(dirname(path))
        break
    }
  }
  const granted = new Set(written.map((grant) => grant.path))
  const masks: Mask[] = []
  const links: GuardedLink[] = []
  const open = { whole: [...places, ...folders], opened: [...opened] }
  // Those around others first: what is opened again in one is laid before what stays as it is there.
  for (const folder of [...opened].sort()) {
    const around = entryAt(folder)
    if (folder === '/' || around.kind !== 'there' || !around.stats.isDirectory())
      return { problem: `${folder} cannot be opened for one entry` }
    const others = neighbours(folder, granted, open)
    if ('problem' in others) return { problem: `only one entry was granted, but ${others.problem}` }
    masks.push(...others.masks)
    links.push(...others.links)
  }
  return { folders: [...folders, ...opened], files, masks, links, missing }
}
