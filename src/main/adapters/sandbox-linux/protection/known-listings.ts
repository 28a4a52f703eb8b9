import { readdirSync, statSync } from 'node:fs'

/** The clock that file systems take their times from is this coarse at most. */
const coarseMs = 20
/** More folders than this are not remembered at once. */
const maxFolders = 500

const nothing: ReadonlySet<string> = new Set()

/** The names in a folder; none where it is missing, or nobody here can read it. */
export type ListFolder = (folder: string) => ReadonlySet<string>

interface Known {
  readonly was: string
  readonly names: ReadonlySet<string>
}

/** Reads each folder as often as it is asked for. */
export const listNow: ListFolder = (folder) => {
  try {
    return new Set(readdirSync(folder))
  } catch (error) {
    if (error instanceof Error && 'code' in error) return nothing
    throw error
  }
}

/**
 * Lists folders that seldom change and are asked for with each command: one that has not changed since it was read, by a time
 * that no program can set, is not read again.
 */
export class KnownListings {
  readonly #known = new Map<string, Known>()

  /** A listing as of now. */
  readonly list: ListFolder = (folder) => {
    const was = lastChange(folder)
    const known = this.#known.get(folder)
    if (was !== undefined && known?.was === was) return known.names
    const names = listNow(folder)
    this.#known.delete(folder)
    if (was !== undefined && this.#known.size < maxFolders) this.#known.set(folder, { was, names })
    return names
  }
}

/** What tells that a folder is as it was; undefined where it is none, or changed so lately that another change could look the same. */
function lastChange(folder: string): string | undefined {
  try {
    const found = statSync(folder, { bigint: true, throwIfNoEntry: false })
    if (!found?.isDirectory() || Date.now() - Number(found.ctimeMs) < coarseMs) return undefined
    return [found.dev, found.ino, found.mode, found.ctimeNs].map(String).join(' ')
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}
