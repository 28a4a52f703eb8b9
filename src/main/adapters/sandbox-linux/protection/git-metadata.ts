import { readdirSync, type Dirent } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readRegularFile, type RegularFile } from '../../regular-file/read-regular-file'
import { commonFolderOf, folderPointedTo } from './risky-git-config'
import type { GuardedConfig } from './detached-configs'
import { joinProtections, noProtection, type Protection } from '../mounts/mask'
import { lookAt, protectEntry, realPath } from './protected-entry'

/** The git folders that commands made and that the run removes (decision 074). */
type Going = ReadonlySet<string>
const none: Going = new Set()

/** How deep submodules of submodules are followed. What lies deeper is read-only as a whole. */
const maxDepth = 6

/** The folders in a folder that is none itself by way of a link: a link could lead out of the workspace. */
function subfolders(folder: string): readonly string[] {
  if (lookAt(folder)?.isDirectory() !== true) return []
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry: Dirent) => entry.isDirectory())
      .map((entry) => join(folder, entry.name))
  } catch (error) {
    if (error instanceof Error && 'code' in error) return [] // no such folder
    throw error
  }
}

/** The beginning of a file; empty for everything else. A command can have made it: it is never waited for. */
async function firstBytes(path: string): Promise<string> {
  return (await readBeginning(path))?.bytes.toString() ?? ''
}

async function readBeginning(path: string): Promise<RegularFile | undefined> {
  try {
    const read = await readRegularFile(path, { limit: 1024 * 1024, links: 'follow' })
    return read.kind === 'read' ? read : undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EACCES') throw error // it could be opened again, and says which mounts are needed
    if (code !== undefined) return undefined
    throw error
  }
}

/** A configuration that is to stay as it is, by where it really lies. */
async function guarded(path: string): Promise<GuardedConfig | undefined> {
  const read = await readBeginning(path)
  const real = read && realPath(path)
  if (!read || real === undefined) return undefined
  const { dev: device, ino: inode, birthtimeMs: born, mode } = read.stats
  return { path: real, device, inode, born, mode, text: read.bytes.toString('latin1') }
}

/** Where a `.git` pointer file leads, real and absolute; undefined when it is no pointer or leads nowhere. */
export async function pointerTarget(file: string): Promise<string | undefined> {
  const target = folderPointedTo(await firstBytes(file))
  return target === undefined ? undefined : realPath(resolve(dirname(file), target))
}

/** What makes a folder one that git takes for a repository. */
export const makeGitFolder: readonly string[] = ['HEAD', 'commondir', 'objects', 'refs']

/**
 * True for a folder that git would take for a repository: it has HEAD and, its own or another's, objects and refs. `coming` are names
 * that it will have besides.
 */
export function looksLikeGitFolder(folder: string, coming?: ReadonlySet<string>): boolean {
  const has = (name: string): boolean =>
    coming?.has(name) === true || lookAt(join(folder, name)) !== undefined
  return has('HEAD') && (has('commondir') || (has('objects') && has('refs')))
}

/** `.git/modules` holds one git folder for each submodule, under names that may have slashes in them. */
async function protectModules(folder: string, going: Going, depth: number): Promise<Protection[]> {
  const each = subfolders(folder).map(async (path) => {
    if (going.has(path)) return []
    if (depth >= maxDepth) return [protectEntry(path, 'nothing')]
    if (looksLikeGitFolder(path)) return [await protectGitFolder(path, going, depth + 1)]
    return [pin(path), ...(await protectModules(path, going, depth + 1))]
  })
  return (await Promise.all(each)).flat()
}

const pin = (path: string): Protection => ({ masks: [{ kind: 'pinned', path }], missing: [], links: [] })

/** A linked worktree's own folder: `commondir` says whose hooks and configuration it has. */
function protectWorktree(folder: string, perWorktree: boolean): Protection {
  return joinProtections([
    pin(folder),
    protectEntry(join(folder, 'commondir'), 'nothing'),
    protectEntry(join(folder, 'config.worktree'), perWorktree ? { content: '' } : 'nothing'),
  ])
}

/** A folder of git folders: each is protected, and so is the folder itself; as a link it is left to `protectEntry`. */
async function protectFolders(
  folder: string,
  inside: (folder: string) => Promise<readonly Protection[]> | readonly Protection[],
): Promise<Protection[]> {
  const found = lookAt(folder)
  if (!found) return []
  return found.isDirectory() ? [pin(folder), ...(await inside(folder))] : [protectEntry(folder, 'nothing')]
}

