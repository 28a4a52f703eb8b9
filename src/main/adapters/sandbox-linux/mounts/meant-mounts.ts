import { lstatSync, type BigIntStats } from 'node:fs'
import { dirname } from 'node:path'
import type { Layout, MeantMount } from './bwrap-args'
import { isUnder } from '../writable-roots'

/** What nothing is. */
const nothing = '0:0:0'

/** The kernel's numbers of a device, out of the one that programs are told (makedev(3)). */
function idOf({ dev, ino }: BigIntStats): string {
  const major = ((dev >> 8n) & 0xfffn) | ((dev >> 32n) & ~0xfffn)
  const minor = (dev & 0xffn) | ((dev >> 12n) & ~0xffn)
  return [major, minor, ino].map(String).join(':')
}

/** What is there now. What went since it was looked at is nothing, so that the run is set up anew. */
function now(path: string): { readonly what: string; readonly folder: boolean } {
  try {
    const found = lstatSync(path, { bigint: true })
    return { what: idOf(found), folder: found.isDirectory() }
  } catch (error) {
    if (error instanceof Error && 'code' in error) return { what: nothing, folder: false }
    throw error
  }
}

/**
 * What a layout comes to where nobody moves anything while it is mounted. A command of another run that goes on can: it puts a link in the place of
 * a folder on the way, and another's mount opens what that leads to, or lies over something else than what it is to keep. A
 * mount that lies below a later one is not seen, and left out. Of two paths with the same folder one was moved between the looks.
 */
export function meantMounts({ writable, files, masks }: Layout): readonly MeantMount[] {
  const later = new Set<string>()
  const isCovered = (path: string): boolean => {
    for (let at = path; ; at = dirname(at)) {
      if (later.has(at)) return true
      if (at === '/') return false
    }
  }
  const meant: MeantMount[] = []
  const folders = new Set<string>()
  const look = (path: string, { asIs = true, once = false } = {}): void => {
    if (!isCovered(path)) {
      const { what, folder } = asIs ? now(path) : { what: '-', folder: false }
      meant.push({ path, what: once && folders.has(what) ? nothing : what })
      if (once && folder) folders.add(what)
    }
    later.add(path)
  }
  // As they are laid, the last first.
  for (const path of files.toReversed()) look(path)
  for (const mask of masks.toReversed()) {
    const asIs = mask.kind === 'read-only' || mask.kind === 'pinned'
    // What is closed elsewhere nobody can move.
    if ('but' in mask) for (const path of mask.but.toReversed()) look(path)
    if (asIs || writable.some((place) => isUnder(mask.path, place)))
      look(mask.path, { asIs, once: asIs && !('again' in mask) })
    else later.add(mask.path)
  }
  for (const path of writable.toSorted().reverse()) if (path !== '/') look(path)
  return meant
}
