import { readdirSync, watch, writeFileSync, type FSWatcher, type Stats } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { entryAt } from '../../regular-file/entry-at'
import { readRegularFile } from '../../regular-file/read-regular-file'
import { bytesOf, folderOf, lastName, onDisk } from '../byte-path'
import { enterFolder, type EnteredFolder } from '../entered-folder'
import { hold, risksOf, text } from '../repositories/planted'
import { hookNames } from './hook-names'

/**
 * A configuration of git that a run sees read-only, as it was when the run was planned: `text` has one character for each byte, `mode` is that of
 * the file, and `born` (milliseconds since 1970, 0 where the file system does not say) tells it from another that got its inode. `changed` is there for
 * any read-only file that has a second name, by which a command could write to it: when it last changed, which no program can set.
 */
export const GuardedConfig = z.strictObject({
  path: z.string(),
  device: z.number(),
  inode: z.number(),
  born: z.number(),
  mode: z.number(),
  text: z.string(),
  changed: z.number().optional(),
})
export type GuardedConfig = Readonly<z.infer<typeof GuardedConfig>>

/** Of a longer file only the beginning is kept, and nothing is put back. */
const maxBytes = 1024 * 1024
/** So many entries of each read-only place are looked at for second names, so deep. What git would run as a hook is looked at first. */
const [maxEntries, maxDepth] = [500, 4] as const
/** So many folders of theirs are watched while a run goes on; the others are looked at when it is over. */
const maxWatched = 100

/** Puts back what stood there, under a name that is free by now; what was made meanwhile keeps its own. */
function putBack(folder: EnteredFolder, name: string, { text: before, mode }: GuardedConfig): void {
  try {
    writeFileSync(folder.at(name), Buffer.from(before, 'latin1'), { flag: 'wx', mode: mode & 0o777 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error // git does without, which is less than it could run
  }
}

const isSame = ({ device, inode, born }: GuardedConfig, { dev, ino, birthtimeMs }: Stats): boolean =>
  dev === device && ino === inode && birthtimeMs === born

/** Whether it is still what it was, or became nothing that a command could have wanted. */
async function isHarmless(config: GuardedConfig, found: Stats, folder: EnteredFolder): Promise<boolean> {
  const place = bytesOf(config.path)
  const isChanged = config.changed !== undefined && config.changed !== found.ctimeMs
  // One that somebody put in its place has its mount gone, which is the other's to look at.
  if (config.changed === undefined ? isSame(config, found) : !isSame(config, found) || !isChanged) return true
  const now = await text(folder.at(lastName(place)))
  if (now === undefined) return false
  if (config.changed !== undefined)
    return now === config.text && (found.mode & 0o777) === (config.mode & 0o777)
  const before = new Set(risksOf(config.text, folderOf(place)))
  return risksOf(now, folderOf(place)).every((each) => before.has(each))
}

async function lookAgain(config: GuardedConfig): Promise<readonly string[]> {
  const place = bytesOf(config.path)
  const folder = enterFolder(folderOf(place))
  if (!folder) return []
  try {
    const name = lastName(place)
    const found = folder.look(name)
    if (!found || (await isHarmless(config, found, folder))) return []
    hold(folder, name)
    if (config.text.length < maxBytes) putBack(folder, name, config)
    return [config.path]
  } finally {
    folder.leave()
  }
}

/**
 * The files below these read-only places that have a second name. Where that lies no mount can tell, so they are looked at again, by the time of
 * their last change, which a writing by any name moves.
 */
export async function filesWithOtherNames(places: readonly string[]): Promise<readonly GuardedConfig[]> {
  const found: GuardedConfig[] = []
  let left = 0
  const look = async (path: string, depth: number): Promise<void> => {
    const entry = entryAt(path)
    if (entry.kind !== 'there' || left-- <= 0) return
    if (entry.stats.isDirectory() && depth < maxDepth) {
      const isHook = (name: string): number => Number(hookNames.includes(name))
      const names = readdirSync(path).toSorted((a, b) => isHook(b) - isHook(a))
      for (const name of names) await look(join(path, name), depth + 1)
    } else if (entry.stats.isFile() && entry.stats.nlink > 1) {
      const read = await readRegularFile(path, { limit: maxBytes, links: 'refuse' })
      if (read.kind !== 'read') return
      const { dev: device, ino: inode, birthtimeMs: born, ctimeMs: changed, mode } = read.stats
      found.push({ path, device, inode, born, mode, text: read.bytes.toString('latin1'), changed })
    }
  }
  for (const place of places) {
    left = maxEntries
    try {
      await look(place, 0)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error // gone, or closed to us as to every command
    }
  }
  return found
}

/**
 * Looks at each configuration whose file is another by now. When a file is renamed over one that a mount lies on, as every `git config` of the
 * person's does, the kernel takes that mount away from all sandboxes, whose commands can write there from then on (decision 157). What such a one
 * has that git would run, and had not before, is put aside, and what stood there is put back. Returns the paths.
 */
export async function holdDetached(configs: readonly GuardedConfig[]): Promise<readonly string[]> {
  const held = await Promise.all(configs.map(lookAgain))
  return held.flat()
}

/** Does the same while a run goes on, at once when one of them is replaced; `armed` is told of each that had to be put aside. */
export function holdDetachedMeanwhile(
  configs: readonly GuardedConfig[],
  armed: (path: string) => void,
): { stop(): Promise<readonly string[]> } {
  const held = new Set<string>()
  const watchers: FSWatcher[] = []
  let looked: Promise<void> = Promise.resolve()
  const hear = (folder: string, name: string | null): void => {
    const heard = configs.filter(
      ({ path }) => dirname(path) === folder && (name === null || basename(path) === name),
    )
    if (heard.length === 0) return
    looked = looked.then(async () => {
      // What fails here is met again when the run is over, and said.
      for (const path of await holdDetached(heard).catch(() => [])) {
        held.add(path)
        armed(path)
      }
    })
  }
  const folders = [...new Set(configs.map(({ path }) => dirname(path)))]
  // What is written by another name is told of the file alone.
  const files = configs.flatMap(({ path, changed }) => (changed === undefined ? [] : [path]))
  for (const place of [...folders, ...files].slice(0, maxWatched)) {
    try {
      const watcher = watch(onDisk(bytesOf(place)), { persistent: false }, (_, name) => {
        if (files.includes(place)) hear(dirname(place), basename(place))
        else hear(place, name)
      })
      watcher.on('error', () => undefined) // gone: the look at the end sees it
      watchers.push(watcher)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error // no folder, or more than the system watches
    }
  }
  return {
    async stop() {
      for (const watcher of watchers.splice(0)) watcher.close()
      await looked
      return [...held]
    },
  }
}
