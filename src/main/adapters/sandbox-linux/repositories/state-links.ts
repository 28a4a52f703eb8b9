import { readlinkSync, type Stats } from 'node:fs'
import { readRegularFile } from '../../regular-file/read-regular-file'
import { inFolder, lastName, textOf, type BytePath } from '../byte-path'
import type { EnteredFolder } from '../entered-folder'
import { inRounds } from './in-rounds'
import { indexLeadsOut } from './index-names'
import { hold, isHeld } from './planted'

/** Folders of a git folder in which git writes, or deletes what it takes for its own, and follows links on the way. */
const deep: ReadonlySet<string> = new Set([
  ...['logs', 'refs', 'rebase-merge', 'rebase-apply', 'sequencer', 'info', 'rr-cache', 'lfs'],
  ...['objects', 'worktrees', 'modules', 'remotes', 'branches', 'reftable'],
])

/** What may say at the top of a git folder which ref it stands for. */
const pseudoRef = /^[A-Z][A-Z_]*$/

/**
 * The files that a merge left in conflict. However their names lead, git copies them to where commands can read when they are settled, or writes into
 * them: what a command left there is forgotten.
 */
const unsettled = 'MERGE_RR'

/** Nobody names refs or submodules so deep; what lies deeper, each folder of which would be held open, is put aside unseen. */
const maxDepth = 100

/** What git knows of the files that it follows. */
const indexName = /^(?:index|sharedindex\..*)$/

/** No name of a ref, and no path, is longer. */
const longestRef = 4096

/**
 * What a folder in a git folder is: `several` holds git folders, `git` is one or anything in it, and in the others all names but those of folders
 * are of one kind.
 */
type FolderKind = 'git' | 'several' | 'refs' | 'logs' | 'objects' | 'hooks' | 'remotes'

/**
 * What a folder in another one is. Submodules can be called as git's own folders are; what has a configuration, which no command removes, is one.
 * A command can put one into folders of other kinds: more is looked at then, not less.
 */
function kindOf(name: string, folder: EnteredFolder, around: FolderKind, isOfGit: () => boolean): FolderKind {
  if (around === 'refs') return 'refs'
  if (around === 'several') return 'git'
  if ((name === 'remotes' || name === 'branches') && around === 'git' && isOfGit()) return 'remotes'
  if (folder.look('config')) return 'git'
  if (around === 'logs') return 'logs'
  if (name === 'refs' || name === 'logs' || name === 'objects' || name === 'hooks') return name
  return name === 'modules' || name === 'worktrees' ? 'several' : 'git'
}

/** Git may write HEAD as a link to a branch, by a text that stays in the git folder. */
function isSymbolicRef(folder: EnteredFolder, name: string): boolean {
  try {
    const target = readlinkSync(folder.at(name), 'latin1')
    return target.startsWith('refs/') && !target.split('/').includes('..')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return false // it says nothing any more
  }
}

/** Whether a file is a ref that stands for a name out of the git folder, where git then writes. */
async function refLeadsOut(folder: EnteredFolder, name: string): Promise<boolean> {
  try {
    const read = await readRegularFile(folder.at(name), { limit: longestRef, links: 'refuse' })
    if (read.kind !== 'read') return false
    const said = read.bytes.toString('latin1')
    if (!said.startsWith('ref:')) return false
    const target = said.slice('ref:'.length).trim()
    return !read.whole || target.startsWith('/') || target.split(/[/\0]/).includes('..')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error // gone meanwhile
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}

/** Whether what a file says is looked at in a folder of that kind. */
const isRead = (name: string, kind: FolderKind): boolean =>
  kind === 'refs' || kind === 'remotes' || (kind === 'git' && (pseudoRef.test(name) || indexName.test(name)))

/** Whether git goes elsewhere by a name, or by what the file there says. */
async function leadsOut(
  folder: EnteredFolder,
  name: string,
  found: Stats,
  kind: FolderKind,
): Promise<boolean> {
  if (found.isSymbolicLink()) return kind !== 'hooks' && !isSymbolicRef(folder, name)
  if (!found.isFile() || !isRead(name, kind)) return false
  if (kind === 'remotes') return true
  if (name === unsettled) return found.size > 0
  return (indexName.test(name) && (await indexLeadsOut(folder, name))) || refLeadsOut(folder, name)
}

/** What of a folder is looked at: what changed at the time `since` or later. `hasNew`: names came there since. */
interface Look {
  readonly kind: FolderKind
  readonly since: number
  readonly hasNew: boolean
  readonly depth: number
}

/**
 * Looks for links where git itself writes (logs, refs, objects, messages, in worktrees and submodules as well), for refs that stand for a name
 * with `..` in it, for an index that names what lies outside, and for remotes that no configuration names, and takes their names; of these
 * those that changed at the time `since` or later, since a person may have their own. What HEAD and its like say is read whenever it was written.
 * What is held lies at the top of the git folder then, where git lists nothing. Returns what it was, as text.
 */
export async function holdStateLinks(
  top: EnteredFolder,
  gitFolder: BytePath,
  since: number,
): Promise<readonly string[]> {
  const held: string[] = []
  const take = (folder: EnteredFolder, path: BytePath, name: string): void => {
    hold(folder, name, top)
    held.push(textOf(inFolder(path, name)))
  }
  const lookAt = async (folder: EnteredFolder, path: BytePath, name: string, look: Look): Promise<void> => {
    const found = folder.look(name)
    if (!found) return
    const isAlwaysRead = look.kind === 'git' && pseudoRef.test(name) && name !== unsettled && found.isFile()
    if (found.ctimeMs < look.since && !isAlwaysRead) return
    if (await leadsOut(folder, name, found, look.kind)) take(folder, path, name)
  }
  const lookIn = async (folder: EnteredFolder, path: BytePath, look: Look): Promise<void> => {
    const { kind, hasNew } = look
    for await (const entry of inRounds(folder.entries())) {
      const { name } = entry
      if (folder === top && isHeld(name)) continue // git knows no such name there
      if (entry.isDirectory()) {
        // What git keeps by its hash lies in many folders that are named with two characters of it.
        const isLeftOut = folder === top ? !deep.has(name) : kind === 'objects' && name.length === 2
        if (isLeftOut) continue
        if (look.depth === maxDepth) take(folder, path, name)
        else await goInto(folder, inFolder(path, name), look)
      } else if (isRead(name, kind) || (entry.isSymbolicLink() && hasNew))
        await lookAt(folder, path, name, look)
    }
  }
  const goInto = async (around: EnteredFolder, path: BytePath, look: Look): Promise<void> => {
    const name = lastName(path)
    const changed = around.look(name)?.ctimeMs ?? look.since
    const folder = around.enter(name)
    if (!folder) return
    try {
      const isOfGit = (): boolean => around === top || around.look('config') !== undefined
      const kind = kindOf(name, folder, look.kind, isOfGit)
      // One that changed may have been moved here, with what is older.
      const hasNew = changed >= look.since
      await lookIn(folder, path, { kind, since: hasNew ? 0 : look.since, hasNew, depth: look.depth + 1 })
    } finally {
      folder.leave()
    }
  }
  await lookIn(top, gitFolder, { kind: 'git', since, hasNew: true, depth: 0 })
  return held
}
