import { closeSync, constants, fstatSync, mkdirSync, openSync, readdirSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'

/** What a socket's path may have in bytes where it cannot be reached by way of the open folder: macOS takes no more. */
const longestPath = 103

/** A folder of this user alone that is held open, so that nobody can put another in its place. */
export interface PrivateFolder {
  /** Where a name in it is reached; how long the folder's own path is does not matter on Linux. Throws for one that is too long. */
  at(name: string): string
  names(): readonly string[]
  /** Takes a name away, if it is there. */
  drop(name: string): void
  close(): void
}

/**
 * Opens it; `make` makes it where it is missing, else that is undefined. Throws an error of one line that names what was expected of a
 * folder that another owns, that others can enter, or that is none.
 */
export function openPrivateFolder(
  path: string,
  { make }: { readonly make: boolean },
): PrivateFolder | undefined {
  if (make) makeFolder(path)
  let handle: number
  try {
    handle = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && !make) return undefined
    throw new Error(`${path} cannot be opened (${code ?? String(error)}); expected a folder.`, {
      cause: error,
    })
  }
  const { uid, mode } = fstatSync(handle)
  if (uid !== process.getuid?.() || (mode & 0o077) !== 0) {
    closeSync(handle)
    throw new Error(`${path} is not this user's alone; expected its owner to be this user and its mode 0700.`)
  }
  const open = process.platform === 'linux' ? `/proc/self/fd/${String(handle)}` : path
  const at = (name: string): string => {
    const place = join(open, name)
    if (Buffer.byteLength(place) <= longestPath) return place
    throw new Error(
      `${place} is too long for a socket; expected at most ${String(longestPath)} bytes: a shorter COUNTERSIGN_HOME.`,
    )
  }
  return {
    at,
    names: () => readdirSync(open),
    drop(name) {
      try {
        unlinkSync(at(name))
      } catch (error) {
        if (!(error instanceof Error && 'code' in error)) throw error // gone already
      }
    },
    close: () => {
      closeSync(handle)
    },
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST')
      throw new Error(`${path} cannot be made (${code ?? String(error)}).`, { cause: error })
  }
}
