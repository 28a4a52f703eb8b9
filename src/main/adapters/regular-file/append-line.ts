import { constants } from 'node:fs'
import { lstat, open } from 'node:fs/promises'

/** What became of a line: `other` is no regular file, `full` has no room for it below the limit. Nothing was written then. */
export type Appended = 'appended' | 'other' | 'full'

/**
 * Adds a line to a file for its owner alone, which is made where it is missing. A pipe makes nobody wait, a link is not followed,
 * a file that others may read is closed to them, and a line that was torn off before stays one by itself. `text` has no line
 * end. Throws what the file system says.
 */
export async function appendLine(path: string, text: string, limit: number): Promise<Appended> {
  const there = await lstat(path).catch(() => undefined)
  if (there && !there.isFile()) return 'other'
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants
  const file = await open(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600)
  try {
    const stats = await file.stat()
    if (!stats.isFile()) return 'other'
    const line = Buffer.from(`${text}\n`)
    if (stats.size + line.length + 1 > limit) return 'full'
    if ((stats.mode & 0o077) !== 0) await file.chmod(0o600)
    const last = Buffer.alloc(1)
    const torn =
      stats.size > 0 && (await file.read(last, 0, 1, stats.size - 1)).bytesRead === 1 && last[0] !== 10
    // In one write, so that lines of two programs do not mix.
    await file.writeFile(torn ? Buffer.concat([Buffer.from('\n'), line]) : line)
    return 'appended'
  } finally {
    await file.close()
  }
}
