import { randomBytes } from 'node:crypto'
import { linkSync, readlinkSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { readRegularFile } from '../../regular-file/read-regular-file'
import { asBytes, folderOf, inFolder, lastName, onDisk, textOf, type BytePath } from '../byte-path'
import { enterFolder, type EnteredFolder } from '../entered-folder'
import {
  harmlessPart,
  ownWorktree,
  riskyValues,
  saidWorktrees,
  commonFolderOf,
  folderPointedTo,
} from '../protection/risky-git-config'

/** What a held file is called afterwards, and where that name is taken. */
const [heldSuffix, heldPrefix] = ['.held-by-countersign', 'held-by-countersign-'] as const
/** git reads no longer pointer, and nobody writes a longer configuration. */
const maxBytes = 1024 * 1024
/** How long a line may be without its end before it counts as it stands. */
const unfinishedMs = 20

/** The text of a regular file, one character for each byte; undefined for everything else, and for what is too long. */
export async function text(place: Buffer): Promise<string | undefined> {
  try {
    const read = await readRegularFile(place, { limit: maxBytes, links: 'refuse' })
    return read.kind === 'read' && read.whole ? read.bytes.toString('latin1') : undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

/** Where a path that stands in a folder leads, as the kernel goes it; undefined: nowhere. */
function real(folder: BytePath, path: string): BytePath | undefined {
  const whole = asBytes(path.startsWith('/') ? path : `${folder}/${path}`)
  try {
    return asBytes(realpathSync.native(onDisk(whole), 'latin1'))
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

/** Does it if it can be done; whoever reads the report must know of the place either way. */
function attempt(change: () => void): boolean {
  try {
    change()
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error // read-only meanwhile, or gone
    return false
  }
}

/**
 * Takes its name from an entry, which is then in `into` under another. What a command put at the name it shall have does not keep it from being
 * moved.
 */
export function hold(folder: EnteredFolder, name: string, into = folder): void {
  const others = [`${name}${heldSuffix}`, `${heldPrefix}${randomBytes(8).toString('hex')}`]
  const isFree = (other: string): boolean => into.look(other) === undefined
  for (const other of others.filter(isFree))
    if (attempt(() => renameSync(folder.at(name), into.at(other)))) return
}

/** Whether it is a name that what was held has. */
export const isHeld = (name: string): boolean => name.endsWith(heldSuffix) || name.startsWith(heldPrefix)

/**
 * Puts a copy in the place of a regular file, which is then reached by this name alone: by a second name of it, or by a descriptor that a
 * process of another run keeps, a command could write to it later, whatever lies over its place. False: it could not be copied, and lost its
 * name.
 */
async function renew(folder: EnteredFolder, name: string): Promise<boolean> {
  const copy = `copied-by-countersign-${randomBytes(8).toString('hex')}`
  try {
    const read = await readRegularFile(folder.at(name), { limit: maxBytes, links: 'refuse' })
    if (read.kind !== 'read') return true
    if (read.whole) {
      folder.make(copy, read.bytes, read.stats)
      // One that somebody else put there meanwhile stays, and is looked at next.
      if (folder.look(name)?.ino === read.stats.ino) renameSync(folder.at(copy), folder.at(name))
      else rmSync(folder.at(copy))
      return true
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error // a full disk, closed, or read-only meanwhile
    attempt(() => {
      rmSync(folder.at(copy), { force: true })
    })
  }
  hold(folder, name)
  return false
}

/** Does so with those of these that have a second name, or changed at that time or later. Returns the names of those that were held. */
async function renewAll(folder: EnteredFolder, names: readonly string[], since: number): Promise<string[]> {
  const held: string[] = []
  for (const name of names) {
    const found = folder.look(name)
    if (found?.isFile() !== true || (found.nlink === 1 && found.ctimeMs < since)) continue
    if (!(await renew(folder, name))) held.push(name)
  }
  return held
}

/** Does so with what in a git folder decides which programs git runs. git's own samples are in every new one, and nobody runs them. */
async function renewDeciding(folder: EnteredFolder, since: number): Promise<string[]> {
  const held = await renewAll(folder, ['config', 'config.worktree', 'commondir'], since)
  const hooks = folder.enter('hooks')
  if (!hooks) return held
  try {
    for (const name of hooks.names()) {
      const changed = name.endsWith('.sample') ? Number.POSITIVE_INFINITY : since
      held.push(...(await renewAll(hooks, [name], changed)).map((each) => `hooks/${each}`))
    }
    return held
  } finally {
    hooks.leave()
  }
}

/** The same for a `.git` that is a file. Returns what it held, as text. */
export function renewPointer(dotGit: BytePath, since: number): Promise<readonly string[]> {
  const around = folderOf(dotGit)
  return within(
    around,
    async (folder) => (await renewAll(folder, [lastName(dotGit)], since)).map(() => textOf(dotGit)),
    [],
  )
}

/** Takes the permission to run from every hook; git then passes them over and says so. A link is moved aside. */
function holdHooks(folder: EnteredFolder): string[] {
  if (folder.look('hooks')?.isSymbolicLink() === true) {
    hold(folder, 'hooks')
    return ['hooks']
  }
  const hooks = folder.enter('hooks')
  if (!hooks) return []
  const held = hooks.names().filter((name) => {
    if (name.endsWith('.sample') || name.endsWith(heldSuffix)) return false
    const hook = hooks.look(name)
    if (hook?.isSymbolicLink() === true) hold(hooks, name)
    else if (hook?.isFile() === true && (hook.mode & 0o111) !== 0) attempt(() => hooks.takeRunning(name))
    else return false
    return true
  })
  hooks.leave()
  return held.map((name) => `hooks/${name}`)
}

/**
 * What in a configuration could make a later git run a program, or work in files elsewhere: a text for each setting and its value, also for a work
 * tree that it leads to by way of a link, which a command can turn anywhere. `path` is the folder that it lies in.
 */
export function risksOf(content: string, path: BytePath): readonly string[] {
  const byLink = saidWorktrees(content).filter((value) => {
    const target = ownWorktree(value, path)
    const found = target === undefined ? undefined : real(path, target)
    return found !== undefined && found !== target
  })
  const settings = riskyValues(content, path).map(({ name, value }) => [name, value])
  return [...settings, ...byLink].map((each) => JSON.stringify(each))
}

async function holdConfig(path: BytePath, folder: EnteredFolder, name: string): Promise<string[]> {
  if (!folder.look(name)) return []
  const isRisky = (content: string | undefined): boolean =>
    content === undefined || risksOf(content, path).length > 0
  // One that went between the look and the reading is none, and one that came anew is read again.
  const content = (await text(folder.at(name))) ?? (folder.look(name) ? await text(folder.at(name)) : '')
  if (!isRisky(content)) return []
  // A line without an end is perhaps still being written.
  if (content !== undefined && !isRisky(content.slice(0, content.lastIndexOf('\n') + 1))) {
    await delay(unfinishedMs)
    if (!folder.look(name) || !isRisky(await text(folder.at(name)))) return []
  }
  const rest = content === undefined ? '' : harmlessPart(content, path)
  holdAndLeave(folder, name, risksOf(rest, path).length === 0 ? rest : '')
  return [name]
}

/** Takes its name from a file, and leaves there a text of the same mode unless it is empty, or somebody took the name meanwhile. */
function holdAndLeave(folder: EnteredFolder, name: string, rest: string): void {
  const copy = `copied-by-countersign-${randomBytes(8).toString('hex')}`
  const like = folder.look(name)
  if (like && rest !== '')
    attempt(() => {
      folder.make(copy, Buffer.from(rest, 'latin1'), like)
    })
  hold(folder, name)
  attempt(() => {
    if (folder.look(copy)) linkSync(folder.at(copy), folder.at(name))
  })
  attempt(() => {
    rmSync(folder.at(copy), { force: true })
  })
}

/** True for a folder that git takes for a git folder, whatever else is missing or wrong in it. */
function isGitFolder(folder: EnteredFolder): boolean {
  const has = (name: string): boolean => folder.look(name) !== undefined
  return has('HEAD') && (has('commondir') || (has('objects') && has('refs')))
}

/** Goes into a folder for as long as something is done there; `otherwise` where there is none. */
async function within<T>(
  path: BytePath,
  work: (folder: EnteredFolder) => T | Promise<T>,
  otherwise: T,
): Promise<T> {
  const folder = enterFolder(path)
  if (!folder) return otherwise
  try {
    return await work(folder)
  } finally {
    folder.leave()
  }
}

/** Whether git takes what is at this path for a git folder. Links are not followed. */
export const looksLikeGitFolder = (path: BytePath): Promise<boolean> => within(path, isGitFolder, false)

/**
 * A linked worktree's own folder leads to the git folder around it, and any may lead to itself; every other `commondir`
 * could lead anywhere, and is held.
 */
async function holdCommonDir(
  path: BytePath,
  folder: EnteredFolder,
  when: 'over' | 'meanwhile',
): Promise<string[]> {
  const found = folder.look('commondir')
  if (!found) return []
  // git takes an empty one for a fault; it is made so, and written then.
  if (when === 'meanwhile' && found.isFile() && found.size === 0) return []
  const said = commonFolderOf((await text(folder.at('commondir'))) ?? '')
  const target = said === '' ? undefined : real(path, said)
  const around = folderOf(folderOf(path))
  const isWorktree = lastName(folderOf(path)) === 'worktrees'
  if (target === path || (isWorktree && target === around && (await looksLikeGitFolder(around)))) return []
  hold(folder, 'commondir')
  return ['commondir']
}

/**
 * Looks at a git folder that a command made, and takes the force from whatever in it would run a program when somebody
 * uses git there: hooks lose the permission to run, `commondir` and a configuration are renamed, and what was harmless of that is left
 * under its name. Returns what it held, as text. What cannot be changed is reported all the same. Never follows links. `meanwhile`: the command still runs. When it is over, what
 * decides is reached by its name alone from then on, as far as it has other names or changed at the time `since` or later.
 */
export function disarmGitFolder(
  path: BytePath,
  when: 'over' | 'meanwhile' = 'over',
  since = Number.POSITIVE_INFINITY,
): Promise<readonly string[]> {
  const disarm = async (folder: EnteredFolder): Promise<readonly string[]> =>
    [
      ...(when === 'over' ? await renewDeciding(folder, since) : []),
      ...holdHooks(folder),
      ...(await holdConfig(path, folder, 'config')),
      ...(await holdConfig(path, folder, 'config.worktree')),
      ...(await holdCommonDir(path, folder, when)),
    ].map((name) => textOf(inFolder(path, name)))
  return within(path, disarm, [])
}

/** The git folder that a `.git` is, or leads to; undefined when it leads to none. */
export async function gitFolderAt(dotGit: BytePath): Promise<BytePath | undefined> {
  const parent = folderOf(dotGit)
  const leadsTo = async (folder: EnteredFolder): Promise<BytePath | undefined> => {
    const found = folder.look(lastName(dotGit))
    if (found?.isDirectory() === true) return dotGit
    if (found?.isSymbolicLink() === true)
      return real(parent, readlinkSync(folder.at(lastName(dotGit)), 'latin1'))
    const target = found && folderPointedTo((await text(folder.at(lastName(dotGit)))) ?? '')
    return target === undefined ? undefined : real(parent, target)
  }
  return within(parent, leadsTo, undefined)
}

/** Whether a linked worktree's own folder says that this `.git` is the worktree's. */
async function pointsBack(gitFolder: BytePath, folder: EnteredFolder, dotGit: BytePath): Promise<boolean> {
  const said = commonFolderOf((await text(folder.at('gitdir'))) ?? '')
  return said !== '' && real(gitFolder, said) === dotGit
}

/**
 * Takes its name from a `.git` that leads to a git folder which is another's: its configuration has its work tree elsewhere than around this very
 * `.git`, or it says of no work tree that it is here and `isOwn` does not hold, for one that came with this `.git`. Whoever uses git here would change
 * files there, or run here what is configured for there. Returns what it held, as text.
 */
export async function holdPointer(
  dotGit: BytePath,
  gitFolder: BytePath,
  isOwn: boolean,
): Promise<readonly string[]> {
  const around = folderOf(dotGit)
  const leadsAway = async (folder: EnteredFolder): Promise<boolean> => {
    const said = await Promise.all(['config', 'config.worktree'].map((name) => text(folder.at(name))))
    const worktrees = said.flatMap((content) => saidWorktrees(content ?? ''))
    if (worktrees.length > 0) return worktrees.some((value) => ownWorktree(value, gitFolder) !== around)
    return !isOwn && !(await pointsBack(gitFolder, folder, dotGit))
  }
  if (!(await within(gitFolder, leadsAway, false))) return []
  await within(around, (folder) => hold(folder, lastName(dotGit)), undefined)
  return [textOf(dotGit)]
}
