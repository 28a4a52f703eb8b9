import { lstatSync, type BigIntStats } from 'node:fs'

/** What lies at a path; a link is itself. */
export type EntryAt =
  | { readonly kind: 'there'; readonly stats: BigIntStats }
  | { readonly kind: 'missing' }
  /** It cannot be told, for this reason: a folder on the way may not be entered (EACCES), or there is no such way. */
  | { readonly kind: 'unreachable'; readonly code: string }

/** Looks at a path without following a last link. Whatever the file system says is an answer, and nothing is thrown. */
export function entryAt(path: string | Buffer): EntryAt {
  try {
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false })
    return stats ? { kind: 'there', stats } : { kind: 'missing' }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return { kind: 'unreachable', code }
  }
}
