import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { entryAt } from '../regular-file/entry-at'
import { strangerOnTheWay } from './own-way'

const ownPrivateFolder = (path: string): boolean => {
  const found = entryAt(path)
  if (found.kind !== 'there') return false
  const { stats } = found
  return stats.isDirectory() && Number(stats.uid) === process.getuid?.() && (Number(stats.mode) & 0o077) === 0
}

/** Whether it lies where temporary files do, which commands in a sandbox may write to. */
const isTemporary = (path: string): boolean =>
  ['/tmp', tmpdir()].some(
    (folder) =>
      existsSync(folder) && `${realpathSync.native(path)}/`.startsWith(`${realpathSync.native(folder)}/`),
  )

/**
 * The folder of all engines of this user: in `$XDG_RUNTIME_DIR`, which is the user's own and short, and otherwise in /var/tmp, since commands
 * in a sandbox may write to the other temporary folders, and what lies here is run and believed. Sockets need a path under 100 bytes. What
 * lies in it under a process's `ownPrefix` is cleared away when that is gone. Where somebody else has taken the name, it is another beside it, the same for all.
 * Throws what the file system throws, and an error of one line where others could put their own in its place.
 */
export function sharedFolder(runtimeDir: string | undefined): string {
  const isFit = runtimeDir !== undefined && ownPrivateFolder(runtimeDir) && !isTemporary(runtimeDir)
  const bases = isFit ? [runtimeDir] : process.platform === 'linux' ? ['/var/tmp', tmpdir()] : [tmpdir()]
  let problem: unknown
  for (const base of bases) {
    try {
      return folderIn(base, isFit)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      problem = error
    }
  }
  throw problem
}

/**
 * Where a folder is made that we work in outside the sandbox, or whose content we hand on: no session's commands may write there before it is given to one, as they
 * may in the temporary folders. `/var/tmp`, or where that is none or the temporary folder the person's `~/.cache`; on other systems than Linux
 * the temporary folder. Throws what the file system throws.
 */
export function undisturbedFolder(): string {
  if (process.platform !== 'linux') return tmpdir()
  const [base, own] = ['/var/tmp', join(homedir(), '.cache')]
  if (existsSync(base) && !isTemporary(base) && strangerOnTheWay(base) === undefined) return base
  mkdirSync(own, { recursive: true, mode: 0o700 })
  return own
}

function folderIn(base: string, isOwn: boolean): string {
  // A person's own is looked at as it is. Elsewhere each folder around it counts.
  const foreign = isOwn || process.platform !== 'linux' ? undefined : strangerOnTheWay(base)
  if (foreign !== undefined)
    throw new Error(
      `${foreign.at} ${foreign.why}; expected a folder where nobody can put another in place of ours, or XDG_RUNTIME_DIR set to one of this user alone`,
    )
  const name = `countersign-${String(process.getuid?.() ?? 0)}`
  const path = join(base, name)
  const isFree = entryAt(path).kind === 'missing'
  // Asked first: an engine that itself runs in a sandbox would else be stopped there, which somebody would be asked about.
  accessSync(!isFree && ownPrivateFolder(path) ? path : base, constants.W_OK)
  try {
    if (isFree) mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  if (ownPrivateFolder(path)) return path
  // Someone else has put something of that name into a folder that all share: there is one for all engines then as well, and nobody else can make one of ours.
  const instead = `${name}-`
  const made = readdirSync(base)
    .filter((each) => each.startsWith(instead) && ownPrivateFolder(join(base, each)))
    .toSorted()[0]
  return made === undefined ? mkdtempSync(join(base, instead)) : join(base, made)
}
