import { asBytes, folderOf, lastName, type BytePath } from '../byte-path'

/** More places than this are not kept one by one: the writable places are then searched. */
const maxPlaces = 5_000

/** What makes a git folder of a folder, or decides which programs git runs for it. */
const telling = new Set(['HEAD', 'commondir', 'objects', 'refs', 'config', 'config.worktree', 'hooks'])

/** A name reached through another process's or this one's own descriptors: what it leads to shows only while that process is. */
const throughProcess = /^\/(?:proc\/.*\/(?:fd\/\d+|cwd|root)|dev\/fd\/\d+)\/./

function keep(places: Set<BytePath>, path: BytePath): boolean {
  if (places.size < maxPlaces) places.add(path)
  return places.has(path)
}

/**
 * What a run was seen to do where git folders are or can come to be. Each report is looked at as it comes, so that no number
 * of them hides one; where paths cannot be trusted to say where something is now, that is said.
 */
export class GitTouches {
  /** The folders that may be git folders now, as they were named. */
  readonly folders = new Set<BytePath>()
  /** Names that were moved, from and to. */
  readonly moved = new Set<BytePath>()
  /** True: reports are missing, or do not say which places they are about. */
  get uncertain(): boolean {
    return this.#uncertain
  }
  set uncertain(is: boolean) {
    this.#uncertain = is
    if (is) this.heard()
  }
  #uncertain = false
  /** Is called when something was done at or in one of the folders, or it became uncertain what was. */
  heard: () => void = () => undefined
  readonly #removed = new Set<BytePath>()
  /** Names can lead elsewhere than they did: links were made, or more names taken away than are kept. */
  #turned = false

  /** Takes one report; the path is absolute and normal. */
  note(syscall: string, path: BytePath): void {
    if (throughProcess.test(path)) this.uncertain = true
    if (syscall.startsWith('symlink')) this.#turned = true
    if (/^(?:rename|unlink|rmdir)/.test(syscall) && !keep(this.#removed, path)) this.#turned = true
    if (syscall.startsWith('rename')) this.#keep(this.moved, path)
    for (let at = path.indexOf('/.git'); at >= 0; at = path.indexOf('/.git', at + 1)) {
      const end = at + '/.git'.length
      if (end === path.length || path[end] === '/') this.#keep(this.folders, asBytes(path.slice(0, end)))
    }
    if (telling.has(lastName(path))) this.#keep(this.folders, folderOf(path))
    if (lastName(folderOf(path)) === 'hooks') this.#keep(this.folders, folderOf(folderOf(path)))
  }

  /** Takes both names of a rename: what was named below the one is now below the other. */
  turn(from: BytePath, to: BytePath): void {
    for (const folder of [...this.folders])
      if (folder === from || folder.startsWith(`${from}/`))
        this.#keep(this.folders, asBytes(`${to}${folder.slice(from.length)}`))
  }

  /**
   * Whether these places can be elsewhere by now than they were named: something on the way to one was moved or removed
   * after it, or was a link.
   */
  get misleading(): boolean {
    if (this.uncertain || (this.#turned && this.folders.size > 0)) return true
    return [...this.folders].some((folder) => {
      for (let path = folderOf(folder); path !== '/'; path = folderOf(path))
        if (this.#removed.has(path)) return true
      return false
    })
  }

  #keep(places: Set<BytePath>, path: BytePath): void {
    if (!keep(places, path)) this.uncertain = true
    this.heard()
  }
}
