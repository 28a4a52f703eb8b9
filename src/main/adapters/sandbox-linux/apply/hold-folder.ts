import { closeSync, constants, fstatSync, lstatSync, readlinkSync, type Stats } from 'node:fs'
// oxlint-disable-next-line countersign/no-restricted-imports -- a folder is opened by name only, which waits for nobody
import { openSync } from 'node:fs'

/** O_PATH: a descriptor that only names a place; it needs no permission on it and reads nothing. */
const namesOnly = 0o10000000

/** A folder that is held open: what is done to a name in it is done in that very folder, whatever its path leads to by then. */
export interface HeldFolder {
  /** The path of a name in it, for calls that do not follow a link at its end. */
  at(name: string): string
  /** What is there by that name; undefined: nothing. Throws what the system says otherwise. */
  look(name: string): Stats | undefined
  /** The folder of that name, which must be none other than one that was just made. Close it by itself. */
  enter(name: string): HeldFolder
  /** What the folder itself is. */
  stats(): Stats
  /** Its own path, for calls on the folder itself. */
  readonly itself: string
  close(): void
}

function held(fd: number): HeldFolder {
  const itself = `/proc/self/fd/${String(fd)}`
  const at = (name: string): string => `${itself}/${name}`
  return {
    at,
    look(name) {
      try {
        return lstatSync(at(name))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
    },
    enter: (name) => held(openSync(at(name), namesOnly | constants.O_DIRECTORY | constants.O_NOFOLLOW)),
    stats: () => fstatSync(fd),
    itself,
    close() {
      closeSync(fd)
    },
  }
}

/**
 * Holds the folder at a path that no link is on the way of; undefined where it is not that very folder (`dev`, `ino`) or not where it was
 * any more. Close it.
 */
export function holdFolder(path: string, dev: number, ino: number): HeldFolder | undefined {
  let fd: number | undefined
  try {
    fd = openSync(path, namesOnly | constants.O_DIRECTORY | constants.O_NOFOLLOW)
    const folder = held(fd)
    const found = folder.stats()
    if (found.dev === dev && found.ino === ino && readlinkSync(folder.itself) === path) return folder
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
  if (fd !== undefined) closeSync(fd)
  return undefined
}
