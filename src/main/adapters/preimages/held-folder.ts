import { constants, type BigIntStats } from 'node:fs'
import {
  chmod,
  chown,
  lstat,
  open,
  readdir,
  readlink,
  rmdir,
  unlink,
  type FileHandle,
} from 'node:fs/promises'

/** Holds the folder itself, for names in it: needs no right to list it. Linux alone has it, and Node no name for it. */
const O_PATH = 0o10000000
const folderFlags = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW

/** A path or a name with a character for each byte, for a call to the file system. */
export const onDisk = (path: string): Buffer => Buffer.from(path, 'latin1')

/** The same of a path that is known as text. */
export const bytesOf = (path: string): string => Buffer.from(path).toString('latin1')

/** The file system's own word for a failure, or the failure as text. */
export const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error)

/** What lies there; undefined: nothing. Throws what else the file system says. */
export async function statsAt(at: Buffer): Promise<BigIntStats | undefined> {
  try {
    return await lstat(at, { bigint: true })
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/**
 * A folder that is held open: whatever is put in its place, what is done by `at` is done in it. No link leads anywhere else, since a name is one
 * entry.
 */
export class HeldFolder {
  readonly #handle: FileHandle

  private constructor(handle: FileHandle) {
    this.#handle = handle
  }

  /** The folder at a path without any link in it; undefined: there is none. */
  static async open(path: string): Promise<HeldFolder | undefined> {
    let handle: FileHandle | undefined
    try {
      handle = await open(onDisk(path), folderFlags)
      if ((await readlink(`/proc/self/fd/${String(handle.fd)}`, 'latin1')) === path)
        return new HeldFolder(handle)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error
    }
    await handle?.close()
    return undefined
  }

  /** A folder in this one. Throws what the file system says, of a link `ENOTDIR`. */
  async inner(name: string): Promise<HeldFolder> {
    return new HeldFolder(await open(this.at(name), folderFlags))
  }

  /** One entry of it; '' is itself. */
  at(name: string): Buffer {
    return Buffer.concat([Buffer.from(`/proc/self/fd/${String(this.#handle.fd)}/`), onDisk(name)])
  }

  names(): Promise<string[]> {
    return readdir(this.at(''), { encoding: 'latin1' })
  }

  /** Sets whose it is, where that can be set, and its mode. */
  async give(owner: { readonly mode: number; readonly uid: number; readonly gid: number }): Promise<void> {
    const itself = `/proc/self/fd/${String(this.#handle.fd)}`
    if (isRoot()) await chown(itself, owner.uid, owner.gid)
    await chmod(itself, owner.mode & 0o7777)
  }

  async close(): Promise<void> {
    await this.#handle.close()
  }
}

/** Whether this process can say whose a file is. */
export const isRoot = (): boolean => process.geteuid?.() === 0

/** Holds the folder around a path while something is done to the name in it. Throws an Error where the folder is not there. */
export async function inFolderOf<Result>(
  path: string,
  work: (folder: HeldFolder, name: string) => Promise<Result>,
): Promise<Result> {
  const cut = path.lastIndexOf('/')
  const folder = await HeldFolder.open(path.slice(0, cut) || '/')
  if (!folder) throw new Error(`the folder of ${path} is not where it was`)
  try {
    return await work(folder, path.slice(cut + 1))
  } finally {
    await folder.close()
  }
}

/** For what `inFolderOf` throws where the folder is not there. Throws all else. */
export function ofGone(error: unknown): undefined {
  if (error instanceof Error && !('code' in error)) return undefined
  throw error
}

/** Removes an entry and what is below it; no link is followed, whoever puts one there meanwhile. Nothing there: nothing to do. */
export async function removeEntry(folder: HeldFolder, name: string): Promise<void> {
  const stats = await statsAt(folder.at(name))
  if (!stats) return
  if (!stats.isDirectory()) {
    await unlink(folder.at(name))
    return
  }
  const inner = await folder.inner(name)
  try {
    if ((stats.mode & 0o700n) !== 0o700n)
      await inner.give({ mode: 0o700, uid: Number(stats.uid), gid: Number(stats.gid) })
    for (const each of await inner.names()) await removeEntry(inner, each)
  } finally {
    await inner.close()
  }
  await rmdir(folder.at(name))
}

/** Removes the folder at a path with all in it, by the same rule. Throws what the file system says, of a link `ENOTDIR`. */
export const removeFolder = (path: string): Promise<void> =>
  inFolderOf(bytesOf(path), async (around, name) => {
    await (await around.inner(name)).close()
    await removeEntry(around, name)
  })
