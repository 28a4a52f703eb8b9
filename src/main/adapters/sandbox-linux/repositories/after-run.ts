import { lstatSync, readlinkSync, symlinkSync, type Stats } from 'node:fs'
import { realPlace, type AttemptList } from '../run/attempts'
import { asBytes, bytesOf, folderOf, inFolder, lastName, onDisk, textOf, type BytePath } from '../byte-path'
import { enterFolder } from '../entered-folder'
import { filterInRounds, inRounds } from './in-rounds'
import type { GuardedLink } from '../mounts/mask'
import { disarmGitFolder, gitFolderAt, hold, holdPointer, looksLikeGitFolder, renewPointer } from './planted'
import { holdInstructions } from './rebase-instructions'
import type { SearchRepositories } from './search-repositories'
import { isUnder } from '../writable-roots'

/** The git folders that were there before a run, by path, with the inode each had; 0 where none was. */
export type KnownGitFolders = ReadonlyMap<BytePath, number>

/**
 * Notes as what these exist; 0: not at all. They are looked at after the run in any case. Those that commands made count as
 * made by this one too.
 */
export function knowGitFolders(paths: readonly string[], made: readonly string[]): KnownGitFolders {
  const known = new Map<BytePath, number>(made.map((path) => [bytesOf(path), 0]))
  for (const path of paths) {
    known.set(bytesOf(path), look(bytesOf(path))?.ino ?? 0)
  }
  return known
}

/** Puts back the links that the command changed; what stood in a link's place is kept under another name. */
export function restoreLinks(links: readonly GuardedLink[]): readonly string[] {
  return links.flatMap(({ path, target }) => {
    const place = bytesOf(path)
    const folder = enterFolder(folderOf(place))
    if (!folder) return [path] // its folder is gone, and the link with it
    try {
      const found = folder.look(lastName(place))
      if (found?.isSymbolicLink() === true && readlinkSync(folder.at(lastName(place))) === target) return []
      if (found) hold(folder, lastName(place))
      symlinkSync(target, folder.at(lastName(place)))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error // nobody may make one there
    } finally {
      folder.leave()
    }
    return [path]
  })
}

/** What is there, also behind a folder that a command closed and at the end of a path that is too long for one call. */
function look(path: BytePath): Stats | undefined {
  try {
    return lstatSync(onDisk(path), { throwIfNoEntry: false })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    if (code !== 'EACCES' && code !== 'ENAMETOOLONG') return undefined
  }
  const folder = enterFolder(folderOf(path))
  const found = folder?.look(lastName(path))
  folder?.leave()
  return found
}

/** What a run left behind that is new, and what was held back in it, as text. */
export interface Found {
  /** Git folders that it made and in which nothing had to be held back. */
  readonly made: readonly BytePath[]
  /** Those that it made and armed. */
  readonly armed: readonly BytePath[]
  /** Where the pinned ones are now that it moved with what is around them, by where they were. */
  readonly moved: ReadonlyMap<BytePath, BytePath>
  readonly held: readonly string[]
}

/** Where a run could have made repositories, and what is none of its making. */
export interface PlaceRules {
  readonly writable: readonly string[]
  readonly known: KnownGitFolders
  /** Git folders that were held in place for it, and could only be moved with what is around them. */
  readonly pinned: readonly string[]
  /** Where nothing was and nothing was to come to be; in one that was moved, that holds at its new place. */
  readonly kept: readonly string[]
  /** Places that a person allowed it to change. */
  readonly exempt: readonly string[]
  /** Places that it could not change, each with its inode: another that stands there is of its making. Absent: none. */
  readonly untouched?: readonly (readonly [place: string, inode: number])[]
  /** When it began, in milliseconds since 1970. */
  readonly began: number
}

/** The same, and how they are looked for. */
export interface NewRepositoryRules extends PlaceRules {
  readonly search: SearchRepositories
}

/** The clock that file systems take their times from is this coarse at most. */
export const coarseMs = 20

/** What in or at a git folder tells by its last change, which no program can set, that it was made or armed meanwhile. */
const dated = ['', 'HEAD', 'commondir', 'config', 'config.worktree', 'objects', 'refs', 'hooks']

/** When something of it changed last, in milliseconds since 1970; 0 where nothing is. */
export function lastChange(place: BytePath): number {
  const changed = dated.map((name) => look(name === '' ? place : inFolder(place, name))?.ctimeMs ?? 0)
  const hooks = enterFolder(inFolder(place, 'hooks'))
  for (const name of hooks?.names() ?? []) changed.push(hooks?.look(name)?.ctimeMs ?? 0)
  hooks?.leave()
  return changed.reduce((one, other) => Math.max(one, other), 0)
}

/** The places that a run's reports speak of, by the names they have now; `certain` is false where they do not tell. */
async function spokenOf(
  attempts: AttemptList,
  search: SearchRepositories,
): Promise<{ readonly places: readonly BytePath[]; readonly certain: boolean }> {
  const { git } = attempts
  const places: BytePath[] = []
  for await (const path of inRounds([...git.folders])) places.push(realPlace(path))
  const moved = [...git.moved]
    .map((path) => inFolder(realPlace(folderOf(path)), lastName(path)))
    .filter((path) => look(path)?.isDirectory() === true)
  const below = moved.length === 0 ? undefined : await search(moved, 0)
  return {
    places: [...places, ...moved, ...(below?.places ?? [])],
    certain: !git.misleading && below?.whole !== false,
  }
}

