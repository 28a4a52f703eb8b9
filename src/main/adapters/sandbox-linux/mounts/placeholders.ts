import { lstatSync, mkdirSync, writeFileSync, type Stats } from 'node:fs'
import { inOwnFolder } from './in-own-folder'
import { removeUntouched, type Journal, type Made } from './journal'

interface Standing {
  readonly made: Made
  readonly inode: number
  readonly mtimeMs: number
  users: number
}

/** Already there by now, or nobody may make it there: the command, with no more rights, can then not make it either. */
const harmless = new Set(['EEXIST', 'EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR'])

/** What is there; undefined also where the folder around it is none any more. */
function look(path: string): Stats | undefined {
  try {
    return lstatSync(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

/** Makes it and tells what was made; undefined where that is harmless, and where a folder on the way is another user's. */
function make({ path, kind, content }: Made): Stats | undefined {
  try {
    return inOwnFolder(path, (at) => {
      if (kind === 'folder') mkdirSync(at)
      else writeFileSync(at, content, { flag: 'wx', mode: 0o644 })
      return lstatSync(at)
    })
  } catch (error) {
    if (harmless.has((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

/**
 * Only what exists can be mounted over, so what is missing is made for the time of the runs that need it: never through
 * a link or a folder of another user's, never over anything, noted in the journal first. The last run that uses it takes it away, if it is untouched.
 */
export class Placeholders {
  readonly #standing = new Map<string, Standing>()
  readonly #journal: Journal

  constructor(journal: Journal) {
    this.#journal = journal
  }

  /**
   * Makes what is missing; what was there before stays as it is. A run that began later finds a placeholder there like any
   * other entry, so those of others at the places in `masked` are joined: taken away under a run, the mount over it would
   * go too. Returns the way back, which may be called once. Throws what the file system throws, and then has made nothing.
   */
  hold(wanted: readonly Made[], masked: readonly string[]): () => void {
    const joined: Standing[] = []
    for (const path of new Set([...wanted.map((made) => made.path), ...masked])) {
      const standing = this.#standing.get(path)
      if (standing && this.isStanding(path)) joined.push(standing)
    }
    const missing = wanted.filter((made) => !look(made.path))
    if (missing.length > 0) this.#journal.note(missing)
    const fresh: Standing[] = []
    try {
      for (const made of missing) {
        const found = make(made)
        if (found) fresh.push({ made, inode: found.ino, mtimeMs: found.mtimeMs, users: 0 })
      }
    } catch (error) {
      for (const each of fresh.reverse()) this.#remove(each)
      throw error
    }
    const held = [...joined, ...fresh]
    for (const each of held) {
      each.users += 1
      this.#standing.set(each.made.path, each)
    }
    return () => {
      for (const each of held.reverse()) this.#release(each)
    }
  }

  /** Whether what is at this path now was put there for runs under way. */
  isStanding(path: string): boolean {
    const standing = this.#standing.get(path)
    return standing !== undefined && look(path)?.ino === standing.inode
  }

  #release(standing: Standing): void {
    standing.users -= 1
    if (standing.users > 0) return
    if (this.#standing.get(standing.made.path) === standing) this.#standing.delete(standing.made.path)
    this.#remove(standing)
    if (this.#standing.size === 0) this.#journal.clear()
  }

  #remove({ made, inode, mtimeMs }: Standing): void {
    const found = look(made.path)
    if (found?.ino === inode && found.mtimeMs === mtimeMs) removeUntouched(made)
  }
}
