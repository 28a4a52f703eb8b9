import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  lstatSync,
  readdirSync,
  writeFileSync,
  type Dirent,
  type Stats,
} from 'node:fs'
// oxlint-disable-next-line countersign/no-restricted-imports -- folders are opened by name only, which waits for nobody
import { openSync } from 'node:fs'
import { asBytes, inFolder, onDisk, type BytePath } from './byte-path'

/** O_PATH: a descriptor that only names a place; it needs no permission on it and reads nothing. */
const namesOnly = 0o10000000

/**
 * A folder that was gone into name by name, never through a link, and is held open: what is looked at and changed in it is
 * in that very folder, however long its path is. A folder of our own that lets us not in, since a command took its modes
 * away, is opened for as long as this one is held. Names are bytes, as in `BytePath`.
 */
export interface EnteredFolder {
  /** The path of a name in the folder, for any call that does not follow a link at its end. */
  at(name: string): Buffer
  /** The names in it; none where it cannot be listed. */
  names(): readonly string[]
  /** The same with what each is. */
  entries(): readonly Dirent[]
  /** What is there by that name; undefined: nothing that can be looked at. */
  look(name: string): Stats | undefined
  /** The folder of that name in it; undefined when it is none, or a link. It is left by itself. */
  enter(name: string): EnteredFolder | undefined
  /** Takes every permission to run from a regular file in it; throws what the file system says. */
  takeRunning(name: string): void
  /** Makes a file with this owner (where we are root) and mode, which nobody can turn elsewhere meanwhile; throws what the file system says. */
  make(name: string, bytes: Buffer, like: Pick<Stats, 'uid' | 'gid' | 'mode'>): void
  /** Lets go of it, and gives modes back. Call it once. */
  leave(): void
}

const isOfSystem = (error: unknown): boolean => error instanceof Error && 'code' in error

const inDescriptor = (fd: number, name: string): Buffer =>
  onDisk(inFolder(asBytes(`/proc/self/fd/${String(fd)}`), name))

/** Gives us the run of a folder of our own; the way back, undefined where nothing is needed or possible. */
function openUp(fd: number): (() => void) | undefined {
  const { uid, mode } = fstatSync(fd)
  if (uid !== process.getuid?.() || (mode & 0o700) === 0o700) return undefined
  const place = `/proc/self/fd/${String(fd)}`
  chmodSync(place, (mode & 0o7777) | 0o700)
  return () => {
    chmodSync(place, mode & 0o7777)
  }
}

/** What must be undone when a folder is left, the last first. */
type Undo = (() => void)[]

function opened(parent: number, name: string, undo: Undo): number {
  const open = (): number =>
    openSync(inDescriptor(parent, name), namesOnly | constants.O_NOFOLLOW | constants.O_DIRECTORY)
  let fd: number
  try {
    fd = open()
  } catch (error) {
    const back = (error as NodeJS.ErrnoException).code === 'EACCES' ? openUp(parent) : undefined
    if (!back) throw error
    undo.push(back)
    fd = open()
  }
  undo.push(() => {
    closeSync(fd)
  })
  return fd
}

const undoAll = (undo: Undo): void => {
  for (const step of undo.splice(0).reverse()) step()
}

function held(fd: number, undo: Undo): EnteredFolder {
  const back = openUp(fd)
  if (back) undo.push(back)
  const at = (name: string): Buffer => inDescriptor(fd, name)
  const attempt = <T>(work: () => T, otherwise: T): T => {
    try {
      return work()
    } catch (error) {
      if (!isOfSystem(error)) throw error
      return otherwise
    }
  }
  return {
    at,
    names: () => attempt(() => readdirSync(`/proc/self/fd/${String(fd)}`, 'latin1'), []),
    entries: () =>
      attempt(
        () => readdirSync(`/proc/self/fd/${String(fd)}`, { encoding: 'latin1', withFileTypes: true }),
        [],
      ),
    look: (name) => attempt(() => lstatSync(at(name), { throwIfNoEntry: false }), undefined),
    enter(name) {
      const own: Undo = []
      return attempt(() => held(opened(fd, name, own), own), undefined)
    },
    takeRunning(name) {
      const file = openSync(at(name), namesOnly | constants.O_NOFOLLOW)
      try {
        const found = fstatSync(file)
        if (found.isFile()) chmodSync(`/proc/self/fd/${String(file)}`, found.mode & 0o7666)
      } finally {
        closeSync(file)
      }
    },
    make(name, bytes, { uid, gid, mode }) {
      const { O_WRONLY, O_CREAT, O_EXCL } = constants
      const file = openSync(at(name), O_WRONLY | O_CREAT | O_EXCL, 0o600)
      try {
        writeFileSync(file, bytes)
        if (process.getuid?.() === 0) fchownSync(file, uid, gid)
        fchmodSync(file, mode & 0o777)
      } finally {
        closeSync(file)
      }
    },
    leave() {
      undoAll(undo)
    },
  }
}

/** Goes into the folder at an absolute path; undefined where there is none that can be entered without a link. */
export function enterFolder(path: BytePath): EnteredFolder | undefined {
  const undo: Undo = []
  try {
    let fd = openSync('/', namesOnly | constants.O_DIRECTORY)
    const root = fd
    undo.push(() => {
      closeSync(root)
    })
    for (const name of path.split('/')) if (name !== '') fd = opened(fd, name, undo)
    return held(fd, undo)
  } catch (error) {
    undoAll(undo)
    if (!isOfSystem(error)) throw error
    return undefined
  }
}
