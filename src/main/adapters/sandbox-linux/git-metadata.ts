import { lstatSync, readdirSync, readFileSync, type Dirent } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { joinProtections, type Protection } from './mask'
import { protectEntry, realPath } from './protected-entry'

/** How deep submodules of submodules are followed. What lies deeper is read-only as a whole. */
const maxDepth = 6

/** The folders in a folder that is none itself by way of a link: a link could lead out of the workspace. */
function subfolders(folder: string): readonly string[] {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return []
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry: Dirent) => entry.isDirectory())
      .map((entry) => join(folder, entry.name))
  } catch (error) {
    if (error instanceof Error && 'code' in error) return [] // no such folder
    throw error
  }
}

function firstBytes(path: string): string {
  try {
    return readFileSync(path, 'utf8').slice(0, 65_536)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return ''
    throw error
  }
}

/** Where a `.git` pointer file leads, real and absolute; undefined when it is no pointer or leads nowhere. */
export function pointerTarget(file: string): string | undefined {
  const target = /^gitdir: ?(.+?)\r?\n?$/.exec(firstBytes(file))?.[1]
  return target === undefined ? undefined : realPath(resolve(dirname(file), target))
}

/** True for a folder that git would take for a repository: it has HEAD, objects and refs. */
export function looksLikeGitFolder(folder: string): boolean {
  return ['HEAD', 'objects', 'refs'].every((name) => lstatSync(join(folder, name), { throwIfNoEntry: false }))
}

/** `.git/modules` holds one git folder for each submodule, under names that may have slashes in them. */
function protectModules(folder: string, depth: number): Protection[] {
  return subfolders(folder).flatMap((path) => {
    if (depth >= maxDepth) return [protectEntry(path, 'nothing')]
    if (looksLikeGitFolder(path)) return [protectGitFolder(path, depth + 1)]
    return [pin(path), ...protectModules(path, depth + 1)]
  })
}

const pin = (path: string): Protection => ({ masks: [{ kind: 'pinned', path }], missing: [], links: [] })

/** A linked worktree's own folder: `commondir` says whose hooks and configuration it has. */
function protectWorktree(folder: string): Protection {
  return joinProtections([
    pin(folder),
    protectEntry(join(folder, 'commondir'), 'nothing'),
    protectEntry(join(folder, 'config.worktree'), 'nothing'),
  ])
}

/** A folder of git folders: each is protected, and so is the folder itself; as a link it is left to `protectEntry`. */
function protectFolders(folder: string, inside: (folder: string) => readonly Protection[]): Protection[] {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (!found) return []
  return found.isDirectory() ? [pin(folder), ...inside(folder)] : [protectEntry(folder, 'nothing')]
}

/**
 * Everything in a git folder that decides which programs a later git runs: hooks, configuration, and `commondir`, which
 * could lead git to another folder's. The rest stays writable, so that add, commit, branch, stash and rebase work.
 * The folder itself is pinned, since another one in its place would have other hooks. See decision 007.
 */
export function protectGitFolder(folder: string, depth = 0): Protection {
  const at = (name: string): string => join(folder, name)
  const perWorktree = /worktreeconfig/i.test(firstBytes(at('config')))
  return joinProtections([
    pin(folder),
    protectEntry(at('hooks'), 'folder'),
    protectEntry(at('config'), { content: '' }),
    protectEntry(at('config.worktree'), perWorktree ? { content: '' } : 'nothing'),
    // "." leads to the folder itself, which is what git does without the file; an empty one it refuses.
    protectEntry(at('commondir'), { content: '.\n' }),
    ...protectFolders(at('modules'), (folder) => protectModules(folder, depth)),
    ...protectFolders(at('worktrees'), (folder) => subfolders(folder).map(protectWorktree)),
  ])
}

/**
 * Protects the repository whose `.git` this is: a folder, a pointer file (it stays as it is, and so does where it leads,
 * as far as that is writable at all), or a link to either. A missing one stays missing.
 */
export function protectRepository(dotGit: string): Protection {
  const found = lstatSync(dotGit, { throwIfNoEntry: false })
  if (!found) return protectEntry(dotGit, 'folder')
  if (found.isDirectory()) return protectGitFolder(dotGit)
  const real = realPath(dotGit)
  if (real === undefined) return protectEntry(dotGit, 'nothing')
  const isPointer = lstatSync(real).isFile()
  const folder = isPointer ? pointerTarget(real) : real
  const own = protectEntry(dotGit, 'nothing')
  const common = folder === undefined ? undefined : commonFolder(folder)
  return joinProtections([
    // A linked git folder has masks of its own; read-only as a whole, nothing could be committed.
    isPointer ? own : { ...own, masks: [] },
    ...[folder, common]
      .filter((each) => each !== undefined)
      .filter((each, index, all) => all.indexOf(each) === index && looksLikeGitFolder(each))
      .map((each) => protectGitFolder(each)),
  ])
}

/** The folder whose hooks and configuration a worktree's git folder uses; undefined when it says nothing. */
function commonFolder(gitFolder: string): string | undefined {
  const text = firstBytes(join(gitFolder, 'commondir')).trim()
  return text === '' ? undefined : realPath(resolve(gitFolder, text))
}
