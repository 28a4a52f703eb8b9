import { chmodSync, lstatSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A place on the way to a path, and what is wrong with it, in words that follow its name. */
export interface Stranger {
  readonly at: string
  readonly why: string
}

const ofGroup = 0o020
const ofOthers = 0o002
const sticky = 0o1000

/**
 * Where somebody else could put another thing at this absolute path; undefined: nobody but this user and root. Looks at what is there and
 * at each folder on the way: one that is a link, that another user owns, or that group or others may write to (one as /tmp, in which
 * everyone may only take away what is theirs, is none). What is missing is left to the folder around it. Of Windows, which has no such
 * owners, nothing is known to be wrong.
 */
export const strangerOnTheWay = (path: string): Stranger | undefined => stranger(path, ofGroup | ofOthers)

function stranger(path: string, writers: number): Stranger | undefined {
  const own = process.getuid?.()
  if (own === undefined) return undefined
  for (let at = path; ; at = dirname(at)) {
    const why = whatIsWrong(at, own, writers)
    if (why !== undefined) return { at, why }
    if (dirname(at) === at) return undefined
  }
}

function whatIsWrong(at: string, own: number, writers: number): string | undefined {
  try {
    const found = lstatSync(at, { throwIfNoEntry: false })
    if (found === undefined) return undefined
    if (found.isSymbolicLink()) return 'is a link'
    if (found.uid !== own && found.uid !== 0) return 'belongs to another user'
    const shared = (found.mode & writers) !== 0 && (found.mode & sticky) === 0
    return shared ? 'may be written to by others' : undefined
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return 'cannot be looked at'
  }
}

/** The path with every link on it gone through, as far as it exists. */
function realWay(path: string): string {
  try {
    return realpathSync.native(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' || dirname(path) === path) throw error
    return `${realWay(dirname(path))}${path.slice(dirname(path).length)}`
  }
}

/**
 * Looks whether the engine can live in this folder, which need not exist yet: whoever can write there, or put another in its place, decides
 * what the engine runs. One of this user's own that others may enter is shut to them; what another user put there while it was open is in the
 * way, a config.toml as much as a folder that they have open still. Throws an error of one line that names what is in the way and what was
 * expected, or what the file system throws.
 */
export function requireOwnHome(home: string): void {
  const own = process.getuid?.()
  if (own === undefined) return
  const real = realWay(home)
  const found = lstatSync(real, { throwIfNoEntry: false })
  if (found?.uid === own && found.isDirectory() && (found.mode & 0o077) !== 0) chmodSync(real, 0o700)
  const foreign = stranger(real, ofOthers)
  if (foreign !== undefined)
    throw new Error(
      `${home} cannot be the engine's home: ${foreign.at} ${foreign.why}; expected a folder of this user's own, in folders that nobody else may write to, or COUNTERSIGN_HOME set to one.`,
    )
  if (found?.isDirectory() !== true) return
  const left = readdirSync(real).find((name) => isAnothers(join(real, name), own))
  if (left !== undefined)
    throw new Error(
      `${home} cannot be the engine's home: ${JSON.stringify(join(real, left))} belongs to another user; expected nothing there that is not this user's own. Look at it, and take it away.`,
    )
}

function isAnothers(path: string, own: number): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found !== undefined && found.uid !== own && found.uid !== 0
}
