import { createHash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { lstat, stat } from 'node:fs/promises'
import { join, posix, relative, sep } from 'node:path'
import type { GitCounts } from '../../core/assessment/facts/facts-reader'
import { IgnoreRules, isIgnored } from '../../core/ignore-rules/ignore-rules'
import { GitFilters } from './git-filters'
import { parseIndex, type IndexEntry } from './git-index'
import { GitObjects } from './git-objects'
import type { RepositoryPlace } from './git-refs'
import { missing, readBytes, readText, type Look } from './read-text'

const maxIndex = 24 * 1024 * 1024
/** Files whose content has to be compared, because their times do not settle it; more are left open. */
const maxHashed = 40
/** So many steps are spent on rules of one repository; of a path that they do not reach it is not told whether it is ignored. */
const maxRuleSteps = 30_000_000

interface CountedFile {
  readonly path: string
  readonly stats: Stats
}

/** `unlisted`: git does not have it, and whether it ignores it cannot be told. */
type State = 'tracked' | 'modified' | 'untracked' | 'ignored' | 'unlisted' | 'open'

/** The git state of files of one repository, read from its index and its ignore files. */
export class GitState {
  private readonly ignores = new Map<string, Promise<IgnoreRules | undefined>>()
  private readonly ignoredFolders = new Map<string, boolean | undefined>()
  private readonly ruleSteps = { left: maxRuleSteps }
  private hashed = 0
  private objects: GitObjects | undefined
  private filters: GitFilters | undefined

  private constructor(
    private readonly place: RepositoryPlace,
    private readonly look: Look,
    private readonly read: {
      readonly index: ReadonlyMap<string, IndexEntry>
      readonly indexMs: number
      readonly exclude: IgnoreRules | undefined
    },
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
    const exclude = await readRules('', join(place.commonDir, 'info', 'exclude'), look)
    return new GitState(place, look, { index: read.index, indexMs: read.ms, exclude })
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
      if (state === 'open' || state === 'unlisted') complete = false
      // What is ignored no checkpoint keeps, and what is not is the work itself: it is not taken for either alone.
      if (state === 'unlisted') counts.untracked += 1
      else if (state !== 'open') counts[state] += 1
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
    return this.unlistedState(name)
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
    if (!entry) return this.unlistedState(name)
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

  /** How a file stands that git does not have. */
  private async unlistedState(name: string): Promise<State> {
    const ignored = await this.isIgnored(name)
    return ignored === undefined ? 'unlisted' : ignored ? 'ignored' : 'untracked'
  }

  /** Asks each folder's rules, from the top: a folder that is ignored takes all below with it, as with git. */
  private async isIgnored(name: string): Promise<boolean | undefined> {
    const top = await this.rulesOf('')
    const all = [this.read.exclude, top].filter((each) => each !== undefined)
    for (let end = name.indexOf('/'); end >= 0; end = name.indexOf('/', end + 1)) {
      const folder = name.slice(0, end)
      if (!this.ignoredFolders.has(folder))
        this.ignoredFolders.set(folder, isIgnored(folder, true, all, this.ruleSteps))
      const ignored = this.ignoredFolders.get(folder)
      if (ignored !== false) return ignored
      const own = await this.rulesOf(folder)
      if (own) all.push(own)
    }
    return isIgnored(name, false, all, this.ruleSteps)
  }

  private rulesOf(folder: string): Promise<IgnoreRules | undefined> {
    const known = this.ignores.get(folder)
    if (known) return known
    const rules = readRules(folder, join(this.place.root, folder, '.gitignore'), this.look)
    this.ignores.set(folder, rules)
    return rules
  }
}

/** The rules of a file for what lies in a folder; undefined where there is none. */
async function readRules(folder: string, file: string, look: Look): Promise<IgnoreRules | undefined> {
  const read = await readText(file, look, 'judge')
  if (read.kind === 'text') return new IgnoreRules(folder, read.text)
  return read.reason === missing ? undefined : new IgnoreRules(folder, undefined)
}
