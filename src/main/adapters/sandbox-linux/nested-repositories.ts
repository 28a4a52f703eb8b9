import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Where a walk stops: a workspace is searched this deep, and this many folders at most. */
const maxDepth = 8
const maxFolders = 20_000
/** Folders read at the same time. */
const width = 32
/** Installed packages bring no repositories, but most of all folders. */
const skipped = new Set(['node_modules', '.git'])

async function read(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error) return [] // gone meanwhile, or not ours to read
    throw error
  }
}

const isBare = (entries: readonly Dirent[]): boolean =>
  ['HEAD', 'objects', 'refs'].every((name) => entries.some((entry) => entry.name === name))

/**
 * The git folders below a folder, its own left out: each `.git` (folder, pointer file or link) and each bare repository.
 * Links are not followed. Never throws; what lies deeper or behind the limits is not found.
 */
export async function findNestedRepositories(root: string): Promise<readonly string[]> {
  const found: string[] = []
  let level = [root]
  let seen = 0
  for (let depth = 0; depth <= maxDepth && level.length > 0 && seen < maxFolders; depth++) {
    const next: string[] = []
    for (let start = 0; start < level.length && seen < maxFolders; start += width) {
      const batch = level.slice(start, start + width)
      seen += batch.length
      const lists = await Promise.all(batch.map(read))
      batch.forEach((folder, index) => {
        const entries = lists[index] ?? []
        if (depth > 0 && entries.some((entry) => entry.name === '.git')) found.push(join(folder, '.git'))
        else if (depth > 0 && isBare(entries)) {
          found.push(folder)
          return
        }
        for (const entry of entries)
          if (entry.isDirectory() && !skipped.has(entry.name)) next.push(join(folder, entry.name))
      })
    }
    level = next
  }
  return found
}

/** How old a walk may be before the next run has it done again behind its back. */
const refreshMs = 5_000

/**
 * Remembers the nested repositories of each root. The first question walks; later ones answer from memory at once, while
 * a walk in the background catches up with what other programs did. What a run made is added by `add`.
 */
export class NestedRepositories {
  readonly #known = new Map<string, { found: Promise<Set<string>>; at: number }>()

  /** The git folders below the root, as far as they are known. */
  async below(root: string): Promise<readonly string[]> {
    const known = this.#known.get(root)
    if (!known) {
      const found = findNestedRepositories(root).then((paths) => new Set(paths))
      this.#known.set(root, { found, at: performance.now() })
      return [...(await found)]
    }
    if (performance.now() - known.at > refreshMs) {
      known.at = performance.now()
      void findNestedRepositories(root).then((paths) => {
        known.found = Promise.resolve(new Set(paths))
      })
    }
    return [...(await known.found)]
  }

  /** Adds a git folder that a run was seen to make. */
  async add(root: string, gitFolder: string): Promise<void> {
    ;(await this.#known.get(root)?.found)?.add(gitFolder)
  }
}
