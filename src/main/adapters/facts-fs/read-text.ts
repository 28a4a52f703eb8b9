import { constants } from 'node:fs'
import { createHash } from 'node:crypto'
import { open, stat, type FileHandle } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { PlaceJudge } from '../../core/ports/read-files'
import type { SourceText } from '../../core/shell/graph-builder'
import { isWithin } from '../../core/shell/paths'
import { placeOfOpened } from '../regular-file/read-regular-file'
import { outOfTime, type Deadline } from './deadline'

/** Why a file is not read that is not there. */
export const missing = 'does not exist'

const notRead = (reason: string): SourceText => ({ kind: 'not-read', reason })

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown reason'
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return missing
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

/** The budget of one look at the file system, and what may be read in it. */
export interface Look {
  readonly deadline: Deadline
  readonly judge: PlaceJudge
}

/**
 * What a text is read for. `show`: it may be shown, kept and sent, so it must lie inside. `judge`: only rules see it.
 * `within`: it must really lie in one of these folders (real paths), wherever they are.
 */
export type ReadFor = 'show' | 'judge' | { readonly within: readonly string[] }

/** Why a file beyond the session's folders is not shown. */
export const liesOutside = 'lies outside the workspace, so its text is not shown or sent'

async function refusal(
  file: FileHandle,
  path: string,
  look: Look,
  use: ReadFor,
): Promise<string | undefined> {
  const stats = await file.stat()
  if (!stats.isFile()) return 'is no regular file'
  const opened = await placeOfOpened(file, path, stats)
  if (opened === undefined) return 'cannot be told where it lies'
  const standing = await look.judge.standing(opened)
  if (standing === 'closed') return 'lies in a place that commands may not read'
  if (standing === 'inside' || use === 'judge') return undefined
  if (use === 'show') return liesOutside
  return use.within.some((folder) => isWithin(opened.realPath, folder))
    ? undefined
    : 'is a link that leads elsewhere'
}

/**
 * The bytes of a regular file that may be read, or why not. The type is looked at before it is opened; all else is judged
 * on what was opened, so that nothing can be exchanged in between.
 */
export async function readBytes(
  path: string,
  limit: number,
  look: Look,
  use: ReadFor,
): Promise<Buffer | string> {
  return withOpened(path, look, use, async (file) => {
    const before = await file.stat()
    if (before.size > limit) return `is too large to be read (${before.size.toLocaleString('en-US')} bytes)`
    const buffer = Buffer.alloc(Math.min(limit, Math.max(before.size, 4096)))
    let length = 0
    for (;;) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length, length)
      length += bytesRead
      if (bytesRead === 0 || length === buffer.length) break
    }
    return buffer.subarray(0, length)
  })
}

/** Does something with a regular file that may be read for this use; the reason, where it may not. Throws what the system says. */
async function withOpened<T>(
  path: string,
  look: Look,
  use: ReadFor,
  work: (file: FileHandle) => Promise<T>,
): Promise<T | string> {
  if (path.includes('\0')) return 'has NUL in its name'
  const before = await stat(path)
  if (!before.isFile()) return before.isDirectory() ? 'is a folder' : 'is no regular file'
  // O_NONBLOCK: should a pipe take the file's place in between, the open returns at once and fstat refuses it.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  try {
    return (await refusal(file, resolve(path), look, use)) ?? (await work(file))
  } finally {
    await file.close()
  }
}

/** Larger programs are known by what the system says of them: reading them would take longer than an answer may. */
const mostDigested = 16 * 1024 * 1024

/**
 * The digest of a regular file, whatever it holds, as `sha256:` in hex: of its bytes, of a very large one of where it is, its size and its
 * times, which nobody but the system sets all of. Undefined for one that may not be read or cannot be. Never throws.
 */
export async function digestFile(path: string, look: Look): Promise<string | undefined> {
  const read = (): Promise<{ readonly digest: string } | string> =>
    withOpened(path, look, 'judge', async (file) => {
      const hash = createHash('sha256')
      const { dev, ino, size, mtimeNs, ctimeNs } = await file.stat({ bigint: true })
      if (size > mostDigested) hash.update(['stands', dev, ino, size, mtimeNs, ctimeNs].join(' '))
      else
        for await (const chunk of file.createReadStream({ autoClose: false, start: 0 }))
          hash.update(chunk as Buffer)
      return { digest: `sha256:${hash.digest('hex')}` }
    })
  const found = await look.deadline.race(() => read().catch(() => undefined))
  return typeof found === 'object' ? found.digest : undefined
}

/**
 * The text of a regular file of at most 256 KB that may be read for this use; binary and invalid UTF-8 are not read. Never
 * throws.
 */
export async function readText(path: string, look: Look, use: ReadFor): Promise<SourceText> {
  try {
    const bytes = await look.deadline.race(() => readBytes(path, 256 * 1024, look, use))
    if (bytes === undefined) return notRead(outOfTime)
    if (typeof bytes === 'string') return notRead(bytes)
    if (bytes.includes(0)) return notRead('is a binary file')
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch (error) {
    return notRead(error instanceof TypeError ? 'is not valid UTF-8' : reasonOf(error))
  }
}
