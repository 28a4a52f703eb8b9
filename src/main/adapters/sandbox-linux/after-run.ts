import { lstatSync, readlinkSync, renameSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { atRealPlace, type Attempt, type AttemptList } from './attempts'
import { looksLikeGitFolder } from './git-metadata'
import type { GuardedLink } from './mask'
import { findNestedRepositories } from './nested-repositories'
import { disarmPlanted } from './planted'
import { isUnder } from './writable-roots'

/** The git folders that were there before a run, by path, with the inode each had; 0 where none was. */
export type KnownGitFolders = ReadonlyMap<string, number>

/** Notes as what these exist; 0: not at all. They are looked at after the run in any case. */
export function knowGitFolders(paths: readonly string[]): KnownGitFolders {
  const known = new Map<string, number>()
  for (const path of paths) {
    known.set(path, lstatSync(path, { throwIfNoEntry: false })?.ino ?? 0)
  }
  return known
}

/** Puts back the links that the command changed; what stood in a link's place is kept under another name. */
export function restoreLinks(links: readonly GuardedLink[]): readonly string[] {
  return links.flatMap(({ path, target }) => {
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (found?.isSymbolicLink() === true && readlinkSync(path) === target) return []
    try {
      if (found) renameSync(path, `${path}.held-by-countersign`)
      symlinkSync(target, path)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error // its folder is gone, and the link with it
    }
    return [path]
  })
}

/** The git folder that an attempt was about, if any: the path up to `.git`, or the folder in which HEAD was written. */
function gitFolderOf(path: string): string | undefined {
  const inside = /^(.*?\/\.git)(?:\/|$)/.exec(path)?.[1]
  if (inside !== undefined) return inside
  return basename(path) === 'HEAD' && looksLikeGitFolder(dirname(path)) ? dirname(path) : undefined
}

/** The git folders in and below what was renamed: their names changed after they were written to. */
async function inRenamed(attempts: readonly Attempt[]): Promise<string[]> {
  const folders = attempts
    .filter(({ syscall, path }) => syscall.startsWith('rename') && isFolder(path))
    .map(({ path }) => path)
  const below = await Promise.all(folders.map(findNestedRepositories))
  return folders.flatMap((folder, index) => [
    join(folder, '.git'),
    ...(looksLikeGitFolder(folder) ? [folder] : []),
    ...(below[index] ?? []),
  ])
}

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** The git folders that a run's attempts speak of, by the names they have now. */
async function spokenOf(attempts: readonly Attempt[]): Promise<readonly string[]> {
  const places = attempts.map(atRealPlace)
  const touchesGit = places.some(({ path }) => path.includes('/.git') || basename(path) === 'HEAD')
  if (!touchesGit) return []
  const named = places.map(({ path }) => gitFolderOf(path)).filter((path) => path !== undefined)
  return [...named, ...(await inRenamed(places))]
}

/** What a run left behind that is new: git folders, and what was held back in them. */
export interface Found {
  readonly gitFolders: readonly string[]
  readonly held: readonly string[]
}

/** Where a run could have made repositories, and what is none of its making. */
export interface NewRepositoryRules {
  readonly writable: readonly string[]
  readonly known: KnownGitFolders
  /** Places that it could not change, or that a person allowed it to change. */
  readonly exempt: readonly string[]
}

/**
 * Looks for repositories that the command made in the writable places, or put in the place of known ones, and disarms
 * them. It goes by what the kernel reported; where that was too much to keep, the places are searched.
 */
export async function disarmNewRepositories(
  { writable, known, exempt }: NewRepositoryRules,
  attempts: AttemptList | undefined,
): Promise<Found> {
  const candidates = new Set<string>([...known.keys(), ...(await spokenOf(attempts?.all() ?? []))])
  if (attempts === undefined || attempts.overflowed)
    for (const root of writable) for (const path of await findNestedRepositories(root)) candidates.add(path)
  const isNew = (path: string): boolean => {
    const inode = lstatSync(path, { throwIfNoEntry: false })?.ino
    if (inode === undefined || known.get(path) === inode) return false
    return writable.some((root) => isUnder(path, root)) && !exempt.some((place) => isUnder(path, place))
  }
  const gitFolders = [...candidates].filter(isNew)
  return { gitFolders, held: gitFolders.flatMap((path) => disarmPlanted(path, isNew)) }
}
