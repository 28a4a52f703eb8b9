import { constants } from 'node:fs'
import { lstat, open, readlink, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import type { PatchTarget } from '../../core/ports/patch-files'
import type { PlaceJudge } from '../../core/ports/read-files'
import { maxFileBytes } from '../../core/patch/patch-limits'

const refused = (reason: string): PatchTarget => ({ kind: 'refused', reason })
const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

/** What the file system says, in words that follow a path. */
function refusal(error: unknown): PatchTarget {
  if (!(error instanceof Error)) throw error
  switch (codeOf(error)) {
    case 'ENOENT':
      return refused('has a link above it that leads nowhere')
    case 'ENOTDIR':
      return refused('has a file where a folder is needed')
    case 'ELOOP':
      return refused('leads in a circle of symbolic links')
    case 'ENAMETOOLONG':
      return refused('has a name that is too long')
    case 'EACCES':
    case 'EPERM':
      return refused('may not be read')
    case undefined:
    default:
      return refused(`cannot be looked at (${codeOf(error) ?? error.message})`)
  }
}

/** A path that does not exist: the real place it would have, below the deepest folder that does. */
async function lookAtMissing(path: string): Promise<PatchTarget> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    try {
      const real = await realpath(folder)
      const stats = await lstat(real)
      if (!stats.isDirectory()) return refused('has a file where a folder is needed')
      return { kind: 'missing', place: join(real, relative(folder, path)), folder: real }
    } catch (error) {
      // A link on the way that leads nowhere is no missing folder: one cannot be made in its place.
      if (codeOf(error) !== 'ENOENT' || (await isLink(folder)) || folder === '/') return refusal(error)
    }
  }
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

const decoder = () => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A regular file's text, read through one descriptor so that it is the file that was looked at. Never blocks on a FIFO. */
async function readRegular(place: string, judge: PlaceJudge): Promise<PatchTarget> {
  const before = await lstat(place)
  if (before.isDirectory()) return refused('is a folder')
  if (!before.isFile()) return refused('is not a regular file')
  const file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const stats = await file.stat()
    if (!stats.isFile()) return refused('is not a regular file')
    const { dev: device, ino: inode, nlink: links } = stats
    if ((await judge.standing({ realPath: place, device, inode, links })) === 'closed')
      return refused('may not be read')
    if (stats.size > maxFileBytes) return refused(`is larger than ${maxFileBytes} bytes`)
    // A file may grow while it is read; what is beyond the limit is not even held.
    const bytes = Buffer.alloc(stats.size + 1)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    const held = bytes.subarray(0, bytesRead)
    if (bytesRead !== stats.size) return refused('is being written to')
    if (held.includes(0)) return refused('is a binary file')
    if ((stats.mode & 0o200) === 0) return refused('is marked read-only')
    try {
      return {
        kind: 'file',
        place,
        mode: stats.mode & 0o777,
        links: stats.nlink,
        text: decoder().decode(held),
      }
    } catch (error) {
      if (error instanceof TypeError) return refused('is not UTF-8 text')
      throw error
    }
  } finally {
    await file.close()
  }
}

/**
 * What an absolute, resolved path leads to; see the port's PatchTarget. Changes nothing and never throws: what cannot be
 * looked at is refused, and so is what commands may not read: even that a text does not fit would tell of it.
 */
export async function lookAtPath(
  path: string,
  end: 'follow' | 'name',
  judge: PlaceJudge,
): Promise<PatchTarget> {
  try {
    if (path.includes('\0')) return refused('has NUL in its name')
    if (end === 'name' && (await isLink(path))) {
      const place = join(await realpath(dirname(path)), basename(path))
      return { kind: 'link', place, leadsTo: await readlink(path) }
    }
    const place = await realpath(path)
    return await readRegular(place, judge)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') return refusal(error)
    return (await isLink(path).catch(() => false))
      ? refused('is a link that leads nowhere')
      : lookAtMissing(path)
  }
}
