import { chmodSync, closeSync, constants, fstatSync, linkSync, renameSync, unlinkSync } from 'node:fs'
// oxlint-disable-next-line countersign/no-restricted-imports -- opened by name only, which waits for nobody
import { openSync } from 'node:fs'
import { runByExeca } from '../../process-execa/run-tool'
import { listTree } from '../rehearsal/listed-tree'
import { bytesOf } from '../byte-path'
import type { LeftJournal, NotedMade, NotedStep } from './apply-journal'
import { holdFolder, type HeldFolder } from './hold-folder'

/** O_PATH: a descriptor that only names a place; it needs no permission on it and reads nothing. */
const namesOnly = 0o10000000

/** The names that things have beside their place: what is to come, and what was there. */
export const besideNames = (
  id: string,
  number: number,
): { readonly fresh: string; readonly kept: string } => ({
  fresh: `.countersign-${id}-${String(number)}.new`,
  kept: `.countersign-${id}-${String(number)}.old`,
})

const toolLimits = { env: { PATH: '/usr/bin:/bin' }, ms: 600_000, maxBytes: 65_536 }

/** Removes what is beside by these names. What others make of a tree meanwhile leads nowhere: `rm` opens each folder from the one above. */
async function removeBeside(folder: HeldFolder, names: readonly string[]): Promise<void> {
  const trees: string[] = []
  for (const name of names) {
    const found = folder.look(name)
    if (found?.isDirectory() === true) trees.push(`./${name}`)
    else if (found) unlinkSync(folder.at(name))
  }
  if (trees.length === 0) return
  // In the folder itself: another process may not be let into the descriptors of this one.
  const there = { ...toolLimits, cwd: folder.itself }
  const remove = () => runByExeca('/bin/rm', ['-rf', '--one-file-system', '--', ...trees], there)
  if ((await remove()).code === 0) return
  await runByExeca('/bin/chmod', ['-R', 'u+rwx', '--', ...trees], there)
  await remove()
}

/** Gives a thing a name that nothing has. A folder takes the place of an empty one at most. Throws what the system says. */
export function giveName(folder: HeldFolder, from: string, to: string): void {
  if (folder.look(from)?.isDirectory() === true) {
    if (folder.look(to)) throw Object.assign(new Error('something else is there'), { code: 'EEXIST' })
    renameSync(folder.at(from), folder.at(to))
    return
  }
  try {
    linkSync(folder.at(from), folder.at(to))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // File systems without a second name for a file: looking has to do.
    if (code !== 'EPERM' && code !== 'EOPNOTSUPP' && code !== 'ENOSYS' && code !== 'EMLINK') throw error
    if (folder.look(to)) throw Object.assign(new Error('something else is there'), { code: 'EEXIST' })
    renameSync(folder.at(from), folder.at(to))
    return
  }
  unlinkSync(folder.at(from))
}

/** What a thing is that was just made of so many things; undefined where it is not that many, or gone. */
export async function notedMade(
  folder: HeldFolder,
  name: string,
  entries: number,
): Promise<NotedMade | undefined> {
  const found = folder.look(name)
  if (!found) return undefined
  const { dev, ino, size, mtimeMs } = found
  if (!found.isDirectory()) return { dev, ino, size, mtimeMs }
  const listed = await listTree(bytesOf(folder.at(name)), entries)
  if (listed.marks === undefined || listed.entries !== entries) return undefined
  return { dev, ino, size, mtimeMs, tree: listed.marks }
}

/** What is by that name is as it was noted, a folder with all that is in it, and so ours. */
export async function isMade(
  folder: HeldFolder,
  name: string,
  { dev, ino, size, mtimeMs, tree }: NotedMade,
): Promise<boolean> {
  const found = folder.look(name)
  if (found?.dev !== dev || found.ino !== ino) return false
  if (!found.isDirectory()) return found.size === size && found.mtimeMs === mtimeMs
  return tree !== undefined && (await listTree(bytesOf(folder.at(name)), Infinity)).marks === tree
}

