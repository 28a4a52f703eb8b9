import { lstatSync, type Stats } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { agentFolders, toolSettingNames } from '../../../core/policy/tool-settings'
import { bytesOf, sameAsText, type BytePath } from '../byte-path'
import type { SearchRepositories } from './search-repositories'
import { isUnder } from '../writable-roots'

/** Before each run so many folders are looked at, those nearest to the root: in a small workspace all. */
const maxFolders = 300
/** Of a folder with more entries than this the rest are not read before a run. */
const maxEntries = 2_000
/** Folders read at the same time. */
const width = 32
/** Most of all folders lie in installed packages; the search does not leave them out. */
const skipped = new Set(['node_modules', '.git'])

/** What is in a folder, as far as repositories go: the git folder that it holds or is, and the folders to look in next. */
interface Listing {
  readonly inode: number
  /** The folder's last change, which no program can set; NaN when it was so recent that another could have the same time. */
  readonly changedMs: number
  readonly gitFolder: string | undefined
  readonly folders: readonly string[]
  /** What in it has the name of an agent's or another tool's settings. */
  readonly settings: readonly string[]
  /** Whether nothing in it was left out, and nothing in it is a place that a walk does not go into. */
  readonly whole: boolean
}

const settingNames = new Set([...agentFolders, ...toolSettingNames])

/** The clock that file systems take their times from is this coarse at most. */
const coarseMs = 20

/** Its first folders, less those that are skipped, and settings. However many entries it has, only a part of them is read. */
async function firstEntries(folder: string): Promise<Pick<Listing, 'folders' | 'settings' | 'whole'>> {
  const folders: string[] = []
  const settings: string[] = []
  let whole = true
  let left = maxEntries
  for await (const entry of await opendir(folder, { bufferSize: 256 })) {
    if (settingNames.has(entry.name)) settings.push(join(folder, entry.name))
    const goesInto = entry.isDirectory() && !skipped.has(entry.name)
    if (goesInto) folders.push(join(folder, entry.name))
    // Some file systems do not tell what an entry is, and a folder whose name is no text cannot be opened by it.
    whole &&= (goesInto && !entry.name.includes('\uFFFD')) || entry.isFile() || entry.isSymbolicLink()
    left -= 1
    if (left === 0 || folders.length === maxFolders) return { folders, settings, whole: false }
  }
  return { folders, settings, whole }
}

