import { realpathSync, type BigIntStats } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { entryAt, type EntryAt } from '../regular-file/entry-at'

/** What a path leads to, links gone through; `path` is its real one. */
export type FollowedPath =
  | { readonly kind: 'there'; readonly path: string; readonly stats: BigIntStats }
  | Exclude<EntryAt, { kind: 'there' }>

/**
 * What lies where, each path looked at once. For one stretch of work that waits for nothing: programs can move things meanwhile, so whoever
 * has waited looks anew, with another of these.
 */
export class Looks {
  readonly #entries = new Map<string, EntryAt>()
  readonly #followed = new Map<string, FollowedPath>()

  /** As `entryAt`. */
  at(path: string): EntryAt {
    const known = this.#entries.get(path)
    if (known) return known
    const found = entryAt(path)
    this.#entries.set(path, found)
    return found
  }

  /** What is at the end of every link. Folders are gone through one by one, so that what lies beside each other shares its way. */
  follow(path: string): FollowedPath {
    const known = this.#followed.get(path)
    if (known) return known
    const found = this.#follow(path)
    this.#followed.set(path, found)
    return found
  }

  /** The real path; undefined when it leads nowhere (missing, looping, not readable). */
  real(path: string): string | undefined {
    const found = this.follow(path)
    return found.kind === 'there' ? found.path : undefined
  }

  #follow(path: string): FollowedPath {
    if (path !== resolve(path)) return this.#byTheSystem(path)
    const isTop = dirname(path) === path
    const around = isTop ? undefined : this.follow(dirname(path))
    if (around && around.kind !== 'there') return around
    const place = around ? join(around.path, basename(path)) : path
    const found = this.at(place)
    if (found.kind !== 'there') return found
    return found.stats.isSymbolicLink() ? this.#byTheSystem(place) : { ...found, path: place }
  }

  #byTheSystem(path: string): FollowedPath {
    try {
      const real = realpathSync.native(path)
      const found = this.at(real)
      return found.kind === 'there' ? { ...found, path: real } : found
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === undefined) throw error
      return code === 'ENOENT' ? { kind: 'missing' } : { kind: 'unreachable', code }
    }
  }
}
