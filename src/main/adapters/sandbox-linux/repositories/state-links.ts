import { readlinkSync, type Stats } from 'node:fs'
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

/** What a link says; '' where it says nothing any more. */
function targetOf(folder: EnteredFolder, name: string): string {
  try {
    return readlinkSync(folder.at(name), 'latin1')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return ''
  }
}

/** Whether git goes elsewhere by a name: it follows a text that names another ref as it follows a link, also out of the git folder. */
async function leadsOut(folder: EnteredFolder, name: string, found: Stats, isRef: boolean): Promise<boolean> {
  if (found.isSymbolicLink()) return !isSymbolicRef(targetOf(folder, name))
  if (!isRef || !found.isFile()) return false
  const [, target] = /^ref:\s*(.*)/.exec((await text(folder.at(name))) ?? '') ?? []
  return target?.trim().split('/').includes('..') === true || target?.startsWith('/') === true
}

/** What of a folder is looked at: what changed at the time `since` or later, of refs their text as well. */
interface Look {
  readonly since: number
  readonly isRefs: boolean
}

/** Takes their names from what leads out below a folder. One that changed may have been moved here, with what is older. */
async function holdBelow(
  around: EnteredFolder,
  path: BytePath,
  name: string,
  { since, isRefs }: Look,
): Promise<readonly string[]> {
  const changed = around.look(name)?.ctimeMs ?? since
  const folder = around.enter(name)
  if (!folder) return []
  const hasChanged = changed >= since
  const look = { since: hasChanged ? 0 : since, isRefs }
  const place = inFolder(path, name)
  const held: string[] = []
  try {
    // Where no name came no link did; a ref may have been written to.
    for await (const each of inRounds(hasChanged || isRefs ? folder.names() : folder.folders())) {
      const found = folder.look(each)
      if (found?.isDirectory() === true) held.push(...(await holdBelow(folder, place, each, look)))
      else if (found && found.ctimeMs >= look.since && (await leadsOut(folder, each, found, isRefs))) {
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
 * person's git would write outside of the git folder, and takes their names; of both those that changed at the time `since` or later, since a
 * person may have their own. What HEAD and its like say is read whenever it was written. Returns them, as text.
 */
export async function holdStateLinks(
  around: EnteredFolder,
  gitFolder: BytePath,
  since: number,
): Promise<readonly string[]> {
  const held: string[] = []
  for await (const name of inRounds(around.names())) {
    const found = around.look(name)
    if (!found) continue
    const isRef = pseudoRef.test(name)
    if (found.isDirectory()) {
      if (deep.has(name))
        held.push(...(await holdBelow(around, gitFolder, name, { since, isRefs: name === 'refs' })))
    } else if (found.ctimeMs < since && !(isRef && found.isFile())) continue
    else if (await leadsOut(around, name, found, isRef)) {
      hold(around, name)
      held.push(textOf(inFolder(gitFolder, name)))
    }
  }
  return held
}
