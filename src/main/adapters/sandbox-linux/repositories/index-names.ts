import { setImmediate as nextRound } from 'node:timers/promises'
import { readRegularFile } from '../../regular-file/read-regular-file'
import type { EnteredFolder } from '../entered-folder'
import { configEntries } from '../protection/git-config-entries'
import { commonFolderOf } from '../protection/risky-git-config'
import { text } from './planted'

/** A longer index is not read, and counts as one that leads out. Half a million files take 50 MB. */
const maxBytes = 256 * 1024 * 1024
/** So many entries are looked at between two rounds of the event loop. */
const perRound = 20_000

/** A name that git itself puts into no index, by which it would write, read or remove what lies outside of the work tree or decides what it runs. */
const outside = /^\/|(?:^|[/\0])(?:\.\.|\.git|git~1)(?:[/\0]|$)/i

/** How many bytes a hash has here; undefined: it is not said so that it is understood. */
async function hashBytes(folder: EnteredFolder): Promise<number | undefined> {
  // A linked worktree's own folder has the configuration two folders up, and says so with these very words.
  const common = folder.look('commondir') ? commonFolderOf((await text(folder.at('commondir'))) ?? '') : ''
  if (common !== '' && common !== '../..') return undefined
  const config = (await text(folder.at(common === '' ? 'config' : '../../config'))) ?? ''
  const entries = configEntries(config)
  if (!entries) return /sha256/i.test(config) ? undefined : 20
  return entries.findLast(({ name }) => name === 'extensions.objectformat')?.value === 'sha256' ? 32 : 20
}

const varint = (bytes: Buffer, at: number): { readonly value: number; readonly end: number } => {
  let byte = bytes[at++] ?? 0
  let value = byte & 127
  while ((byte & 128) !== 0 && value < 0x10_00_00_00) {
    byte = bytes[at++] ?? 0
    value = (value + 1) * 128 + (byte & 127)
  }
  return { value, end: at }
}

interface Entry {
  readonly name: string
  /** How much of it is of the name before. */
  readonly shared: number
  readonly end: number
}

/** The entry that begins at a place, as git reads it (read-cache.c, create_from_disk); undefined: it is cut short. */
function entryAt(bytes: Buffer, at: number, hash: number, before: string | undefined): Entry | undefined {
  const flagsAt = at + 40 + hash
  if (flagsAt + 4 > bytes.length) return undefined
  const flags = bytes.readUInt16BE(flagsAt)
  let from = flagsAt + ((flags & 0x4000) === 0 ? 2 : 4)
  let shared = 0
  if (before !== undefined) {
    const { value, end } = varint(bytes, from)
    shared = before.length - value
    from = end
  }
  let length = (flags & 0xfff) - shared
  if ((flags & 0xfff) === 0xfff) length = bytes.indexOf(0, from) - from
  if (shared < 0 || length < 0 || from + length > bytes.length) return undefined
  const own = bytes.toString('latin1', from, from + length)
  if (before !== undefined) return { name: before.slice(0, shared) + own, shared, end: from + length + 1 }
  return { name: own, shared, end: at + ((from - at + length + 8) & ~7) }
}

/** Where the entries end by the word of the index itself, for whoever does not read them one by one; undefined: it says nothing. */
function endOfEntries(bytes: Buffer, end: number, hash: number): number | undefined {
  const at = end - hash - 12
  return at >= 12 && bytes.toString('latin1', at, at + 4) === 'EOIE' ? bytes.readUInt32BE(at + 8) : undefined
}

/** Where git begins to read again when it reads parts of the entries at the same time, by how many entries stand before each. */
function partsOf(bytes: Buffer, from: number, end: number): Map<number, number> {
  const parts = new Map<number, number>()
  for (let at = from; at + 8 <= end; at += 8 + bytes.readUInt32BE(at + 4)) {
    if (bytes.toString('latin1', at, at + 4) !== 'IEOT') continue
    const last = Math.min(at + 8 + bytes.readUInt32BE(at + 4), end)
    for (let [part, count] = [at + 12, 0]; part + 8 <= last; part += 8) {
      parts.set(count, bytes.readUInt32BE(part))
      count += bytes.readUInt32BE(part + 4)
    }
  }
  return parts
}

/** Whether it names what no index names, or says to other readers than to this one that something else stands there. */
async function isOdd(bytes: Buffer, hash: number): Promise<boolean> {
  if (bytes.length < 12 + hash || bytes.toString('latin1', 0, 4) !== 'DIRC') return false // git refuses it
  const [version, count] = [bytes.readUInt32BE(4), bytes.readUInt32BE(8)]
  if (version < 2 || version > 4) return true
  const end = bytes.length - hash
  const marked = endOfEntries(bytes, end, hash)
  const parts = marked === undefined ? new Map<number, number>() : partsOf(bytes, marked, end)
  let at = 12
  let before = version === 4 ? '' : undefined
  for (let number = 0; number < count; number++) {
    if (number % perRound === perRound - 1) await nextRound()
    const entry = entryAt(bytes, at, hash, before)
    if (!entry || outside.test(entry.name)) return true
    if (parts.has(number) && (parts.get(number) !== at || entry.shared > 0)) return true
    parts.delete(number)
    if (before !== undefined) before = entry.name
    at = entry.end
  }
  return parts.size > 0 || (marked !== undefined && marked !== at)
}

/**
 * Whether an index in a git folder names what lies outside of the work tree, or in a git folder: git believes what stands there, and writes, reads and
 * stages these files with the next checkout or commit. What is not understood counts as that. Throws nothing.
 */
export async function indexLeadsOut(folder: EnteredFolder, name: string): Promise<boolean> {
  try {
    const read = await readRegularFile(folder.at(name), { limit: maxBytes, links: 'refuse' })
    if (read.kind !== 'read') return false // git has no use for it
    const hash = await hashBytes(folder)
    return !read.whole || hash === undefined || (await isOdd(read.bytes, hash))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error // gone meanwhile
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}
