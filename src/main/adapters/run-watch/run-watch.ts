import { lstat, opendir } from 'node:fs/promises'
import type { BigIntStats } from 'node:fs'
import { join } from 'node:path'
import type { RunChange } from '@shared/domain/run-promise'
import type { RunWatcher, WatchedPlace } from '../../core/turn/turn-context'

/** How much one look may take. `ms` ends it from 500 entries on: a small folder is looked at whole, however busy the machine is. */
export interface LookBounds {
  readonly entries: number
  readonly ms: number
}

const usual: LookBounds = { entries: 20_000, ms: 250 }

/** So many entries are looked at in any case, */
const always = 500
/** unless each of them takes so long that it comes to this, in milliseconds. */
const longest = 5_000

/** The sandbox opens no folder for an entry of it that holds more. */
const mostNames = 1_000

interface Look {
  readonly found: ReadonlyMap<string, string>
  /** Folders that were listed to their end. */
  readonly listed: ReadonlySet<string>
  readonly whole: boolean
}

/**
 * What tells whether an entry is as it was. The time of the last change of it is the kernel's, and no program can set it: content that is
 * written and given its old time back is seen. Of a folder only what it is: what is made in it is an entry of its own.
 */
const markOf = ({ dev, ino, mode, size, mtimeNs, ctimeNs }: BigIntStats, folder: boolean): string =>
  [dev, ino, mode, ...(folder ? [] : [size, mtimeNs, ctimeNs])].join(':')

async function lookAt(path: string): Promise<BigIntStats | undefined> {
  try {
    return await lstat(path, { bigint: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined // gone, or not to be looked at
    throw error
  }
}

/** The first names in a folder; none where it cannot be listed. */
async function namesIn(path: string): Promise<readonly string[]> {
  const names: string[] = []
  try {
    for await (const { name } of await opendir(path, { bufferSize: 256 })) {
      names.push(name)
      if (names.length >= mostNames) break
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
  return names
}

/** Looks at places breadth first, so that what lies near is seen before what lies deep. Follows no link and leaves no file system. */
async function look(places: readonly WatchedPlace[], bounds: LookBounds): Promise<Look> {
  const begun = performance.now()
  const found = new Map<string, string>()
  const listed = new Set<string>()
  const isOver = (): boolean => {
    const ms = performance.now() - begun
    return (ms > bounds.ms && found.size >= always) || ms > longest
  }
  let whole = true
  let folders: { readonly path: string; readonly dev: bigint }[] = []
  const add = async (path: string, as: WatchedPlace['as'], dev?: bigint): Promise<void> => {
    if (found.has(path) && as === 'itself') return
    const stats = await lookAt(path)
    if (!stats) return
    const folder = stats.isDirectory()
    found.set(path, markOf(stats, folder))
    if (!folder || as === 'itself') return
    if (as === 'names') {
      for (const name of await namesIn(path))
        if (!found.has(join(path, name))) found.set(join(path, name), '')
      listed.add(path)
      return
    }
    if (dev !== undefined && stats.dev !== dev) whole = false
    else folders.push({ path, dev: stats.dev })
  }
  // Names first: what is looked at itself takes their place.
  for (const { path, as } of places.toSorted(
    (one, other) => Number(other.as === 'names') - Number(one.as === 'names'),
  ))
    await add(path, as)
  while (folders.length > 0) {
    const level = folders
    folders = []
    for (const { path, dev } of level) {
      if (found.size >= bounds.entries || isOver()) return { found, listed, whole: false }
      const names: string[] = []
      try {
        for await (const entry of await opendir(path, { bufferSize: 256 })) {
          names.push(entry.name)
          if (found.size + names.length >= bounds.entries) return { found, listed, whole: false }
        }
      } catch (error) {
        if (!(error instanceof Error && 'code' in error)) throw error
        whole = false
        continue
      }
      for (let at = 0; at < names.length; at += 64)
        await Promise.all(names.slice(at, at + 64).map((name) => add(join(path, name), 'tree', dev)))
      listed.add(path)
    }
  }
  return { found, listed, whole }
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/'

function compare(before: Look, after: Look, places: readonly WatchedPlace[]): readonly RunChange[] {
  const named = new Set(places.map(({ path }) => path))
  // What was not reached on one side is not known to be new, or gone.
  const known = (path: string, { listed, whole }: Look): boolean =>
    whole || named.has(path) || listed.has(parentOf(path))
  const changes: RunChange[] = []
  for (const [path, mark] of after.found) {
    const was = before.found.get(path)
    if (was === undefined ? known(path, before) || isNewFolder(path, before) : false)
      changes.push({ path, kind: 'created' })
    else if (was !== undefined && was !== mark && was !== '' && mark !== '')
      changes.push({ path, kind: 'changed' })
  }
  for (const path of before.found.keys())
    if (!after.found.has(path) && (known(path, after) || !after.found.has(parentOf(path))))
      changes.push({ path, kind: 'deleted' })
  return changes
}

/** Whether a folder above it is one that was not there: then it was not there either. */
function isNewFolder(path: string, { found, listed }: Look): boolean {
  for (let at = parentOf(path); at !== '/'; at = parentOf(at)) {
    if (found.has(at)) return false
    if (listed.has(parentOf(at))) return true
  }
  return false
}

/** The watcher over the real file system. */
export function createRunWatcher(bounds: LookBounds = usual): RunWatcher {
  return {
    async open(places) {
      const before = await look(places, bounds).catch(() => undefined)
      return {
        async see() {
          const after = before && (await look(places, bounds).catch(() => undefined))
          if (!before || !after) return { changes: [], whole: false }
          return { changes: compare(before, after, places), whole: before.whole && after.whole }
        },
      }
    },
  }
}
