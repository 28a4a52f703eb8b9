import { lstatSync, readlinkSync, realpathSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'
import { joinProtections, noProtection, type Protection } from '../mounts/mask'

/** What to put where nothing is, so that nothing can be put there: an empty folder, or a file with this content. */
export type WhenMissing = 'nothing' | 'folder' | { readonly content: string }

/** A path's real form; undefined when it leads nowhere (missing, looping, not readable). */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

const notThere = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'])

/** What is there; undefined: nothing. Throws where that cannot be told (EACCES): a command could open it again. */
export function lookAt(path: string): Stats | undefined {
  try {
    // Most of what is asked for is missing, and an error costs several times the look.
    return lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    if (notThere.has((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

/** Protects a place that cannot be looked into as a whole: the nearest thing on the way to it that can be mounted over. */
export function protectUnseen(path: string): Protection {
  for (let place = path; place !== '/'; place = dirname(place)) {
    try {
      lstatSync(place)
      return protectEntry(place, 'nothing')
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error // the next one above it
    }
  }
  return noProtection
}

/** Keeps an entry missing: something harmless is to be put there, and made read-only. */
export function protectMissing(path: string, put: Exclude<WhenMissing, 'nothing'>): Protection {
  const made =
    put === 'folder'
      ? ({ path, kind: 'folder', content: '' } as const)
      : ({ path, kind: 'file', content: put.content } as const)
  return { masks: [{ kind: 'read-only', path }], missing: [made], links: [] }
}

/**
 * Keeps one entry of a writable folder as it is: what is there becomes read-only, what is missing stays missing. A link
 * cannot be mounted over: where it leads is made read-only, and the link itself is put back after the run.
 */
export function protectEntry(path: string, whenMissing: WhenMissing): Protection {
  const found = lookAt(path)
  if (!found) return whenMissing === 'nothing' ? noProtection : protectMissing(path, whenMissing)
  if (!found.isSymbolicLink()) return { masks: [{ kind: 'read-only', path }], missing: [], links: [] }
  const real = realPath(path)
  const link: Protection = { masks: [], missing: [], links: [{ path, target: readlinkSync(path) }] }
  return real === undefined ? link : joinProtections([link, protectEntry(real, 'nothing')])
}
