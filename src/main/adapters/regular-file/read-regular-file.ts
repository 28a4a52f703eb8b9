import { constants, type Stats } from 'node:fs'
import { lstat, open, readlink, realpath, stat, type FileHandle } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { OpenedFile } from '../../core/ports/read-files'

/** What was read: `bytes` is the beginning of the file, and `whole` says that it has no more. `stats` are those of the file opened. */
export interface RegularFile {
  readonly kind: 'read'
  readonly bytes: Buffer
  readonly whole: boolean
  readonly stats: Stats
}

/** What is there instead of a file that can be read. */
export interface NoRegularFile {
  readonly kind: 'folder' | 'link' | 'other'
}

/** A file that is there and may not be read by this reader. */
export interface RefusedFile {
  readonly kind: 'refused'
  readonly reason: string
}

/** How much is read at most, and whether a link at the end of the path is followed or is no file. */
export interface ReadRules {
  readonly limit: number
  readonly links: 'follow' | 'refuse'
}

/** Why what was opened is not read, by where it really lies (undefined: it cannot be told); undefined: it is. */
export type RefuseFile = (file: OpenedFile | undefined) => Promise<string | undefined>

const kindOf = (stats: Stats): NoRegularFile['kind'] | undefined =>
  stats.isFile() ? undefined : stats.isDirectory() ? 'folder' : stats.isSymbolicLink() ? 'link' : 'other'

async function readTo(file: FileHandle, size: number, limit: number): Promise<Buffer> {
  // The kernel's own files say that they are empty.
  let buffer = Buffer.alloc(Math.min(limit, Math.max(size, 4095)) + 1)
  for (let length = 0; ;) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, length)
    length += bytesRead
    if (bytesRead === 0 || length > limit) return buffer.subarray(0, length)
    if (length === buffer.length) {
      const larger = Buffer.alloc(Math.min(limit + 1, length * 2))
      buffer.copy(larger)
      buffer = larger
    }
  }
}

/**
 * Where an opened file really lies. On Linux the kernel says it of the descriptor itself, whatever the name leads to by
 * now; elsewhere the name's real path, when it still is the same file. Undefined: it cannot be told.
 */
export async function placeOfOpened(
  file: FileHandle,
  path: string,
  { dev, ino, nlink }: Stats,
): Promise<OpenedFile | undefined> {
  const at = (realPath: string): OpenedFile => ({ realPath, device: dev, inode: ino, links: nlink })
  try {
    if (process.platform === 'linux') return at(await readlink(`/proc/self/fd/${String(file.fd)}`))
    const real = await realpath(path)
    // A link that took its place since then is no such file.
    const named = await lstat(real)
    return named.dev === dev && named.ino === ino ? at(real) : undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined // gone meanwhile, or no /proc here
    throw error
  }
}

/**
 * Reads a file that a command or a repository can have made: the one way to do it. A pipe, a socket, a device and a folder are
 * not opened, none that takes the file's place meanwhile can make anybody wait, at most `limit` bytes are held, and
 * nothing of it happens on the event loop. Throws what the file system says (ENOENT, EACCES, ELOOP …).
 */
export async function readRegularFile(
  path: string | Buffer,
  rules: ReadRules,
): Promise<RegularFile | NoRegularFile> {
  const read = await readJudgedFile(path, rules)
  if (read.kind === 'refused') throw new Error(read.reason) // nobody refuses
  return read
}

/** The same for a file that may not be read wherever it lies: what was opened is judged, whatever is exchanged on the way to it. */
export async function readJudgedFile(
  path: string | Buffer,
  { limit, links }: ReadRules,
  refuses?: RefuseFile,
): Promise<RegularFile | NoRegularFile | RefusedFile> {
  const before = kindOf(await (links === 'follow' ? stat : lstat)(path))
  if (before) return { kind: before }
  const { O_RDONLY, O_NONBLOCK, O_NOCTTY, O_NOFOLLOW } = constants
  const file = await open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | (links === 'follow' ? 0 : O_NOFOLLOW))
  try {
    const stats = await file.stat()
    const kind = kindOf(stats)
    if (kind) return { kind }
    const reason = refuses && (await refuses(await placeOfOpened(file, resolve(String(path)), stats)))
    if (reason !== undefined) return { kind: 'refused', reason }
    const read = await readTo(file, stats.size, limit)
    return { kind: 'read', bytes: read.subarray(0, limit), whole: read.length <= limit, stats }
  } finally {
    await file.close()
  }
}
