import type { Dirent, Stats } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fits } from '../../core/assessment/actions/file-action'
import { readGlob } from '../../core/shell/glob'
import type { Deadline } from './deadline'

/** What stands below a folder. `paths` are the files found, for git to be asked about; `complete` false: there is more. */
export interface Below {
  readonly files: number
  readonly bytes: number
  readonly newestMs: number
  readonly paths: readonly { readonly path: string; readonly stats: Stats }[]
  readonly complete: boolean
}

/** More paths than this are counted, but not kept. */
const maxKept = 5000
const batch = 64

const isSystemError = (error: unknown): boolean => error instanceof Error && 'code' in error

/** Whether an entry fits; a name is compared as `find -name` does, to which a leading dot is a character as any other. */
function fitter(fits: Fits | undefined): (entry: Dirent) => boolean {
  if (fits === undefined) return () => true
  const patterns = fits.names.map(({ pattern, anyCase }) => readGlob(pattern, { anyCase }))
  return (entry) =>
    (!fits.filesAlone || entry.isFile()) && patterns.every((pattern) => pattern.test(entry.name))
}

/**
 * Counts what is below a folder, of which only what fits: links are entries of their own and never followed. Ends with the budget.
 */
export async function walkBelow(folder: string, deadline: Deadline, fits?: Fits): Promise<Below> {
  const isWanted = fitter(fits)
  const kept: { path: string; stats: Stats }[] = []
  let [files, bytes, newestMs, complete] = [0, 0, 0, true]
  const folders = [folder]

  const look = async (entries: readonly { path: string; entry: Dirent }[]): Promise<void> => {
    const found = await Promise.all(
      entries.map(async ({ path }) => {
        const stats = await lstat(path).catch(() => undefined) // it vanished: then it is not counted
        return stats && { path, stats }
      }),
    )
    for (const each of found) {
      if (!each) continue
      files += 1
      bytes += each.stats.size
      newestMs = Math.max(newestMs, each.stats.mtimeMs)
      if (kept.length < maxKept) kept.push(each)
      else complete = false
    }
  }

  /** Counts one folder; false when the budget ended in it. */
  const walkOne = async (at: string): Promise<boolean> => {
    let pending: { path: string; entry: Dirent }[] = []
    for await (const entry of await opendir(at, { bufferSize: 256 })) {
      if (deadline.over || !deadline.take(1)) return false
      const path = join(at, entry.name)
      if (entry.isDirectory()) folders.push(path)
      else if (isWanted(entry)) pending.push({ path, entry })
      if (pending.length >= batch) {
        await look(pending)
        pending = []
      }
    }
    await look(pending)
    return true
  }

  const walk = async (): Promise<void> => {
    for (let at = folders.shift(); at !== undefined; at = folders.shift()) {
      try {
        if (await walkOne(at)) continue
        deadline.cut()
        complete = false
        return
      } catch (error) {
        // It may not be read, or vanished while it was looked at: what is below it is not counted.
        if (!isSystemError(error)) throw error
        complete = false
      }
    }
  }
  if ((await deadline.race(async () => (await walk(), true))) === undefined) complete = false
  return { files, bytes, newestMs, paths: kept, complete }
}
