import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { isInstalled } from '../../core/programs/installed-places'

/** A program of this name that another user could have put or changed there is not trusted. */
function trusted(path: string): boolean {
  const { uid, mode } = statSync(path)
  const own = process.getuid?.() ?? 0
  return (uid === 0 || uid === own) && (mode & 0o022) === 0
}

const sticky = 0o1000

/**
 * Whether nobody but root can change this real path or put something else in its place: root owns it and every folder
 * above it, and nobody else may write there. In a folder with the sticky bit others may write, but not replace what is root's.
 */
function onlyRoots(path: string): boolean {
  for (let place = path; ; place = dirname(place)) {
    const found = statSync(place)
    const shared = (found.mode & 0o022) !== 0
    if (found.uid !== 0 || (shared && !(found.isDirectory() && (found.mode & sticky) !== 0))) return false
    if (place === '/') return true
  }
}

/** What says of a folder that somebody works in it: its programs are a command's to write. */
const ofProjects = ['.git', '.hg', '.jj', 'pyvenv.cfg', 'package.json', 'node_modules']

/** Here all programs of a system lie side by side: whatever else somebody put there, they are in no project of theirs. */
const ofTheSystem = new Set(['/', '/usr', '/usr/lib', '/usr/local', '/usr/local/lib'])

/** Whether a folder lies in a project: an environment of Python's that is active, or what `node_modules` has. The home folder is none, whatever lies in it. */
function liesInProject(folder: string): boolean {
  for (let at = folder; !ofTheSystem.has(at) && at !== homedir(); at = dirname(at))
    if (ofProjects.some((name) => existsSync(join(at, name)))) return true
  return false
}

/** Whether no command of a session could have put it there either: in most places a session of root's has commands whose files are root's too. */
const isOutOfReach = (file: string): boolean =>
  process.getuid?.() !== 0 ||
  ((isInstalled(file) || file.startsWith('/opt/')) && !liesInProject(dirname(file)))

interface Candidate {
  readonly file: string
  /** Neither the program nor the way to it could have been changed by anybody but root. */
  readonly rooted: boolean
}

function candidates(name: string, path: string | undefined): readonly Candidate[] {
  return (path ?? '').split(':').flatMap((folder) => {
    if (!isAbsolute(folder)) return []
    try {
      const given = join(realpathSync.native(folder), name)
      const file = realpathSync.native(given)
      accessSync(file, constants.X_OK)
      if (!trusted(file)) return []
      const rooted = onlyRoots(file) && onlyRoots(dirname(given)) && isOutOfReach(file)
      return rooted || !liesInProject(dirname(given)) ? [{ file, rooted }] : []
    } catch (error) {
      if (!(error instanceof Error)) throw error
      return [] // not here: the next folder
    }
  })
}

/**
 * Finds a program by absolute path: in the absolute folders of the engine's own PATH, never in the current folder or
 * one that others may write to, nor in one that lies in a project; where nobody but root could have put it first. Undefined when there is none.
 */
export function findProgram(name: string, path: string | undefined): string | undefined {
  const found = candidates(name, path)
  return (found.find(({ rooted }) => rooted) ?? found[0])?.file
}

/** What was found in looking for a launcher; `replaceable` could have been put there by somebody else than root. */
export type FoundLauncher =
  | { readonly kind: 'found'; readonly file: string }
  | { readonly kind: 'replaceable'; readonly file: string }
  | { readonly kind: 'missing' }

/**
 * Finds the program that everything is contained by. Only one that nobody but root (or root's package manager) could have
 * replaced counts, wherever on the PATH it lies, and for root one that is installed: whoever replaced it would run every command without a sandbox.
 */
export function findLauncher(name: string, path: string | undefined): FoundLauncher {
  const found = candidates(name, path)
  const rooted = found.find((each) => each.rooted)
  if (rooted) return { kind: 'found', file: rooted.file }
  const [other] = found
  return other ? { kind: 'replaceable', file: other.file } : { kind: 'missing' }
}