/**
 * Everything in a git folder that decides which programs a later git runs: hooks, configuration, and `commondir`, which
 * could lead git to another folder's. The rest stays writable, so that add, commit, branch, stash and rebase work.
 * The folder itself is pinned, since another one in its place would have other hooks. See decision 007. Submodules and
 * worktrees in `going` are left out.
 */
export async function protectGitFolder(folder: string, going = none, depth = 0): Promise<Protection> {
  const at = (name: string): string => join(folder, name)
  const [config, own] = await Promise.all([at('config'), at('config.worktree')].map(guarded))
  const perWorktree = /worktreeconfig/i.test(config?.text ?? '')
  // Of a worktree, the repository's configuration says so, and may say so later.
  const linked = lookAt(at('commondir')) !== undefined
  return joinProtections([
    pin(folder),
    protectEntry(at('hooks'), 'folder'),
    protectEntry(at('config'), { content: '' }),
    protectEntry(at('config.worktree'), perWorktree || linked ? { content: '' } : 'nothing'),
    { ...noProtection, configs: [config, own].flatMap((each) => each ?? []) },
    // "." leads to the folder itself, which is what git does without the file; an empty one it refuses.
    protectEntry(at('commondir'), { content: '.\n' }),
    ...(await protectFolders(at('modules'), (folder) => protectModules(folder, going, depth))),
    ...(await protectFolders(at('worktrees'), (folder) =>
      subfolders(folder)
        .filter((path) => !going.has(path))
        .map((path) => protectWorktree(path, perWorktree)),
    )),
  ])
}

/**
 * Protects the repository whose `.git` this is: a folder, a pointer file (it stays as it is, and so does where it leads,
 * as far as that is writable at all), or a link to either. A missing one stays missing. See protectGitFolder for `going`.
 * `asRoot`: the folder around it is a writable root itself; a worktree within one may be moved in it.
 */
export async function protectRepository(
  dotGit: string,
  going = none,
  { asRoot = false } = {},
): Promise<Protection> {
  const found = lookAt(dotGit)
  if (!found) return protectEntry(dotGit, 'folder')
  if (found.isDirectory()) return protectGitFolder(dotGit, going)
  const real = realPath(dotGit)
  if (real === undefined) return protectEntry(dotGit, 'nothing')
  const isPointer = lookAt(real)?.isDirectory() !== true
  const folder = isPointer ? await pointerTarget(real) : real
  const own = protectEntry(dotGit, 'nothing')
  const common = folder === undefined ? undefined : await commonFolder(folder)
  return joinProtections([
    // A linked git folder has masks of its own; read-only as a whole, nothing could be committed.
    isPointer ? own : { ...own, masks: [] },
    // It says which folder goes when the worktree is removed.
    ...(asRoot && isPointer && folder !== undefined ? [protectEntry(join(folder, 'gitdir'), 'nothing')] : []),
    ...(await Promise.all(
      [folder, common]
        .filter((each) => each !== undefined)
        .filter((each, index, all) => all.indexOf(each) === index && looksLikeGitFolder(each))
        .map((each) => protectGitFolder(each, going)),
    )),
  ])
}

/** The `.git` of the folder that a worktree's git folder belongs to, wherever it says that is; undefined when it says nothing. */
export async function backPointer(gitFolder: string): Promise<string | undefined> {
  const text = commonFolderOf(await firstBytes(join(gitFolder, 'gitdir')))
  return text === '' ? undefined : resolve(gitFolder, text)
}

/** The git folder that git uses in a folder, and the one with its configuration; undefined where it finds none. */
export async function gitFolderAround(
  folder: string,
): Promise<{ readonly own: string; readonly common: string } | undefined> {
  for (let at = realPath(folder) ?? folder; ; at = dirname(at)) {
    const dotGit = join(at, '.git')
    const real = looksLikeGitFolder(at) ? at : realPath(dotGit)
    const own = real === undefined || lookAt(real)?.isDirectory() === true ? real : await pointerTarget(real)
    if (own !== undefined) return { own, common: (await commonFolder(own)) ?? own }
    if (dirname(at) === at) return undefined
  }
}

/** The folder whose hooks and configuration a worktree's git folder uses; undefined when it says nothing. */
async function commonFolder(gitFolder: string): Promise<string | undefined> {
  const text = commonFolderOf(await firstBytes(join(gitFolder, 'commondir')))
  return text === '' ? undefined : realPath(resolve(gitFolder, text))
}
