import { constants, type Stats } from 'node:fs'
import {
  lstat,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  rmdir,
  type FileHandle,
} from 'node:fs/promises'
import { join } from 'node:path'
import { eachByItself } from '../own-process/each-by-itself'
import { killMarked } from '../own-process/kill-marked'
import { isLeftBehind, ownPrefix } from '../own-process/process-name'
import { readNote, type NotedStep, type PatchNote } from './patch-note'

/** The text that lies there; undefined: nothing, or no regular file. Never follows a link, never waits for a pipe. */
async function textAt(path: string): Promise<Buffer | undefined> {
  let file: FileHandle | undefined
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    return (await file.stat()).isFile() ? await file.readFile() : undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  } finally {
    await file?.close()
  }
}

async function entryAt(path: string): Promise<Stats | undefined> {
  return lstat(path).catch(() => undefined)
}

/** One step of a patch that a killed engine left. Its paths lead through a folder that is held open. */
interface Step extends NotedStep {
  /** The entry itself, what was to come in its place, and what was taken from it. */
  readonly at: string
  readonly fresh: string
  readonly kept: string
  readonly wanted: Buffer | undefined
  readonly before: Buffer | undefined
}

/** Holds a folder open, so that nobody can put another in its place. Undefined: it is not where it was any more. */
async function hold(folder: string): Promise<FileHandle | undefined> {
  let handle: FileHandle | undefined
  try {
    handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
    if ((await readlink(through(handle))) === folder) return handle
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
  await handle?.close()
  return undefined
}

const through = (handle: FileHandle): string => `/proc/self/fd/${String(handle.fd)}`

async function stepOf(
  { staging, id, number }: { readonly staging: string; readonly id: string; readonly number: number },
  step: NotedStep,
  handle: FileHandle,
): Promise<Step> {
  const inside = through(handle)
  const temporary = (ending: string): string => `${inside}/.countersign-${id}-${String(number)}.${ending}`
  const staged = (ending: string): Promise<Buffer | undefined> =>
    readFile(join(staging, `${String(number)}.${ending}`)).catch(() => undefined)
  return {
    ...step,
    at: `${inside}/${step.name}`,
    fresh: temporary('new'),
    kept: temporary('old'),
    wanted: await staged('new'),
    before: await staged('old'),
  }
}

/** Whether the entry is what the step leads to. */
async function isDone({ kind, at, wanted }: Step): Promise<boolean> {
  switch (kind) {
    case 'mkdir':
      return (await entryAt(at))?.isDirectory() === true
    case 'new':
    case 'swap':
    case 'fill':
      return wanted !== undefined && (await textAt(at))?.equals(wanted) === true
    case 'drop':
    case 'unlink':
      return (await entryAt(at)) === undefined
  }
}

/** Writes a granted file as it was, where it holds a beginning of the new text: only the applier can have left that. */
async function unfill({ at, wanted, before }: Step): Promise<void> {
  const now = await textAt(at)
  if (!now || !wanted || before?.equals(now) === true) return
  if (!wanted.subarray(0, now.length).equals(now)) return
  if (before === undefined) {
    await rm(at, { force: true })
    return
  }
  const file = await open(at, constants.O_WRONLY | constants.O_NOFOLLOW | constants.O_TRUNC)
  try {
    await file.writeFile(before)
  } finally {
    await file.close()
  }
}

/** Takes one step back. What somebody has made of the entry since then stays as it is. */
async function undo(step: Step): Promise<void> {
  const { kind, at, kept, wanted } = step
  const now = await textAt(at)
  const ours = now !== undefined && wanted?.equals(now) === true
  const entry = await entryAt(at)
  switch (kind) {
    case 'mkdir':
      await rmdir(at).catch(() => undefined) // something lies in it
      break
    case 'new':
      if (ours) await rm(at)
      break
    case 'swap':
      if ((await entryAt(kept)) && (ours || entry === undefined)) await rename(kept, at)
      break
    case 'fill':
      await unfill(step)
      break
    case 'drop':
    case 'unlink':
      if ((await entryAt(kept)) && entry === undefined) await rename(kept, at)
      break
  }
}

/**
 * Takes back what a killed engine has left of a patch, from its staging folder: all of it, unless all of it was done. Files
 * that were changed since then stay as they are; no temporary file is left beside any. Works on entries of folders that
 * it holds open, so no link leads it elsewhere. Needs /proc; throws what the file system throws.
 */
async function takeBack(staging: string, { id, steps }: PatchNote): Promise<void> {
  const folders = new Map<string, FileHandle | undefined>()
  const reached: Step[] = []
  let whole = true
  try {
    for (const [number, step] of steps.entries()) {
      if (!folders.has(step.folder)) folders.set(step.folder, await hold(step.folder))
      const handle = folders.get(step.folder)
      const found = handle && (await stepOf({ staging, id, number }, step, handle))
      if (found) reached.push(found)
      whole &&= found !== undefined && (await isDone(found))
    }
    for (const step of reached.reverse()) {
      if (!whole) await undo(step)
      await rm(step.fresh, { force: true })
      await rm(step.kept, { force: true })
    }
  } finally {
    for (const handle of folders.values()) await handle?.close()
  }
}

/** The staging folders that killed engines left, each renamed to this process's own, so that no other one works on it. */
async function claimLeft(shared: string): Promise<readonly string[]> {
  const claimed: string[] = []
  for (const name of await readdir(shared).catch(() => [])) {
    const folder = join(shared, name)
    const found = await lstat(folder).catch(() => undefined)
    const ours = found?.isDirectory() === true && found.uid === process.getuid?.()
    if (!ours || !name.includes('-patch-') || !isLeftBehind(name)) continue
    // Outside the sandbox the applier outlives its engine.
    killMarked(folder, 'cmdline')
    const mine = join(shared, ownPrefix() + name.slice(name.indexOf('patch-')))
    const renamed = await rename(folder, mine).then(
      () => true,
      () => false, // another engine was quicker
    )
    if (renamed) claimed.push(mine)
  }
  return claimed
}

/**
 * Takes back the patches in the middle of which engines were killed, and clears their staging folders away. Throws what
 * the file system throws; the next start goes on with it then.
 */
export async function clearLeftPatches(staging: readonly string[]): Promise<void> {
  for (const shared of staging) {
    await eachByItself(await claimLeft(shared), async (folder) => {
      const note = await readNote(folder)
      if (note) await takeBack(folder, note)
      await rm(folder, { recursive: true, force: true })
    })
  }
}
