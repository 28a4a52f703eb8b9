import { lstatSync, type Dirent, type Stats } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Where a walk stops: a workspace is searched this deep, and this many folders at most. */
const maxDepth = 8
const maxFolders = 20_000
/** Folders read at the same time. */
const width = 32
/** Installed packages bring no repositories, but most of all folders. */
const skipped = new Set(['node_modules', '.git'])

/** What is in a folder, as far as repositories go: the git folder that it holds or is, and the folders to look in next. */
interface Listing {
  readonly inode: number
  /** The folder's last change, which no program can set; NaN when it was so recent that another could have the same time. */
  readonly changedMs: number
  readonly gitFolder: string | undefined
  readonly folders: readonly string[]
}

/** The clock that file systems take their times from is this coarse at most. */
const coarseMs = 20

const isBare = (entries: readonly Dirent[]): boolean =>
  ['HEAD', 'objects', 'refs'].every((name) => entries.some((entry) => entry.name === name))

/** Reads a folder; undefined when it is gone meanwhile, or not ours to read. The root's own git folder is left out. */
async function read(folder: string, found: Stats, isRoot: boolean): Promise<Listing | undefined> {
  const recent = Date.now() - found.ctimeMs < coarseMs
  let entries: readonly Dirent[]
  try {
    entries = await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
  const nested = !isRoot && entries.some((entry) => entry.name === '.git')
  const bare = !isRoot && !nested && isBare(entries)
  return {
    inode: found.ino,
    changedMs: recent ? Number.NaN : found.ctimeMs,
    gitFolder: nested ? join(folder, '.git') : bare ? folder : undefined,
    folders: bare
      ? []
      : entries
          .filter((entry) => entry.isDirectory() && !skipped.has(entry.name))
          .map((entry) => join(folder, entry.name)),
  }
}

/** Listings by folder, as one walk left them. */
type Walk = ReadonlyMap<string, Listing>

/**
 * True for a folder that root can enter and a command in root's sandbox cannot: its user namespace has no rights over
 * other users' files. What cannot be entered there needs no protection, and bubblewrap could not mount in it. A folder that
 * any group may enter is taken for open: root may be in that group, or be let in by an access list, which shows there.
 */
function isClosedInside({ uid, mode }: Stats): boolean {
  if (process.getuid?.() !== 0 || uid === 0) return false
  return (mode & 0o011) === 0
}

/** Walks a folder level by level; a folder that has not changed since the walk before is not read again. */
async function walk(root: string, before: Walk): Promise<Walk> {
  const seen = new Map<string, Listing>()
  const list = async (folder: string): Promise<readonly string[]> => {
    const found = look(folder)
    if (!found?.isDirectory() || isClosedInside(found)) return []
    const known = before.get(folder)
    const same = known?.inode === found.ino && known.changedMs === found.ctimeMs
    const listing = same ? known : await read(folder, found, folder === root)
    if (listing) seen.set(folder, listing)
    return listing?.folders ?? []
  }
  let level: readonly string[] = [root]
  for (let depth = 0; depth <= maxDepth && level.length > 0 && seen.size < maxFolders; depth++) {
    const next: string[] = []
    for (let start = 0; start < level.length && seen.size < maxFolders; start += width)
      next.push(...(await Promise.all(level.slice(start, start + width).map(list))).flat())
    level = next
  }
  return seen
}

const gitFoldersOf = (seen: Walk): readonly string[] =>
  [...seen.values()].flatMap(({ gitFolder }) => (gitFolder === undefined ? [] : [gitFolder]))

function look(path: string): Stats | undefined {
  try {
    return lstatSync(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined // gone, or behind a folder that is not ours to enter
    throw error
  }
}

/**
 * The git folders below a folder, its own left out: each `.git` (folder, pointer file or link) and each bare repository.
 * Links are not followed. Never throws; what lies deeper or behind the limits is not found.
 */
export async function findNestedRepositories(root: string): Promise<readonly string[]> {
  return gitFoldersOf(await walk(root, new Map()))
}

/** In a workspace with more folders than this, looking at each of them takes longer than a command may wait. */
const maxLooked = 2_000

/**
 * Knows the nested repositories of each root. The first question walks; each later one looks at every folder again, and
 * reads those that changed. A large workspace is answered from memory, while a walk in the background catches up with what
 * other programs did. What a run made is added by `add`.
 */
export class NestedRepositories {
  readonly #walks = new Map<string, Promise<Walk>>()
  readonly #added = new Map<string, Set<string>>()

  /** The git folders below the root, in no order. */
  async below(root: string): Promise<readonly string[]> {
    const before = await this.#walks.get(root)
    const now = walk(root, before ?? new Map())
    this.#walks.set(root, now)
    const seen = before !== undefined && before.size > maxLooked ? before : await now
    return [...new Set([...gitFoldersOf(seen), ...this.#stillThere(root)])]
  }

  /** Adds a git folder that a run was seen to make: it may lie deeper than walks go. */
  add(root: string, gitFolder: string): void {
    const added = this.#added.get(root) ?? new Set()
    this.#added.set(root, added.add(gitFolder))
  }

  #stillThere(root: string): readonly string[] {
    const added = this.#added.get(root) ?? new Set<string>()
    for (const path of added) if (!look(path)) added.delete(path)
    return [...added]
  }
}
