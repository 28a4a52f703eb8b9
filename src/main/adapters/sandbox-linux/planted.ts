import { chmodSync, lstatSync, readFileSync, readdirSync, renameSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { looksLikeGitFolder, pointerTarget } from './git-metadata'
import { riskySettings } from './git-config'
import { realPath } from './protected-entry'

/** What a held file is called afterwards. */
const heldSuffix = '.held-by-countersign'

function names(folder: string): readonly string[] {
  try {
    return lstatSync(folder).isDirectory() ? readdirSync(folder) : []
  } catch (error) {
    if (error instanceof Error && 'code' in error) return []
    throw error
  }
}

function text(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** Does it if it can be done; whoever reads the report must know of the place either way. */
function attempt(path: string, change: () => void): string {
  try {
    change()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error // read-only meanwhile, or gone
  }
  return path
}

const hold = (path: string): string =>
  attempt(path, () => {
    renameSync(path, `${path}${heldSuffix}`)
  })

/** Takes the permission to run from every hook; git then passes them over and says so. A link is moved aside. */
function holdHooks(folder: string): string[] {
  const hooks = join(folder, 'hooks')
  const found = lstatSync(hooks, { throwIfNoEntry: false })
  if (found?.isSymbolicLink() === true) return [hold(hooks)]
  return names(hooks).flatMap((name) => {
    const path = join(hooks, name)
    if (name.endsWith('.sample') || name.endsWith(heldSuffix)) return []
    const hook = lstatSync(path)
    if (hook.isSymbolicLink()) return [hold(path)]
    if (!hook.isFile() || (hook.mode & 0o111) === 0) return []
    return [
      attempt(path, () => {
        chmodSync(path, hook.mode & 0o666)
      }),
    ]
  })
}

function holdConfig(folder: string, name: string): string[] {
  const path = join(folder, name)
  if (!isThere(path)) return []
  const content = lstatSync(path).isFile() ? text(path) : undefined
  return content === undefined || riskySettings(content).length > 0 ? [hold(path)] : []
}

/** A linked worktree's own folder leads to the git folder around it; any other `commondir` could lead anywhere. */
function holdCommonDir(folder: string): string[] {
  const path = join(folder, 'commondir')
  if (!isThere(path)) return []
  const target = realPath(resolve(folder, text(path)?.trim() ?? ''))
  const expected = basename(dirname(folder)) === 'worktrees' ? realPath(dirname(dirname(folder))) : folder
  return target !== undefined && target === expected ? [] : [hold(path)]
}

/**
 * Looks at a git folder that a command made, and takes the force from whatever in it would run a program when somebody
 * uses git there: hooks lose the permission to run, configuration and `commondir` are renamed. Returns what it held.
 * What cannot be changed is reported all the same. Never follows links.
 */
export function disarmGitFolder(folder: string): readonly string[] {
  return [
    ...holdHooks(folder),
    ...holdConfig(folder, 'config'),
    ...holdConfig(folder, 'config.worktree'),
    ...holdCommonDir(folder),
  ]
}

/**
 * The same for whatever a command put at a `.git`: a folder, a pointer file, or a link. `isNew` says of the git folder it
 * leads to whether the command can have made it; any other is left alone, for it is a person's.
 */
export function disarmPlanted(dotGit: string, isNew: (gitFolder: string) => boolean): readonly string[] {
  const found = lstatSync(dotGit, { throwIfNoEntry: false })
  if (!found) return []
  const target = found.isDirectory() ? dotGit : found.isFile() ? pointerTarget(dotGit) : realPath(dotGit)
  return target !== undefined && looksLikeGitFolder(target) && isNew(target) ? disarmGitFolder(target) : []
}
