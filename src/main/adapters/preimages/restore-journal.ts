import { createHash } from 'node:crypto'
import { link, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { FaultError } from '@shared/domain/fault'
import { eachByItself } from '../own-process/each-by-itself'
import { isLeftBehind, ownPrefix, prefixForm } from '../own-process/process-name'
import { bytesOf, inFolderOf, ofGone, onDisk, removeEntry, statsAt, type HeldFolder } from './held-folder'
import { readRegularFile } from '../regular-file/read-regular-file'
import { writeWhole } from '../regular-file/write-whole'
import { readPaths } from './run-record'
import { stateNow } from './walk-place'

const owned = z.strictObject({ mode: z.int(), uid: z.int(), gid: z.int() })

/** Absolute, with a name at its end. */
const Path = z.string().regex(/^\/(?:[^\0]*\/)?(?!\.{1,2}$)[^/\0]+$/)

/** One unit of a restore: an entry that is exchanged, `fresh` identifying what comes (absent: nothing does), or the mode of a folder. */
export const JournalUnit = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('entry'),
    path: Path,
    had: z.boolean(),
    comes: z.boolean(),
    fresh: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal('mode'), path: Path, from: owned, to: owned }),
])
export type JournalUnit = z.infer<typeof JournalUnit>

const Owner = z.string().regex(prefixForm)

/** What a restore is about to do. `next` is the record's `paths` when all of it is done; before `committing` nothing but temporary entries was made. */
export const Journal = z.strictObject({
  owner: Owner,
  token: z.string().regex(/^[\w-]+$/),
  phase: z.enum(['preparing', 'committing']),
  next: z.string(),
  units: z.array(JournalUnit),
})
export type Journal = z.infer<typeof Journal>

const fileName = 'journal.json'
/** What the journal is called behind the name of the process that mends it. */
const mending = 'mending.json'

/** The names beside an entry that is exchanged: what comes, and what was there. */
export const besides = (token: string, number: number): { readonly fresh: string; readonly old: string } => ({
  fresh: `.countersign-${token}-${String(number)}.new`,
  old: `.countersign-${token}-${String(number)}.old`,
})

const isBeside = (name: string): boolean => /^\.countersign-[\w-]+-\d+\.(new|old)$/.test(name)

/** Begins a restore; it is this process's alone until it ends. Throws FaultError `bad-request` where another one goes on. */
export async function beginJournal(folder: string, journal: Journal): Promise<void> {
  const own = `journal-${ownPrefix()}${journal.token}`
  await writeWhole(join(folder, own), [JSON.stringify(journal)])
  try {
    await link(join(folder, own), join(folder, fileName))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new FaultError({ code: 'bad-request', message: 'This is being put back just now.' }, error)
  } finally {
    await rm(join(folder, own), { force: true })
  }
}

/** Notes how far it has come. Throws what the disk says. */
export async function goOn(folder: string, journal: Journal): Promise<void> {
  await writeWhole(join(folder, fileName), [JSON.stringify(journal)])
}

/** It is over. */
export const endJournal = (folder: string): Promise<void> => rm(join(folder, fileName), { force: true })

/** Whether a restore goes on, or was not mended yet, where these are the names in its folder. */
export const isRestoring = (names: readonly string[]): boolean =>
  names.some((name) => name === fileName || name.endsWith(mending))

/** No note of ours is longer. */
const mostBytes = 268_435_456