/** Takes back a mode that was given; one that somebody has given since stays. */
function undoMode({ name, before, mode }: NotedStep, folder: HeldFolder): void {
  const now = folder.look(name)
  if (before && now?.dev === before.dev && now.ino === before.ino && (now.mode & 0o777) === mode)
    chmodThing(folder, name, before.mode, before)
}

/** False: something is not as it was left, and what was there before lies beside it, if it is there at all. */
async function undoStep(
  { name, before }: NotedStep,
  names: ReturnType<typeof besideNames>,
  made: NotedMade | undefined,
  folder: HeldFolder,
): Promise<boolean> {
  const kept = folder.look(names.kept)
  const found = folder.look(name)
  if (made && found?.ino === made.ino && (await isMade(folder, name, made))) {
    // What was there was removed, and this would be lost with it.
    if (before && !kept) return false
    if (folder.look(names.fresh)) unlinkSync(folder.at(name))
    else renameSync(folder.at(name), folder.at(names.fresh))
  }
  // What came, and is in neither place, somebody removed.
  if (made && kept && !found && !folder.look(names.fresh)) return false
  if (kept) {
    const now = folder.look(name)
    if (now && (now.ino !== kept.ino || now.dev !== kept.dev)) {
      await removeBeside(folder, [names.fresh])
      return false
    }
    if (now) unlinkSync(folder.at(names.kept))
    else giveName(folder, names.kept, name)
  } else if (made && folder.look(name)?.ino === made.ino) return false
  await removeBeside(folder, [names.fresh])
  return true
}

/** Sets the mode of the thing that was noted, and of no other. Throws what the system says. */
export function chmodThing(
  folder: HeldFolder,
  name: string,
  mode: number,
  { dev, ino }: { readonly dev: number; readonly ino: number },
): void {
  const fd = openSync(folder.at(name), namesOnly | constants.O_NOFOLLOW)
  try {
    const found = fstatSync(fd)
    if (found.dev !== dev || found.ino !== ino)
      throw Object.assign(new Error('something else is there'), { code: 'EEXIST' })
    chmodSync(`/proc/self/fd/${String(fd)}`, mode)
  } finally {
    closeSync(fd)
  }
}

/**
 * Takes a set of changes back as far as it came, the last step first. What somebody has made of a place since then stays, and
 * what was there before stays beside it. Returns the paths of which that is so, and of those that cannot be reached any more.
 */
export async function takeBack({ id, steps, made, given }: LeftJournal): Promise<readonly string[]> {
  const left: string[] = []
  for (const [number, step] of [...steps.entries()].reverse()) {
    const path = `${step.folder.path}/${step.name}`
    const folder = holdFolder(step.folder.path, step.folder.dev, step.folder.ino)
    if (!folder) {
      left.push(path)
      continue
    }
    try {
      if (step.mode !== undefined) {
        // What was not given by this may have been by another.
        if (given.has(number)) undoMode(step, folder)
      } else if (!(await undoStep(step, besideNames(id, number), made?.get(number), folder))) left.push(path)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error
      left.push(path)
    } finally {
      folder.close()
    }
  }
  return left
}

/** Clears away what lies beside of a set of changes that is done. What cannot be cleared away is no part of it any more. */
export async function clearBeside({ id, steps }: Pick<LeftJournal, 'id' | 'steps'>): Promise<void> {
  const byFolder = new Map<string, { readonly folder: NotedStep['folder']; readonly names: string[] }>()
  for (const [number, { folder, mode }] of steps.entries()) {
    if (mode !== undefined) continue
    const { fresh, kept } = besideNames(id, number)
    const known = byFolder.get(folder.path) ?? { folder, names: [] }
    known.names.push(fresh, kept)
    byFolder.set(folder.path, known)
  }
  for (const { folder: known, names } of byFolder.values()) {
    const folder = holdFolder(known.path, known.dev, known.ino)
    try {
      if (folder) await removeBeside(folder, names)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error
    } finally {
      folder?.close()
    }
  }
}