/** Reads a folder; undefined when it is gone meanwhile, or not ours to read. The root's own git folder is left out. */
async function read(folder: string, found: Stats, isRoot: boolean): Promise<Listing | undefined> {
  const recent = Date.now() - found.ctimeMs < coarseMs
  const has = (name: string): boolean => look(join(folder, name)) !== undefined
  const nested = !isRoot && has('.git')
  const bare = !isRoot && !nested && has('HEAD') && (has('commondir') || (has('objects') && has('refs')))
  try {
    return {
      inode: found.ino,
      changedMs: recent ? Number.NaN : found.ctimeMs,
      gitFolder: nested ? join(folder, '.git') : bare ? folder : undefined,
      ...(bare ? { folders: [], settings: [], whole: false } : await firstEntries(folder)),
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

/** Listings by folder, as one walk left them. `whole`: there is nothing below the root that it did not look at. */
interface Walk {
  readonly seen: ReadonlyMap<string, Listing>
  readonly whole: boolean
}

/**
 * True for a folder that root can enter and a command in root's sandbox cannot: its user namespace has no rights over
 * other users' files. What cannot be entered there needs no protection, and bubblewrap could not mount in it. A folder that
 * any group may enter is taken for open: root may be in that group, or be let in by an access list, which shows there.
 */
function isClosedInside({ uid, mode }: Stats): boolean {
  if (process.getuid?.() !== 0 || uid === 0) return false
  return (mode & 0o011) === 0
}

/** Whether a command can come into this folder, as far as that can be told from here. */
export function mayBeEntered(folder: string): boolean {
  const found = look(folder)
  return found !== undefined && !isClosedInside(found)
}

/**
 * Looks at the folders level by level; one that has not changed since the look before is not read again. `onlyWhole`: it stops once there is
 * anything that it does not look at.
 */
async function walk(root: string, before: Walk, onlyWhole = false): Promise<Walk> {
  const seen = new Map<string, Listing>()
  const inPart = new Set<string>()
  const list = async (folder: string): Promise<readonly string[]> => {
    const found = look(folder)
    const open = found?.isDirectory() === true && !isClosedInside(found)
    const known = before.seen.get(folder)
    const same = known?.inode === found?.ino && known?.changedMs === found?.ctimeMs
    const listing = !open ? undefined : same ? known : await read(folder, found, folder === root)
    if (listing) seen.set(folder, listing)
    if (listing?.whole !== true) inPart.add(folder)
    return listing?.folders ?? []
  }
  let level: readonly string[] = [root]
  while (level.length > 0 && seen.size < maxFolders && !(onlyWhole && inPart.size > 0)) {
    const next: string[] = []
    for (let start = 0; start < level.length && seen.size < maxFolders; start += width)
      next.push(...(await Promise.all(level.slice(start, start + width).map(list))).flat())
    level = next
  }
  return { seen, whole: inPart.size === 0 && seen.size < maxFolders }
}

const gitFoldersOf = ({ seen }: Walk): readonly string[] =>
  [...seen.values()].flatMap(({ gitFolder }) => (gitFolder === undefined ? [] : [gitFolder]))

function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined // gone, or behind a folder that is not ours to enter
    throw error
  }
}

/** A search is repeated this long after the one before at the earliest, and not more than a twentieth of the time is spent on it. */
const pauseMs = 2_000
const share = 20

/** Waits for what by itself does not keep this process alive. */
async function held(work: Promise<void>): Promise<void> {
  const hold = setInterval(() => undefined, 60_000)
  await work.finally(() => {
    clearInterval(hold)
  })
}

/** What is known of one root. */
interface Known {
  walk: Walk
  searched: readonly string[]
  settings: readonly string[]
  first: Promise<void>
  searching: boolean
  /** Whether all of it was looked at or searched once. */
  whole: boolean
  /** When the next search may begin, on the clock of `performance`. */
  dueMs: number
  readonly added: Set<string>
}

/** Git folders of submodules and worktrees are protected with the one around them. */
const belongsToAnother = /\/\.git\/(?:modules|worktrees)\//

/** What a search found below a root that can be mounted over: its own git folder, and what no command can enter, left out. */
function mountable(root: string, places: readonly BytePath[]): readonly string[] {
  return places.flatMap((place) => {
    const path = sameAsText(place)
    if (path === undefined || path === join(root, '.git') || path === root || !isUnder(path, root)) return []
    const own = path.slice(root.length)
    if (belongsToAnother.test(own)) return []
    for (let folder = dirname(path); folder.length > root.length; folder = dirname(folder)) {
      const found = look(folder)
      if (!found || isClosedInside(found)) return []
    }
    return [path]
  })
}

/**
 * Knows the git folders below each root, the root's own left out: each `.git` (folder, pointer file or link) and each bare
 * repository. The first question about a root waits for a search of all of it, unless one was prefetched. Later ones are answered
 * from memory: what a run made is added by `add`, what other programs make is found by a look at the nearest folders, and
 * by a search off the way of any command, now and then while commands run. Where that look sees the whole of a root, nothing is
 * searched besides.
 */
export class NestedRepositories {
  readonly #search: SearchRepositories
  readonly #roots = new Map<string, Known>()

  constructor(search: SearchRepositories) {
    this.#search = search
  }

  /** Begins the search of a root that will be asked about; a known one is left as it is. */
  prefetch(root: string): void {
    this.#known(root)
  }

  /** The git folders below the root, sorted; undefined: no look and no search of it came to its end, so that there may be others. */
  async below(root: string): Promise<readonly string[] | undefined> {
    const isFirst = !this.#roots.has(root)
    const known = this.#known(root, isFirst)
    await held(known.first)
    // What was searched for this very question is not looked at besides: many programs are started for one command alone.
    if (!isFirst) known.walk = await walk(root, known.walk)
    if (!known.searching && performance.now() >= known.dueMs) void this.#searchOnce(root, known)
    for (const path of known.added) if (!look(path)) known.added.delete(path)
    if (!known.whole) return undefined
    return [...new Set([...gitFoldersOf(known.walk), ...known.searched, ...known.added])].sort()
  }

  /**
   * What below a root that was asked about has the name of an agent's or another tool's settings, as the last look and
   * search found it; it may be gone.
   */
  settingsBelow(root: string): readonly string[] {
    const known = this.#roots.get(root)
    if (!known) return []
    return [
      ...new Set([...[...known.walk.seen.values()].flatMap(({ settings }) => settings), ...known.settings]),
    ]
  }

  /** Those of them that are folders of agents' settings, less what lies in another one. */
  agentsBelow(root: string): readonly string[] {
    const agents = this.settingsBelow(root).filter((path) => agentFolders.includes(basename(path)))
    return agents.filter((path) => !agents.some((other) => other !== path && isUnder(path, other)))
  }

  /** The same after another look at the folders nearest to the root. */
  async settingsNow(root: string): Promise<readonly string[]> {
    const known = this.#roots.get(root)
    if (known) known.walk = await walk(root, known.walk)
    return this.settingsBelow(root)
  }

  /** Adds a git folder that a run was seen to make. */
  add(root: string, gitFolder: string): void {
    this.#known(root).added.add(gitFolder)
  }

  /** `asked`: somebody waits, so that a root which has to be searched is only searched. */
  #known(root: string, asked = false): Known {
    const there = this.#roots.get(root)
    if (there) return there
    const known: Known = {
      walk: { seen: new Map(), whole: false },
      searched: [],
      settings: [],
      first: Promise.resolve(),
      searching: false,
      whole: false,
      dueMs: 0,
      added: new Set(),
    }
    this.#roots.set(root, known)
    known.first = this.#searchFirst(root, known, asked)
    return known
  }

  async #searchFirst(root: string, known: Known, asked: boolean): Promise<void> {
    known.walk = await walk(root, known.walk, asked)
    await this.#searchOnce(root, known)
  }

  async #searchOnce(root: string, known: Known): Promise<void> {
    known.searching = true
    const began = performance.now()
    // A folder that is closed to us now may hold a repository; what a command then does there is looked at after it.
    const seen = known.walk.whole
    const found = seen
      ? { places: [], settings: [], whole: true }
      : await this.#search([bytesOf(root)], Number.POSITIVE_INFINITY, 'background')
    // What a search that was ended half-way did not find may be there as before.
    const [searched, settings] = found.whole ? [[], []] : [known.searched, known.settings]
    known.searched = [...new Set([...searched, ...mountable(root, found.places)])]
    known.settings = [...new Set([...settings, ...mountable(root, found.settings)])]
    known.whole ||= found.whole
    known.searching = false
    // What grows past the look is searched at once.
    known.dueMs = seen ? 0 : performance.now() + Math.max(pauseMs, share * (performance.now() - began))
  }
}
