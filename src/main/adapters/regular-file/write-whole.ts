import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isLeftBehind, ownPrefix } from '../own-process/process-name'

/** How a file is to be: its mode (default: for its owner alone), and whose, where that is not this process's own. */
export interface WholeFile {
  readonly mode?: number
  readonly owner?: { readonly uid: number; readonly gid: number }
  /** Asked when all is on the disk: with false nothing takes the file's place. */
  readonly still?: () => Promise<boolean>
}

/** The parts that are gathered for one write, in characters. */
const partLength = 65_536
const suffixOf = (path: string): string => `-${basename(path)}.part`
const freshFor = (path: string): string =>
  join(dirname(path), `${ownPrefix()}${randomBytes(4).toString('hex')}${suffixOf(path)}`)

/** What a folder says that cannot be read, or that its file system or system knows no syncing of: then there is none. */
const noSyncing = ['EACCES', 'EPERM', 'EINVAL', 'ENOTSUP', 'EISDIR', 'EBADF']
function unlessNoSyncing(error: unknown): undefined {
  if (!noSyncing.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  return undefined
}
function without<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch (error) {
    unlessNoSyncing(error)
    return undefined
  }
}

/** Removes what processes that were killed left beside this file. */
function clearBeside(path: string): void {
  for (const name of without(() => readdirSync(dirname(path))) ?? [])
    if (name.endsWith(suffixOf(path)) && isLeftBehind(name))
      rmSync(join(dirname(path), name), { force: true })
}

/**
 * Writes all of it to an open file: a disk that is nearly full takes a part first, and says so at the next one. Throws what the system says; a part
 * may be written then. `from`: where in the file it begins, else where the last writing ended.
 */
export function writeAll(fd: number, text: string | Uint8Array, from?: number): void {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  for (let at = 0; at < bytes.length;)
    at += writeSync(fd, bytes, at, bytes.length - at, from === undefined ? null : from + at)
}

/**
 * Puts a file in place with this content, on the disk with its name, also where the machine stops; what was there is replaced. Throws what the system
 * says, as of a full disk: what was there is there then, and nothing lies beside.
 */
export function writeWholeSync(path: string, content: string | Uint8Array, mode = 0o600): void {
  clearBeside(path)
  const fresh = freshFor(path)
  const around = without(() => openSync(dirname(path), 'r'))
  try {
    const fd = openSync(fresh, 'wx', 0o600)
    try {
      writeAll(fd, content)
      fchmodSync(fd, mode)
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
    renameSync(fresh, path)
    if (around !== undefined)
      without(() => {
        fsyncSync(around)
      })
  } catch (error) {
    rmSync(fresh, { force: true })
    throw error
  } finally {
    if (around !== undefined) closeSync(around)
  }
}

/** The same for what may be long, or another's; false: it was not wanted any more. */
export async function writeWhole(
  path: string,
  text: Iterable<string>,
  { mode = 0o600, owner, still }: WholeFile = {},
): Promise<boolean> {
  clearBeside(path)
  const fresh = freshFor(path)
  const around = await open(dirname(path), 'r').catch(unlessNoSyncing)
  try {
    const file = await open(fresh, 'wx', 0o600)
    try {
      for (const part of inParts(text)) await file.appendFile(part)
      if (owner) await give(file, owner)
      await file.chmod(mode)
      await file.sync()
    } finally {
      await file.close()
    }
    if (still && !(await still())) {
      await rm(fresh, { force: true })
      return false
    }
    await rename(fresh, path)
    await around?.sync().catch(unlessNoSyncing)
    return true
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  } finally {
    await around?.close()
  }
}

function* inParts(text: Iterable<string>): Iterable<string> {
  let part = ''
  for (const each of text) {
    part += each
    if (part.length < partLength) continue
    yield part
    part = ''
  }
  yield part
}

/** Whose it is; only where it is another's already, since not everybody may say so. */
async function give(
  file: FileHandle,
  { uid, gid }: { readonly uid: number; readonly gid: number },
): Promise<void> {
  const stats = await file.stat()
  if (stats.uid !== uid || stats.gid !== gid) await file.chown(uid, gid)
}
