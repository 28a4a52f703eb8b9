import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { isAbsolute, relative } from 'node:path'

/** A document's text, and the bytes that were read for it; or why there is none. */
export type Document =
  | { readonly kind: 'text'; readonly text: string; readonly bytes: number }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly reason: string }

/**
 * The beginning of a regular file, at most `limit` bytes and whole characters. A link is followed only to a place below
 * `root` (absolute, real); devices, pipes and folders are refused. Never throws.
 */
export async function readDocument(path: string, root: string, limit: number): Promise<Document> {
  try {
    const real = await realpath(path)
    const below = relative(root, real)
    if (below.startsWith('..') || isAbsolute(below))
      return refused('it is a link that leads out of the project')
    // O_NONBLOCK: a pipe opens at once and is refused below; O_NOFOLLOW: a link may have taken the place meanwhile.
    const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      if (!(await file.stat()).isFile()) return refused('it is no regular file')
      const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(limit), position: 0 })
      const bytes = buffer.subarray(0, bytesRead)
      if (bytes.includes(0)) return refused('it is a binary file')
      // A cut in the middle of a character leaves an incomplete end, which `stream` keeps back.
      return { kind: 'text', text: new TextDecoder().decode(bytes, { stream: true }), bytes: bytesRead }
    } finally {
      await file.close()
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown reason'
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? { kind: 'missing' }
      : refused(`it cannot be read (${code})`)
  }
}

const refused = (reason: string): Document => ({ kind: 'refused', reason })
