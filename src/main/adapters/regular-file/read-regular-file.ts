import { constants, type Stats } from 'node:fs'
import { lstat, open, stat, type FileHandle } from 'node:fs/promises'

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

/** How much is read at most, and whether a link at the end of the path is followed or is no file. */
export interface ReadRules {
  readonly limit: number
  readonly links: 'follow' | 'refuse'
}

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
 * Reads a file that a command or a repository can have made: the one way to do it. A pipe, a socket, a device and a folder are
 * not opened, none that takes the file's place meanwhile can make anybody wait, at most `limit` bytes are held, and
 * nothing of it happens on the event loop. Throws what the file system says (ENOENT, EACCES, ELOOP …).
 */
export async function readRegularFile(
  path: string | Buffer,
  { limit, links }: ReadRules,
): Promise<RegularFile | NoRegularFile> {
  const before = kindOf(await (links === 'follow' ? stat : lstat)(path))
  if (before) return { kind: before }
  const { O_RDONLY, O_NONBLOCK, O_NOCTTY, O_NOFOLLOW } = constants
  const file = await open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | (links === 'follow' ? 0 : O_NOFOLLOW))
  try {
    const stats = await file.stat()
    const kind = kindOf(stats)
    if (kind) return { kind }
    const read = await readTo(file, stats.size, limit)
    return { kind: 'read', bytes: read.subarray(0, limit), whole: read.length <= limit, stats }
  } finally {
    await file.close()
  }
}
