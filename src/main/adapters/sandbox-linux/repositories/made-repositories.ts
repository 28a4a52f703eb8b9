import { lstatSync, readdirSync, type BigIntStats } from 'node:fs'
import { join } from 'node:path'
import { isUnder } from '../writable-roots'

/**
 * What uses of git that change something change, and what decides which programs git runs. The times of the folder itself say
 * nothing: what holds the place of a missing file is put into it and taken away.
 */
const telling = [
  ...['HEAD', 'index', 'config', 'gitdir', 'hooks', 'logs/HEAD', 'refs/heads', 'packed-refs'],
  ...['FETCH_HEAD', 'ORIG_HEAD', 'objects', 'worktrees', 'modules', 'refs/tags', 'refs/remotes'],
  ...['info/exclude', 'info/attributes', 'config.worktree'],
]
/** Hooks of which there are more than this are looked at by nobody: the repository then counts as the person's. */
const maxHooks = 100

function look(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false })
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined // gone, or closed
    throw error
  }
}

/** Tells what stands somewhere for the time of a run only. */
type HoldsPlace = (path: string) => boolean

/** Which file or folder this is. */
const name = ({ dev, ino, mode }: BigIntStats): string => [dev, ino, mode].map(String).join(' ')

/** The same, and when it last changed, which no program can set. */
function mark(path: string): string {
  const found = look(path)
  return found === undefined ? '-' : `${name(found)} ${String(found.ctimeNs)}`
}

function hooksOf(folder: string): readonly string[] | undefined {
  try {
    const names = readdirSync(join(folder, 'hooks'))
    return names.length > maxHooks ? undefined : names.map((name) => join(folder, 'hooks', name))
  } catch (error) {
    if (error instanceof Error && 'code' in error) return []
    throw error
  }
}

/**
 * The state of a git folder or pointer file; undefined for what is neither, or cannot be told. What only holds the place of
 * something missing counts as missing.
 */
function stateOf(path: string, holdsPlace: HoldsPlace): string | undefined {
  const found = look(path)
  if (found?.isFile() === true) return mark(path)
  const hooks = found?.isDirectory() === true ? hooksOf(path) : undefined
  if (found === undefined || hooks === undefined) return undefined
  const places = [...telling.map((name) => join(path, name)), ...hooks]
  return [name(found), ...places.map((place) => (holdsPlace(place) ? '-' : mark(place)))].join('\n')
}

/**
 * The repositories that commands made, as long as nobody else has changed anything in them between two commands: `.git`
 * folders and pointer files, bare ones, and the folders of worktrees and submodules. They are protected like all others, but a
 * command may remove them unasked. The first use of git by anybody else makes one the person's (decision 074).
 */
export class MadeRepositories {
  readonly #states = new Map<string, string>()
  readonly #holdsPlace: HoldsPlace

  constructor(holdsPlace: HoldsPlace) {
    this.#holdsPlace = holdsPlace
  }

  /** Notes these as commands' own, as they are now; what is gone is passed over. */
  note(paths: readonly string[]): void {
    for (const path of paths) {
      const state = stateOf(path, this.#holdsPlace)
      if (state !== undefined) this.#states.set(path, state)
    }
  }

  /** From now on it is the person's. */
  forget(paths: readonly string[]): void {
    for (const path of paths) this.#states.delete(path)
  }

  /** Those below these roots that are as the last run left them; the others are no more commands' own. */
  below(roots: readonly string[]): ReadonlySet<string> {
    const own = [...this.#states].filter(([path]) =>
      roots.some((root) => path !== root && isUnder(path, root)),
    )
    const changed = own
      .filter(([path, state]) => stateOf(path, this.#holdsPlace) !== state)
      .map(([path]) => path)
    this.forget(changed)
    return new Set(own.map(([path]) => path).filter((path) => !changed.includes(path)))
  }
}
