// eslint-disable-next-line no-restricted-imports -- opened by name only, and the kernel's own file
import { closeSync, constants, fstatSync, openSync, readFileSync, type BigIntStats } from 'node:fs'
import { entryAt } from '../regular-file/entry-at'

/** O_PATH: a descriptor that only names a place; it needs no permission on it and reads nothing. */
const namesOnly = 0o10000000

/** Places as they were at one moment. Each is held open, so that its inode number cannot become another one's. */
export interface HeldPlaces {
  /** Whether every path still leads to the same thing, under the same mounts, and no such thing was replaced in between. */
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

const mounts = (): string => readFileSync('/proc/self/mountinfo', 'latin1')

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
    const before = mounts()
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
        mounts() === before,
      close,
    }
  } catch (error) {
    close()
    if (error instanceof Error && 'code' in error) return undefined // gone meanwhile, or too many are open
    throw error
  }
}
