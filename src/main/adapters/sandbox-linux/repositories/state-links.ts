import { readlinkSync } from 'node:fs'
import { inFolder, textOf, type BytePath } from '../byte-path'
import type { EnteredFolder } from '../entered-folder'
import { inRounds } from './in-rounds'
import { hold, text } from './planted'

/** Folders of a git folder in which git writes at any depth, and follows links on the way. */
const deep: ReadonlySet<string> = new Set([
  ...['logs', 'refs', 'rebase-merge', 'rebase-apply', 'sequencer', 'info', 'rr-cache'],
])

/** Git may write HEAD as a link to a branch, by a text that stays in the git folder. */
const isSymbolicRef = (target: string): boolean =>
  target.startsWith('refs/') && !target.split('/').includes('..')

/** What may say at the top of a git folder which ref it stands for. */
const pseudoRef = /^[A-Z][A-Z_]*$/

/** Git follows a text that names another ref as it follows a link, also out of the git folder. */
async function leadsOut(folder: EnteredFolder, name: string): Promise<boolean> {
  const [, target] = /^ref:\s*(.*)/.exec((await text(folder.at(name))) ?? '') ?? []
  return target?.trim().split('/').includes('..') === true || target?.startsWith('/') === true
}

/** Takes its name from a link through which git would write elsewhere. */
function holdLink(folder: EnteredFolder, name: string): boolean {
  try {
    if (isSymbolicRef(readlinkSync(folder.at(name), 'latin1'))) return false
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error // gone, or no link any more
  }
  hold(folder, name)
  return true
}

/** Those below the top are held whenever they were made: a folder that is moved here brings older ones. */
async function holdBelow(
  around: EnteredFolder,
  path: BytePath,
  name: string,
  isRefs = name === 'refs',
): Promise<readonly string[]> {
  const folder = around.enter(name)
  if (!folder) return []
  const place = inFolder(path, name)
  const held: string[] = []
  try {
    for await (const each of inRounds(folder.names())) {
      const found = folder.look(each)
      if (found?.isDirectory() === true) held.push(...(await holdBelow(folder, place, each, isRefs)))
      else if (found?.isSymbolicLink() === true && holdLink(folder, each))
        held.push(textOf(inFolder(place, each)))
      else if (isRefs && found?.isFile() === true && (await leadsOut(folder, each))) {
        hold(folder, each)
        held.push(textOf(inFolder(place, each)))
      }
    }
    return held
  } finally {
    folder.leave()
  }
}

/**
 * Looks for links where git itself writes (logs, refs, messages), and for refs that stand for a name with `..` in it, through which the
 * person's git would write outside of the git folder, and takes their names. At the top of it a person may have their own: there only what changed at the time `since` or later
 * is held. Returns the links, as text.
 */
export async function holdStateLinks(
  around: EnteredFolder,
  gitFolder: BytePath,
  since: number,
): Promise<readonly string[]> {
  const held: string[] = []
  for await (const name of inRounds(around.names())) {
    const found = around.look(name)
    if (found?.isSymbolicLink() === true) {
      if (found.ctimeMs >= since && holdLink(around, name)) held.push(textOf(inFolder(gitFolder, name)))
    } else if (deep.has(name)) held.push(...(await holdBelow(around, gitFolder, name)))
    else if (pseudoRef.test(name) && found?.isFile() === true && (await leadsOut(around, name))) {
      hold(around, name)
      held.push(textOf(inFolder(gitFolder, name)))
    }
  }
  return held
}