/** Whether a path is one of these places, or lies in one. */
function liesIn(path: BytePath, places: ReadonlySet<BytePath>): boolean {
  for (let at = path; ; at = folderOf(at)) {
    if (places.has(at)) return true
    if (folderOf(at) === at) return false
  }
}

/** Which of these places count as a run's own making. */
function newPlaces({ writable, known, exempt, untouched = [] }: PlaceRules): (path: BytePath) => boolean {
  const open = writable.map(bytesOf)
  // What lies around them could be moved, and others made under their names.
  const still = untouched.flatMap(([place, inode]) =>
    look(bytesOf(place))?.ino === inode ? [bytesOf(place)] : [],
  )
  const closed = new Set([...exempt.map(bytesOf), ...still])
  return (path) => {
    const inode = look(path)?.ino
    if (inode === undefined || known.get(path) === inode) return false
    return open.some((root) => isUnder(path, root)) && !liesIn(path, closed)
  }
}

/** Puts aside what came to be in a folder that was moved, at names that were kept missing in it. Returns the paths, as text. */
function holdKept(
  kept: readonly string[],
  [origin, now]: readonly [origin: BytePath, now: BytePath],
): readonly string[] {
  return kept.map(bytesOf).flatMap((path) => {
    if (!isUnder(path, origin)) return []
    const place = asBytes(now + path.slice(origin.length))
    const folder = enterFolder(folderOf(place))
    if (!folder) return []
    try {
      if (!folder.look(lastName(place))) return []
      hold(folder, lastName(place))
      return [textOf(place)]
    } finally {
      folder.leave()
    }
  })
}

/** Disarms those of these places that a run made, or put in the place of known ones. `meanwhile`: it still goes on. */
export async function disarmPlaces(
  rules: PlaceRules,
  places: Iterable<BytePath>,
  when: 'over' | 'meanwhile' = 'over',
): Promise<Found> {
  const { known, pinned, kept } = rules
  const since = rules.began - coarseMs
  const origins = new Map(pinned.map((path) => [known.get(bytesOf(path)), bytesOf(path)]))
  /** Whether it is a known one that is no more where it was. */
  const isMoved = (path: BytePath): boolean => {
    const inode = look(path)?.ino
    return [...known].some(([before, was]) => was === inode && look(before)?.ino !== was)
  }
  const isNew = newPlaces(rules)
  const held: string[] = []
  const made = new Set<BytePath>()
  const armed = new Set<BytePath>()
  const moved = new Map<BytePath, BytePath>()
  /** Where a folder was that was moved with the masks in it: nothing in them can have changed. */
  const originOf = (path: BytePath): BytePath | undefined => {
    const found = look(path)
    return found?.isDirectory() === true ? origins.get(found.ino) : undefined
  }
  for await (const path of inRounds(places)) {
    if (!isNew(path)) continue
    const origin = originOf(path)
    if (origin !== undefined) {
      moved.set(origin, path)
      held.push(...holdKept(kept, [origin, path]))
      continue
    }
    const named = lastName(path) === '.git'
    if (named && when === 'over') held.push(...(await renewPointer(path, since)))
    const folder = named ? await gitFolderAt(path) : (await looksLikeGitFolder(path)) ? path : undefined
    if (named || folder !== undefined) made.add(path)
    if (folder === undefined) continue
    const found = isNew(folder) ? await disarmGitFolder(folder, when, since) : []
    if (found.length > 0) armed.add(path).add(folder)
    // One that was moved leads where it did, and what git is making may say so a moment later.
    const isOwn = (): boolean => when === 'meanwhile' || isNew(folder) || isMoved(path)
    const away = named && folder !== path ? await holdPointer(path, folder, isOwn()) : []
    if (away.length > 0) armed.add(path)
    held.push(...found, ...away)
  }
  return {
    made: [...made].filter((path) => !armed.has(path)),
    armed: [...armed],
    moved,
    held: [...new Set(held)],
  }
}

/** Every git folder in the writable places in which something changed since the run began. `whole`: all was looked at. */
export async function changedPlaces({ writable, began, search }: NewRepositoryRules): Promise<{
  readonly places: readonly BytePath[]
  readonly whole: boolean
}> {
  if (writable.length === 0) return { places: [], whole: true }
  const { places, whole } = await search(writable.map(bytesOf), began - coarseMs)
  return { places: await filterInRounds(places, (path) => lastChange(path) >= began - coarseMs), whole }
}

/**
 * Looks for repositories that the command made in the writable places, or put in the place of known ones, and disarms
 * them. It goes by what the kernel reported; where that does not say for certain what is where now, everything is searched.
 */
export async function disarmNewRepositories(
  rules: NewRepositoryRules,
  attempts: AttemptList | undefined,
): Promise<Found> {
  const spoken = attempts && (await spokenOf(attempts, rules.search))
  const changed = spoken?.certain === true ? undefined : await changedPlaces(rules)
  const candidates = [...rules.known.keys(), ...(spoken?.places ?? []), ...(changed?.places ?? [])]
  const found = await disarmPlaces(rules, new Set(candidates))
  const known = [...rules.pinned.map(bytesOf), ...found.moved.values()]
  // What is in a new one may have been laid before it was one.
  const made = await holdInstructions([...found.made, ...found.armed], { since: 0 })
  const instructions = [...(await holdInstructions(known, { since: rules.began - coarseMs })), ...made]
  const unsearched =
    changed?.whole === false ? [`${rules.writable.join(', ')} (could not be searched whole)`] : []
  return { ...found, held: [...unsearched, ...found.held, ...instructions] }
}
