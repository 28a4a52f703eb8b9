// oxlint-disable-next-line countersign/no-restricted-imports -- opened by name only, and the kernel's own file
import { closeSync, constants, fstatSync, openSync, readFileSync, type BigIntStats } from 'node:fs'
import { entryAt } from '../../regular-file/entry-at'
import { isUnder } from '../writable-roots'

/** O_PATH: a descriptor that only names a place; it needs no permission on it and reads nothing. */
const namesOnly = 0o10000000

/** Places as they were at one moment. Each is held open, so that its inode number cannot become another one's. */
export interface HeldPlaces {
  /** Whether every path still leads to the same thing, under and over the same mounts, and no such thing was replaced in between. */
  unchanged(): boolean
  /** Lets go of them; call it once. */
  close(): void
}

/**
 * What a place is. A folder's times change with the work in it, so it is known by its inode and owner; anything else also by its last
 * change: a file that is taken away and put back changes then, and no program can set that time.
 */
const identity = ({ dev, ino, mode, uid, ctimeNs }: BigIntStats, isFolder: boolean): string =>
  [dev, ino, mode, uid, isFolder ? '' : ctimeNs].map(String).join(' ')

/** A path as the kernel's list of mounts has it (proc_pid_mountinfo(5)). */
const asListed = (path: string): string =>
  path.replace(/[ \t\n\\]/g, (letter) => `\\${letter.charCodeAt(0).toString(8).padStart(3, '0')}`)

/** The lines of the kernel's list of mounts, as latin1, that are at, above or below one of these places. */
export function mountsAround(list: string, paths: readonly string[]): string {
  const places = paths.map((path) => Buffer.from(asListed(path)).toString('latin1'))
  const isMet = (point: string): boolean =>
    places.some((place) => isUnder(point, place) || isUnder(place, point))
  const lines = list.split('\n').filter((line) => isMet(line.split(' ', 5)[4] ?? ''))
  return lines.join('\n')
}

/** Whether the machine's mounts around these places are still what they are now. */
function sameMounts(paths: readonly string[]): () => boolean {
  const read = (): string => readFileSync('/proc/self/mountinfo', 'latin1')
  let known = read()
  const before = mountsAround(known, paths)
  return () => {
    const now = read()
    if (now === known) return true
    if (mountsAround(now, paths) !== before) return false
    known = now
    return true
  }
}

/** Whether nothing is there, and the folder around it can be looked into. */
function isMissing(path: string): boolean {
  return entryAt(path).kind === 'missing'
}

/**
 * Takes hold of these places; undefined where one of them is missing or cannot be held. Of `possible` ones each may be missing, and
 * must then stay so.
 */
export function holdPlaces(paths: readonly string[], possible: readonly string[]): HeldPlaces | undefined {
  const held: { path: string; fd: number; identity: string }[] = []
  const close = (): void => {
    for (const { fd } of held) closeSync(fd)
  }
  try {
    const isMountedAsBefore = sameMounts([...paths, ...possible])
    const missing = possible.filter(isMissing)
    for (const path of [...paths, ...possible.filter((each) => !missing.includes(each))]) {
      const fd = openSync(path, namesOnly | constants.O_NOFOLLOW)
      const found = fstatSync(fd, { bigint: true })
      held.push({ path, fd, identity: identity(found, found.isDirectory()) })
    }
    return {
      unchanged: () =>
        held.every(({ path, identity: was }) => {
          const now = entryAt(path)
          return now.kind === 'there' && identity(now.stats, now.stats.isDirectory()) === was
        }) &&
        missing.every(isMissing) &&
        isMountedAsBefore(),
      close,
    }
  } catch (error) {
    close()
    if (error instanceof Error && 'code' in error) return undefined // gone meanwhile, or too many are open
    throw error
  }
}