/** What a note says, of one that cannot be read undefined; undefined: there is none. Throws what else the disk says. */
async function readNote(path: string): Promise<{ readonly says: unknown } | undefined> {
  try {
    const read = await readRegularFile(path, { limit: mostBytes, links: 'refuse' })
    return { says: read.kind === 'read' ? JSON.parse(read.bytes.toString()) : undefined }
  } catch (error) {
    if (error instanceof SyntaxError) return { says: undefined }
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Where a note is put that cannot be read. */
const asideOf = (folder: string, name: string): string => join(folder, `unreadable-${ownPrefix()}${name}`)

/** What an entry is by itself, a folder with all that is in it, whatever its name is: renaming it does not change that. */
export async function identityAt(at: Buffer): Promise<string | undefined> {
  const stats = await statsAt(at)
  if (!stats) return undefined
  const own = [stats.dev, stats.ino, stats.mode, stats.size, stats.mtimeNs].map(String).join(':')
  if (!stats.isDirectory()) return own
  const digest = createHash('sha256')
  for (const name of await namesIn(at)) {
    const inner = await identityAt(Buffer.concat([at, Buffer.from('/'), onDisk(name)]))
    digest.update(JSON.stringify([name, inner]))
  }
  return `${own}:${digest.digest('hex')}`
}

/** The names in a folder; none where it cannot be listed, which its mode says then. */
async function namesIn(at: Buffer): Promise<readonly string[]> {
  try {
    return (await readdir(at, { encoding: 'latin1' })).toSorted()
  } catch (error) {
    if (error instanceof Error && 'code' in error) return []
    throw error
  }
}

/**
 * Takes back what was done, from its end, each unit by itself. What somebody has changed of it, removed, or put in its place, stays, and what was there
 * before beside it; so does what cannot be reached any more, since its folder is not where it was. Returns the paths of both. Throws what the disk says.
 */
export async function takeBack({ token, units, phase }: Journal): Promise<readonly string[]> {
  const left: string[] = []
  const hasBegun = phase === 'committing'
  await eachByItself([...units.entries()].reverse(), async ([number, unit]) => {
    if (unit.kind === 'mode') {
      if (hasBegun && !(await takeBackMode(unit))) left.push(unit.path)
      return
    }
    const { fresh, old } = besides(token, number)
    const unreached = hasBegun ? [unit.path, oldOf(unit.path, old)] : []
    const work = async (folder: HeldFolder, name: string): Promise<readonly string[]> => {
      const stays = hasBegun ? await takeBackEntry(folder, unit, { name, fresh, old }) : []
      await removeEntry(folder, fresh)
      return stays
    }
    left.push(...((await inFolderOf(unit.path, work).catch(ofGone)) ?? unreached))
  })
  return left
}

/** False: it is neither what it was nor what it was to be. */
async function takeBackMode({ path, from, to }: Extract<JournalUnit, { kind: 'mode' }>): Promise<boolean> {
  const now = await stateNow(path)
  const isAs = (owned: typeof to): boolean =>
    now.kind === 'folder' && now.mode === owned.mode && now.uid === owned.uid && now.gid === owned.gid
  if (isAs(to)) await setMode(path, from)
  return isAs(to) || isAs(from)
}

const oldOf = (path: string, old: string): string => `${path.slice(0, path.lastIndexOf('/'))}/${old}`

async function takeBackEntry(
  folder: HeldFolder,
  { path, had, comes, fresh: identity }: Extract<JournalUnit, { kind: 'entry' }>,
  { name, fresh, old }: { readonly name: string; readonly fresh: string; readonly old: string },
): Promise<readonly string[]> {
  const now = await identityAt(folder.at(name))
  const kept = await statsAt(folder.at(old))
  const cameHere = comes && (await statsAt(folder.at(fresh))) === undefined
  const isOurs = cameHere && now !== undefined && now === identity
  // What lay there was removed, and this would be lost with it.
  if (isOurs && had && !kept) return [path]
  if (isOurs) await rename(folder.at(name), folder.at(fresh))
  const isFree = (await statsAt(folder.at(name))) === undefined
  if (!kept) return (had ? isFree : cameHere && !isFree) ? [path] : []
  // Where what came is gone somebody removed it.
  if (!isFree || (cameHere && now === undefined)) return [path, oldOf(path, old)]
  await rename(folder.at(old), folder.at(name))
  return []
}

/**
 * Clears away what was there before, everything being in place. Returns the paths of what cannot be cleared away, or reached any more: it is no part of it
 * then.
 */
export async function clearOld({ token, units }: Journal): Promise<readonly string[]> {
  const left: string[] = []
  for (const [number, unit] of units.entries()) {
    if (unit.kind === 'mode' || !unit.had) continue
    const { old } = besides(token, number)
    await inFolderOf(unit.path, (folder) => removeEntry(folder, old)).catch((error: unknown) => {
      if (!(error instanceof Error)) throw error
      left.push(oldOf(unit.path, old))
    })
  }
  return left
}

/** Sets the mode of a folder, and whose it is where that can be. Throws what the disk says, or an Error where it is none. */
export async function setMode(path: string, to: z.infer<typeof owned>): Promise<void> {
  await inFolderOf(path, async (folder, name) => {
    const itself = await folder.inner(name)
    try {
      await itself.give(to)
    } finally {
      await itself.close()
    }
  })
}

const leftName = 'journal.left'

async function noteLeft(folder: string, paths: readonly string[]): Promise<void> {
  if (paths.length > 0) await writeWhole(join(folder, leftName), [JSON.stringify(paths)])
}

/** What stayed as it was when a restore was taken back, since somebody had changed it; told once. Throws what the disk says. */
export async function takeLeft(folder: string): Promise<readonly string[]> {
  const note = await readNote(join(folder, leftName))
  if (!note) return []
  const { data } = z.array(z.string()).safeParse(note.says)
  const aside = asideOf(folder, leftName)
  if (data) await rm(join(folder, leftName), { force: true })
  else await rename(join(folder, leftName), aside)
  return data ?? [bytesOf(aside)]
}

/**
 * Takes the journal of a killed engine for this process: of two that start at once one alone may take it back, or the other removes what the
 * first has just put back. `name`: what it is called then; no `journal`: it cannot be read. Undefined: there is none. Throws what the disk says.
 */
async function claimLeft(
  folder: string,
): Promise<{ readonly name: string; readonly journal: Journal | undefined } | 'busy' | undefined> {
  const names = await readdir(folder)
  const from = names.find((name) => name.endsWith(mending)) ?? names.find((name) => name === fileName)
  if (from === undefined) return undefined
  const note = await readNote(join(folder, from))
  if (!note) return 'busy'
  // An engine of another version may say more than is known here, and live.
  const { data: said } = z.object({ owner: Owner }).safeParse(note.says)
  const owner = from === fileName ? said?.owner : from
  if (owner !== undefined && !isLeftBehind(owner)) return 'busy'
  const name = `${ownPrefix()}${mending}`
  try {
    await rename(join(folder, from), join(folder, name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'busy'
    throw error
  }
  return { name, journal: Journal.safeParse(note.says).data }
}

/**
 * Takes back, or clears up after, a restore in the middle of which its engine was killed; `paths` is what the record names now. Of one whose journal
 * cannot be read nothing is touched: it is put aside, and what lies beside is told as left. False: an engine that does it, or mends it, lives.
 * Throws what the disk says; the next look goes on with it then.
 */
export async function mendLeft(folder: string, paths: string): Promise<boolean> {
  const left = await claimLeft(folder)
  if (left === 'busy') return false
  if (left) {
    const { name, journal } = left
    try {
      if (!journal) {
        const aside = asideOf(folder, fileName)
        await noteLeft(folder, [bytesOf(aside), ...(await besideOf(folder, paths))])
        await rename(join(folder, name), aside)
      } else await noteLeft(folder, await (journal.next === paths ? clearOld(journal) : takeBack(journal)))
      await rm(join(folder, name), { force: true })
    } catch (error) {
      await rename(join(folder, name), join(folder, fileName)) // or it is nobody's before this process has ended
      throw error
    }
  }
  for (const name of await readdir(folder))
    if (name.startsWith('journal-') && isLeftBehind(name.slice('journal-'.length)))
      await rm(join(folder, name), { force: true })
  return true
}

/** What restores have put beside the paths of a record; nothing where these cannot be read. */
async function besideOf(folder: string, paths: string): Promise<readonly string[]> {
  const kept = await readPaths(folder, { paths }).catch(() => [])
  const folders = new Set(kept.map(({ path }) => path.slice(0, path.lastIndexOf('/'))))
  const found: string[] = []
  for (const each of folders)
    for (const name of await namesIn(onDisk(each === '' ? '/' : each)))
      if (isBeside(name)) found.push(`${each}/${name}`)
  return found
}
