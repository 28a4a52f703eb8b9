import { realpath } from 'node:fs/promises'
import { isAbsolute, relative } from 'node:path'
import { readRegularFile } from '../regular-file/read-regular-file'

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
    // A link may have taken the place meanwhile.
    const read = await readRegularFile(real, { limit, links: 'refuse' })
    if (read.kind !== 'read') return refused('it is no regular file')
    const { bytes } = read
    if (bytes.includes(0)) return refused('it is a binary file')
    // A cut in the middle of a character leaves an incomplete end, which `stream` keeps back.
    return { kind: 'text', text: new TextDecoder().decode(bytes, { stream: true }), bytes: bytes.length }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown reason'
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? { kind: 'missing' }
      : refused(`it cannot be read (${code})`)
  }
}

const refused = (reason: string): Document => ({ kind: 'refused', reason })
