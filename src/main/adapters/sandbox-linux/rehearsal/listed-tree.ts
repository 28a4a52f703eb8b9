import { createHash } from 'node:crypto'
import { constants, lstatSync, readdirSync, type Stats } from 'node:fs'
import { readlink } from 'node:fs/promises'
// oxlint-disable-next-line countersign/no-restricted-imports -- opened without waiting and without following, and looked at before it is read
import { open, type FileHandle } from 'node:fs/promises'
import type { RehearsalChange } from '@shared/domain/rehearsal'
import { inFolder, onDisk, type BytePath } from '../byte-path'
import { Turns } from '../../own-process/turns'

/** What is at a path, by itself; undefined where nothing is, or nothing that can be looked at. */
export function lookAtPath(path: BytePath): Stats | undefined {
  try {
    return lstatSync(onDisk(path), { throwIfNoEntry: false })
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

/** What kind of thing it is. */
export function typeOf(stats: Stats): RehearsalChange['type'] {
  if (stats.isFile()) return 'file'
  if (stats.isDirectory()) return 'folder'
  if (stats.isSymbolicLink()) return 'link'
  if (stats.isFIFO()) return 'pipe'
  return stats.isSocket() ? 'socket' : 'device'
}

/** The names in a folder, one character for each byte; none where it cannot be listed. */
export function namesIn(folder: BytePath): readonly string[] {
  try {
    return readdirSync(onDisk(folder), 'latin1')
  } catch (error) {
    if (error instanceof Error && 'code' in error) return []
    throw error
  }
}

/** Everything below a folder, or the one thing. */
export interface ListedTree {
  readonly files: number
  readonly bytes: number
  /** Equal for trees with the same names, kinds, sizes, times and modes of files; undefined where it was not listed to its end. */
  readonly shape: string | undefined
  /** Equal while nothing in it was exchanged, written to or renamed; of the top itself also after it was renamed. As `shape` else. */
  readonly marks: string | undefined
  /** The names of everything below the top, each once. */
  readonly names: ReadonlySet<string>
  /** How many things it is, the top among them. */
  readonly entries: number
  /** When any of it was changed last, the top among them, in milliseconds; no program can set that. */
  readonly touched: number
  /** The regular files and links in it, in the order of `shape`. */
  readonly contents: readonly BytePath[]
}

/** Lists a tree without following a link, up to `most` entries. */
export async function listTree(top: BytePath, most: number): Promise<ListedTree> {
  const shape = createHash('sha256')
  const marks = createHash('sha256')
  const below = new Set<string>()
  const contents: BytePath[] = []
  const turns = new Turns()
  let [files, bytes, entries, touched] = [0, 0, 0, 0]
  const left: { readonly path: BytePath; readonly name: string }[] = [{ path: top, name: '' }]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    await turns.give()
    const found = lookAtPath(next.path)
    if (!found) continue
    entries += 1
    touched = Math.max(touched, found.ctimeMs)
    if (entries > most)
      return { files, bytes, shape: undefined, marks: undefined, names: below, entries, touched, contents }
    const type = typeOf(found)
    const size = type === 'folder' ? 0 : found.size
    // Modes of folders in an upper are opened while it is read, and times of folders change with what lies in them.
    const own = type === 'file' ? [found.mode, size, found.mtimeMs] : [size]
    shape.update(`${JSON.stringify([next.name, type, ...own])}\n`)
    marks.update(`${JSON.stringify([next.name, markOf(found, next.name === '')])}\n`)
    if (type === 'folder') {
      const names = [...namesIn(next.path)].sort()
      for (const name of names) {
        below.add(name)
        left.push({ path: inFolder(next.path, name), name: `${next.name}/${name}` })
      }
      continue
    }
    files += 1
    bytes += size
    if (type === 'file' || type === 'link') contents.push(next.path)
  }
  const [whole, each] = [shape.digest('hex'), marks.digest('hex')]
  return { files, bytes, shape: whole, marks: each, names: below, entries, touched, contents }
}

/**
 * Tells a thing from what somebody puts in its place or makes of it. A folder's size and times change with what lies in it; the time of
 * the last change, which no program can set, also when it is renamed.
 */
export function markOf(stats: Stats, renamed: boolean): string {
  const { dev, ino, mode, uid, gid, nlink, size, mtimeMs, ctimeMs } = stats
  const own = stats.isDirectory() ? [] : [nlink, size, mtimeMs, renamed ? 0 : ctimeMs]
  return [dev, ino, mode, uid, gid, ...own].join(' ')
}

const blockBytes = 262_144

/** Opens what must be a regular file; undefined where it is none, or cannot be read. */
async function openFile(path: BytePath): Promise<FileHandle | undefined> {
  let file: FileHandle | undefined
  try {
    file = await open(onDisk(path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    if ((await file.stat()).isFile()) return file
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
  await file?.close()
  return undefined
}

async function fill(file: FileHandle, block: Buffer): Promise<number> {
  let got = 0
  while (got < block.length) {
    const { bytesRead } = await file.read(block, got, block.length - got)
    if (bytesRead === 0) break
    got += bytesRead
  }
  return got
}

/** Whether two files hold the same, block by block; false where one cannot be read. */
export async function sameContent(one: BytePath, other: BytePath): Promise<boolean> {
  const [first, second] = [await openFile(one), await openFile(other)]
  try {
    if (!first || !second) return false
    const [left, right] = [Buffer.alloc(blockBytes), Buffer.alloc(blockBytes)]
    for (;;) {
      const [got, also] = [await fill(first, left), await fill(second, right)]
      if (got !== also || !left.subarray(0, got).equals(right.subarray(0, also))) return false
      if (got < blockBytes) return true
    }
  } finally {
    await first?.close()
    await second?.close()
  }
}

/** Whether two links lead to the same. */
export async function sameLink(one: BytePath, other: BytePath): Promise<boolean> {
  const [first, second] = await Promise.all([
    readlink(onDisk(one), 'latin1').catch(() => undefined),
    readlink(onDisk(other), 'latin1').catch(() => undefined),
  ])
  return first !== undefined && first === second
}
