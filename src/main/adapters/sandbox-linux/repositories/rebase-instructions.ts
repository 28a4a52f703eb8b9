import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, renameSync, rmSync, writeFileSync, type Stats } from 'node:fs'
import { inFolder, textOf, type BytePath } from '../byte-path'
import { enterFolder, type EnteredFolder } from '../entered-folder'
import { hold, text } from './planted'

/** Where git keeps what is still to be done of a rebase that was stopped, in a git folder. */
const [folderName, listName] = ['rebase-merge', 'git-rebase-todo'] as const
/** A line by which git runs a program (todo_command_info in its sequencer.c). */
const runs = /^[ \t]*(?:exec|x)(?=[ \t\r\0]|$)/

/** The same list, in which the rebase stops where it would have run a program. */
const withoutRuns = (list: string): string =>
  list
    .split('\n')
    .map((line) => (runs.test(line) ? 'break' : line))
    .join('\n')

/** Puts another text in the place of a file, with its owner and mode; throws what the file system says. */
function replace(folder: EnteredFolder, { uid, gid, mode }: Stats, content: string): void {
  const other = folder.at(`copied-by-countersign-${randomBytes(8).toString('hex')}`)
  try {
    writeFileSync(other, Buffer.from(content, 'latin1'), { flag: 'wx', mode: 0o600 })
    if (process.getuid?.() === 0) chownSync(other, uid, gid)
    chmodSync(other, mode & 0o777)
    renameSync(other, folder.at(listName))
  } catch (error) {
    rmSync(other, { force: true })
    throw error
  }
}

/** Whether something had to be held back. */
async function holdIn(folder: EnteredFolder, since: number): Promise<boolean> {
  const found = folder.look(listName)
  if (!found || found.ctimeMs < since) return false
  const list = found.isFile() ? await text(folder.at(listName)) : undefined
  const harmless = list === undefined ? undefined : withoutRuns(list)
  if (harmless !== undefined && harmless === list) return false
  try {
    if (harmless === undefined) hold(folder, listName)
    else replace(folder, found, harmless)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error // a full disk, or closed meanwhile
    hold(folder, listName)
  }
  return true
}

/**
 * Looks at the rebases that stand still in these git folders and whose list changed at that time or later. What a command left there for git to run
 * when the person continues becomes a stop: so does `git rebase -x` where it stopped half-way. Returns the lists, as text.
 */
export async function holdInstructions(
  gitFolders: Iterable<BytePath>,
  since: number,
): Promise<readonly string[]> {
  const held: string[] = []
  for (const gitFolder of new Set(gitFolders)) {
    const around = enterFolder(gitFolder)
    if (!around) continue
    try {
      const place = textOf(inFolder(inFolder(gitFolder, folderName), listName))
      if (around.look(folderName)?.isSymbolicLink() === true) {
        hold(around, folderName)
        held.push(place)
      }
      const folder = around.enter(folderName)
      if (!folder) continue
      try {
        if (await holdIn(folder, since)) held.push(place)
      } finally {
        folder.leave()
      }
    } finally {
      around.leave()
    }
  }
  return held
}
