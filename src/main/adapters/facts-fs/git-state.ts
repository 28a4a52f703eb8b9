import { createHash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { lstat, stat } from 'node:fs/promises'
import { join, posix, relative, sep } from 'node:path'
import ignore, { type Ignore } from 'ignore'
import type { GitCounts } from '../../core/assessment/facts/facts-reader'
import { GitFilters } from './git-filters'
import { parseIndex, type IndexEntry } from './git-index'
import { GitObjects } from './git-objects'
import type { RepositoryPlace } from './git-refs'
import { readBytes, readText, type Look } from './read-text'

const maxIndex = 24 * 1024 * 1024
/** Files whose content has to be compared, because their times do not settle it; more are left open. */
const maxHashed = 40

interface CountedFile {
  readonly path: string
  readonly stats: Stats
}

type State = 'tracked' | 'modified' | 'untracked' | 'ignored' | 'open'

/** The git state of files of one repository, read from its index and its ignore files. */
export class GitState {
  private readonly ignores = new Map<string, Promise<Ignore>>()
  private hashed = 0
  private objects: GitObjects | undefined
  private filters: GitFilters | undefined

  private constructor(
    private readonly place: RepositoryPlace,
    private readonly look: Look,
    private readonly read: { index: ReadonlyMap<string, IndexEntry>; indexMs: number; exclude: string },
  ) {}

  /** Undefined when the index cannot be read. A repository without one has no tracked files. */
  static async open(place: RepositoryPlace, look: Look): Promise<GitState | undefined> {
    const path = join(place.gitDir, 'index')
    const read = await look.deadline.race(async () => {
      const stats = await stat(path).catch(() => undefined)
      if (!stats) return { index: new Map<string, IndexEntry>(), ms: 0 }
      const bytes = await readBytes(path, maxIndex, look, 'judge')
      const index = typeof bytes === 'string' ? undefined : parseIndex(bytes)
      return index && { index, ms: stats.mtimeMs }
    })
    if (!read) return undefined
    const exclude = await readText(join(place.commonDir, 'info', 'exclude'), look, 'judge')
    return new GitState(place, look, {
      index: read.index,
      indexMs: read.ms,
      exclude: exclude.kind === 'text' ? exclude.text : '',
    })
  }

  /** How the given files stand. `complete` is false when some could not be told. */
  count(files: readonly CountedFile[]): Promise<GitCounts> {
    return this.countBy(files, (file) => this.stateOf(file))
  }

  /**
   * How the given files stand where nobody is asked any more: one of which git has no object, whatever its index says, is as one that it does not know, and one that
   * it stores otherwise (a filter) as a changed one.
   */
  countHeld(files: readonly CountedFile[]): Promise<GitCounts> {
    return this.countBy(files, (file) => this.heldState(file))
  }

  private async countBy(
    files: readonly CountedFile[],
    stateOf: (file: CountedFile) => Promise<State>,
  ): Promise<GitCounts> {
    const counts = { tracked: 0, modified: 0, untracked: 0, ignored: 0 }
    let complete = true
    for (const file of files) {
      const state = this.look.deadline.over ? 'open' : await stateOf(file)
      if (state === 'open') complete = false
      else counts[state] += 1
    }
    return { ...counts, complete }
  }

  private async heldState(file: CountedFile): Promise<State> {
    const state = await this.stateOf(file)
    const name = this.nameOf(file.path)
    const entry = state === 'tracked' ? this.read.index.get(name) : undefined
    if (!entry) return state
    const { id } = entry
    this.filters ??= new GitFilters(this.place, this.look)
    // What a filter took out git has not. One that is too large to be compared counts so too.
    const isItself =
      !file.stats.isFile() ||
      !((await this.hasOtherAttributes(name)) || (await this.filters.mayChange(name))) ||
      (await this.compare(file.path, file.stats, entry)) === 'tracked'
    if (!isItself) return 'modified'
    this.objects ??= new GitObjects(this.place, this.look)
    const held = await this.objects.has(id)
    if (held === undefined) return 'open'
    if (held) return state
    return (await this.isIgnored(name)) ? 'ignored' : 'untracked'
  }

  /** Whether attributes around a file are not those that the index has: what they named when the file was added is not known then. */
  private async hasOtherAttributes(name: string): Promise<boolean> {
    for (let folder = posix.dirname(name); ; folder = posix.dirname(folder)) {
      const listed = folder === '.' ? '.gitattributes' : `${folder}/.gitattributes`
      const path = join(this.place.root, listed)
      if (this.read.index.has(listed)) {
        const stats = await lstat(path).catch(() => undefined)
        if (!stats || (await this.stateOf({ path, stats })) !== 'tracked') return true
      }
      if (folder === '.') return false
    }
  }

  private nameOf(path: string): string {
    return relative(this.place.root, path).split(sep).join('/')
  }

  private async stateOf({ path, stats }: CountedFile): Promise<State> {
    const name = this.nameOf(path)
    const entry = this.read.index.get(name)
    if (!entry) return (await this.isIgnored(name)) ? 'ignored' : 'untracked'
    if (entry.size !== stats.size % 2 ** 32 && stats.isFile()) return 'modified'
    const seconds = Math.floor(stats.mtimeMs / 1000)
    const sameTime =
      seconds === entry.mtimeSeconds &&
      (entry.mtimeNanoseconds === 0 ||
        Math.abs(entry.mtimeNanoseconds / 1e6 - (stats.mtimeMs - seconds * 1000)) < 1)
    // A file as young as the index itself may have changed within the clock's grain: only its content tells.
    if (sameTime && stats.mtimeMs < this.read.indexMs) return 'tracked'
    return this.compare(path, stats, entry)
  }

  private async compare(path: string, stats: Stats, entry: IndexEntry): Promise<State> {
    if (!stats.isFile() || stats.size > 1024 * 1024 || this.hashed >= maxHashed) return 'open'
    this.hashed += 1
    const bytes = await this.look.deadline.race(() =>
      readBytes(path, 1024 * 1024, this.look, 'judge').catch(() => 'gone'),
    )
    if (bytes === undefined || typeof bytes === 'string') return 'open'
    const id = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
    return id === entry.id ? 'tracked' : 'modified'
  }

  /** Asks each folder's rules, from the top: a folder that is ignored takes all below with it, as with git. */
  private async isIgnored(name: string): Promise<boolean> {
    const parts = name.split('/')
    for (let end = 1; end <= parts.length; end++) {
      const isFolder = end < parts.length
      const path = parts.slice(0, end).join('/')
      let ignored = false
      for (let depth = 0; depth < end; depth++) {
        const folder = parts.slice(0, depth).join('/')
        const inside = parts.slice(depth, end).join('/')
        const { ignored: yes, unignored: no } = (await this.rulesOf(folder)).test(
          isFolder ? `${inside}/` : inside,
        )
        if (yes) ignored = true
        else if (no) ignored = false
      }
      if (ignored) return true
      if (path === '') return false
    }
    return false
  }

  private rulesOf(folder: string): Promise<Ignore> {
    const known = this.ignores.get(folder)
    if (known) return known
    const rules = readText(join(this.place.root, folder, '.gitignore'), this.look, 'judge').then((read) => {
      const made = ignore()
      if (folder === '') made.add(this.read.exclude)
      return read.kind === 'text' ? made.add(read.text) : made
    })
    this.ignores.set(folder, rules)
    return rules
  }
}
