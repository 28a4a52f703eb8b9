import type { BigIntStats } from 'node:fs'
import { readlink } from 'node:fs/promises'
import type { PathState } from '../../core/preimages/path-state'
import { codeOf, HeldFolder, inFolderOf, ofGone, statsAt } from './held-folder'

/** One thing that was come upon. `at` leads to it only until the next one is asked for. */
export interface Met {
  readonly path: string
  readonly at: Buffer
  readonly state: PathState
  /** Of a file, how many names it has. */
  readonly links: number
}

/** Tells a file's content and all else of it apart from any earlier one: every change moves the time of the last change. */
export const stampOf = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  [dev, ino, size, mtimeNs, ctimeNs].map(String).join(':')

/** What lies at an entry, from what is known of it. */
export async function stateOf(at: Buffer, stats: BigIntStats | undefined): Promise<PathState> {
  if (!stats) return { kind: 'absent' }
  const owned = { mode: Number(stats.mode & 0o7777n), uid: Number(stats.uid), gid: Number(stats.gid) }
  if (stats.isDirectory()) return { kind: 'folder', ...owned }
  if (stats.isSymbolicLink())
    return { kind: 'link', ...owned, target: await readlink(at, { encoding: 'latin1' }) }
  if (!stats.isFile()) return { kind: 'other', why: 'special' }
  const times = { size: Number(stats.size), mtimeMs: Number(stats.mtimeNs) / 1e6 }
  return { kind: 'file', ...owned, ...times, stamp: stampOf(stats) }
}

/**
 * What lies at a path and below it, a folder before what is in it; nothing for what is absent. `skip` are paths that are left out with what is below
 * them. A folder that cannot be listed is `other`. Throws where the folder around it is not where it was.
 */
export async function* walkPlace(path: string, skip: readonly string[] = []): AsyncGenerator<Met> {
  const cut = path.lastIndexOf('/')
  const folder = await HeldFolder.open(path.slice(0, cut) || '/')
  if (!folder) return
  try {
    yield* walkEntry(folder, path, skip)
  } finally {
    await folder.close()
  }
}

async function* walkEntry(folder: HeldFolder, path: string, skip: readonly string[]): AsyncGenerator<Met> {
  if (skip.includes(path)) return
  const name = path.slice(path.lastIndexOf('/') + 1)
  const at = folder.at(name)
  const stats = await statsAt(at)
  if (!stats) return
  const entry = { path, at, state: await stateOf(at, stats), links: Number(stats.nlink) }
  if (!stats.isDirectory()) {
    yield entry
    return
  }
  const inner = await folder.inner(name).catch(passing)
  try {
    const names = await inner?.names().catch(passing)
    yield names ? entry : { ...entry, state: { kind: 'other', why: 'unreadable' } }
    for (const each of names?.toSorted() ?? []) if (inner) yield* walkEntry(inner, `${path}/${each}`, skip)
  } finally {
    await inner?.close()
  }
}

/** It went meanwhile, or may not be opened. */
function passing(error: unknown): undefined {
  if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(codeOf(error))) return undefined
  throw error
}

/** What lies at one path now; absent as well where the folder around it is gone. */
export async function stateNow(path: string): Promise<PathState> {
  const state = await inFolderOf(path, async (folder, name) => {
    const at = folder.at(name)
    return stateOf(at, await statsAt(at))
  }).catch(ofGone)
  return state ?? { kind: 'absent' }
}
