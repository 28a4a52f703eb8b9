import { constants } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { SourceText } from '../../core/assessment/shell/graph-builder'
import { outOfTime, type Deadline } from './deadline'

const notRead = (reason: string): SourceText => ({ kind: 'not-read', reason })

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown reason'
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'does not exist'
    case 'EACCES':
    case 'EPERM':
      return 'may not be read'
    case 'ELOOP':
      return 'is a link that leads in a circle'
    case 'ENAMETOOLONG':
      return 'has too long a name'
    default:
      return `cannot be read (${code})`
  }
}

/** The bytes of a regular file. The type is looked at before it is opened, and again on what was opened. */
export async function readBytes(path: string, limit: number): Promise<Buffer | string> {
  if (path.includes('\0')) return 'has NUL in its name'
  const before = await stat(path)
  if (!before.isFile()) return before.isDirectory() ? 'is a folder' : 'is no regular file'
  if (before.size > limit) return `is too large to be read (${before.size.toLocaleString('en-US')} bytes)`
  // O_NONBLOCK: should a pipe take the file's place in between, the open returns at once and fstat refuses it.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  try {
    if (!(await file.stat()).isFile()) return 'is no regular file'
    const buffer = Buffer.alloc(Math.min(limit, Math.max(before.size, 4096)))
    let length = 0
    for (;;) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length, length)
      length += bytesRead
      if (bytesRead === 0 || length === buffer.length) break
    }
    return buffer.subarray(0, length)
  } finally {
    await file.close()
  }
}

/** The text of a regular file of at most 256 KB; binary and invalid UTF-8 are not read. Never throws. */
export async function readText(path: string, deadline: Deadline): Promise<SourceText> {
  try {
    const bytes = await deadline.race(() => readBytes(path, 256 * 1024))
    if (bytes === undefined) return notRead(outOfTime)
    if (typeof bytes === 'string') return notRead(bytes)
    if (bytes.includes(0)) return notRead('is a binary file')
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch (error) {
    return notRead(error instanceof TypeError ? 'is not valid UTF-8' : reasonOf(error))
  }
}
