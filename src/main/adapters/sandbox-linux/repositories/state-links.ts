import { readlinkSync } from 'node:fs'
import { inFolder, textOf, type BytePath } from '../byte-path'
import type { EnteredFolder } from '../entered-folder'
import { inRounds } from './in-rounds'
import { hold } from './planted'

/** Folders of a git folder in which git writes at any depth, and follows links on the way. */
const deep: ReadonlySet<string> = new Set([
  ...['logs', 'refs', 'rebase-merge', 'rebase-apply', 'sequencer', 'info', 'rr-cache'],
])

/** Git may write HEAD as a link to a branch, by a text that stays in the git folder. */
const isSymbolicRef = (target: string): boolean =>
  target.startsWith('refs/') && !target.split('/').includes('..')

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
async function holdBelow(around: EnteredFolder, path: BytePath, name: string): Promise<readonly string[]> {
  const folder = around.enter(name)
  if (!folder) return []
  const place = inFolder(path, name)
  const held: string[] = []
  try {
    for await (const each of inRounds(folder.names())) {
      const found = folder.look(each)
      if (found?.isDirectory() === true) held.push(...(await holdBelow(folder, place, each)))
      else if (found?.isSymbolicLink() === true && holdLink(folder, each))
        held.push(textOf(inFolder(place, each)))
    }
    return held
  } finally {
    folder.leave()
  }
}

/**
 * Looks for links where git itself writes (logs, refs, messages), through which the person's git would write outside of
 * the git folder, and takes their names. At the top of it a person may have their own: there only what changed at the time `since` or later
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
  }
  return held
}
