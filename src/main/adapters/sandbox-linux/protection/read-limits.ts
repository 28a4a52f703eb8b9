import { opendir, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import type { OpenedFile, PlaceJudge, ReadLimits, Standing } from '../../../core/ports/read-files'
import type { Mask } from '../mounts/mask'
import { realPath } from './protected-entry'
import { unreadablePlaces, type UnreadableSettings } from './unreadable-places'
import { isUnder, kernelPlaces } from '../writable-roots'

/** Files of the closed places whose identity is looked up for one file with several names; with more, it stays unread. */
const maxCompared = 20_000

const idOf = ({ device, inode }: { readonly device: number; readonly inode: number }): string =>
  `${String(device)}:${String(inode)}`

async function identity(path: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(path)
    return idOf({ device: dev, inode: ino })
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined // gone, or nobody here can reach it
    throw error
  }
}

/** A path, and every folder above it. */
function withParents(path: string): string[] {
  const all = [path]
  for (let at = path; dirname(at) !== at; at = dirname(at)) all.push(dirname(at))
  return all
}

/** Systems whose usual file systems take two spellings that differ in case for one name. */
const folds = process.platform === 'darwin' || process.platform === 'win32'
const spelling = (path: string): string => (folds ? path.normalize('NFC').toLowerCase() : path)
const under = (path: string, root: string): boolean => isUnder(spelling(path), spelling(root))

/** The files of closed places, by identity; undefined when there are too many to tell. */
async function filesIn(masks: readonly Mask[]): Promise<ReadonlySet<string> | undefined> {
  const found = new Set<string>()
  const folders: string[] = []
  const take = async (path: string): Promise<void> => {
    const id = await identity(path)
    if (id !== undefined) found.add(id)
  }
  for (const mask of masks) {
    await take(mask.path)
    if (mask.kind === 'closed' && mask.folder) folders.push(mask.path)
  }
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    try {
      for await (const entry of await opendir(folder)) {
        const path = join(folder, entry.name)
        if (entry.isDirectory()) folders.push(path)
        else if (entry.isFile()) await take(path)
        if (found.size + folders.length > maxCompared) return undefined
      }
    } catch (error) {
      // What the engine cannot list, it has no second name of that it could read either.
      if (!(error instanceof Error && 'code' in error)) throw error
    }
  }
  return found
}

interface Closed {
  readonly masks: readonly Mask[]
  readonly ids: ReadonlySet<string>
  readonly files: () => Promise<ReadonlySet<string> | undefined>
}

async function readClosed(settings: UnreadableSettings, roots: readonly string[]): Promise<Closed> {
  await settings.keys?.ready()
  const masks = unreadablePlaces(settings, [], roots)
  const ids = await Promise.all(masks.map(({ path }) => identity(path)))
  let files: Promise<ReadonlySet<string> | undefined> | undefined
  return {
    masks,
    ids: new Set(ids.filter((id) => id !== undefined)),
    files: () => (files ??= filesIn(masks)),
  }
}

async function isClosed(file: OpenedFile, closed: Closed): Promise<boolean> {
  const { realPath: path, links } = file
  if (!isAbsolute(path)) return true
  if (kernelPlaces.some((place) => under(path, place)) || closed.masks.some((mask) => under(path, mask.path)))
    return true
  if (closed.ids.has(idOf(file))) return true
  // The same folder mounted elsewhere, or spelled in another case, is the same folder.
  const above = await Promise.all(withParents(dirname(path)).map(identity))
  if (above.some((id) => id !== undefined && closed.ids.has(id))) return true
  if (links < 2) return false
  const files = await closed.files()
  return files?.has(idOf(file)) ?? true
}

/**
 * The limits that sandboxed commands have, for what the engine reads itself: by real path, by identity (mounts, hard links,
 * case) and never the kernel's own files. Fails closed: what cannot be told apart from a closed file counts as closed.
 * `looksOutside`: the person's settings say that what lies outside counts like what lies inside.
 */
export function createReadLimits(settings: UnreadableSettings, looksOutside: () => boolean): ReadLimits {
  return {
    judge(roots): PlaceJudge {
      const real = roots.map(realPath).filter((root) => root !== undefined)
      let closed: Promise<Closed> | undefined
      return {
        async standing(file): Promise<Standing> {
          if (await isClosed(file, await (closed ??= readClosed(settings, real)))) return 'closed'
          return looksOutside() || real.some((root) => under(file.realPath, root)) ? 'inside' : 'outside'
        },
      }
    },
  }
}
