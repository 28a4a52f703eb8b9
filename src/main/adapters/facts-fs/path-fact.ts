import type { Stats } from 'node:fs'
import { lstat, readlink, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { PathFact, PathKind } from '../../core/assessment/facts/facts-reader'

/** A path about which nothing could be learnt, and why. */
export function unknownPath(path: string, reason: string): PathFact {
  return {
    path,
    kind: 'unknown',
    realKind: 'unknown',
    realPath: undefined,
    files: undefined,
    bytes: undefined,
    counted: false,
    newestMs: undefined,
    mode: undefined,
    git: undefined,
    reason,
  }
}

/** What an entry is, by its stats. */
export function kindOf(stats: Stats): PathKind {
  if (stats.isSymbolicLink()) return 'symlink'
  if (stats.isDirectory()) return 'directory'
  if (stats.isFile()) return 'file'
  if (stats.isFIFO()) return 'fifo'
  return stats.isSocket() ? 'socket' : 'device'
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown reason'
const isMissing = (error: unknown): boolean => /^(ENOENT|ENOTDIR)$/.test(codeOf(error))

/** So many links that lead to what is missing are followed. */
const mostLinks = 16

/** Where a path leads, links followed; for one that is missing, where it would be made, also by a link that leads to nothing yet. */
export async function realPathOf(path: string): Promise<string | undefined> {
  const missing: string[] = []
  let linksLeft = mostLinks
  for (let at = path; ;) {
    try {
      return join(await realpath(at), ...missing)
    } catch (error) {
      if (!isMissing(error) || dirname(at) === at) return undefined
      const target = await readlink(at).catch(() => undefined)
      if (target !== undefined && linksLeft-- === 0) return undefined
      if (target === undefined) {
        missing.unshift(basename(at))
        at = dirname(at)
        continue
      }
      const around = await realpath(dirname(at)).catch(() => undefined)
      if (around === undefined) return undefined
      at = resolve(around, target)
    }
  }
}

/** The entry itself: kind, where it leads, size. Nothing is opened. Rejects only for faults of the system. */
export async function readEntry(path: string): Promise<PathFact & { readonly stats: Stats | undefined }> {
  if (path.includes('\0')) return { ...unknownPath(path, 'has NUL in its name'), stats: undefined }
  const realPath = await realPathOf(path)
  try {
    const stats = await lstat(path)
    const target = stats.isSymbolicLink() ? await stat(path).catch((error: unknown) => codeOf(error)) : stats
    const realKind = typeof target !== 'string' ? kindOf(target) : target === 'ENOENT' ? 'missing' : 'unknown'
    const kind = kindOf(stats)
    return {
      path,
      kind,
      realKind,
      realPath,
      files: kind === 'directory' ? undefined : 1,
      bytes: kind === 'directory' ? undefined : stats.size,
      counted: kind !== 'directory',
      newestMs: stats.mtimeMs,
      mode: stats.mode & 0o7777,
      git: undefined,
      reason: target === 'ELOOP' ? 'the link leads in a circle' : undefined,
      stats,
    }
  } catch (error) {
    if (!isMissing(error))
      return { ...unknownPath(path, `cannot be looked at (${codeOf(error)})`), realPath, stats: undefined }
    return {
      ...unknownPath(path, ''),
      kind: 'missing',
      realKind: 'missing',
      realPath,
      counted: true,
      reason: undefined,
      stats: undefined,
    }
  }
}
