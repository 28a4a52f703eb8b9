import { watch, writeFileSync, type FSWatcher, type Stats } from 'node:fs'
import { basename, dirname } from 'node:path'
import { z } from 'zod'
import { bytesOf, folderOf, lastName, onDisk } from './byte-path'
import { enterFolder, type EnteredFolder } from './entered-folder'
import { hold, risksOf, text } from './planted'

/**
 * A configuration of git that a run sees read-only, as it was when the run was planned: `text` has one character for each byte, `mode` is that of
 * the file, and `born` (milliseconds since 1970, 0 where the file system does not say) tells it from another that got its inode.
 */
export const GuardedConfig = z.strictObject({
  path: z.string(),
  device: z.number(),
  inode: z.number(),
  born: z.number(),
  mode: z.number(),
  text: z.string(),
})
export type GuardedConfig = Readonly<z.infer<typeof GuardedConfig>>

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

async function lookAgain(config: GuardedConfig): Promise<readonly string[]> {
  const place = bytesOf(config.path)
  const folder = enterFolder(folderOf(place))
  if (!folder) return []
  try {
    const name = lastName(place)
    const found = folder.look(name)
    if (!found || isSame(config, found)) return []
    const before = new Set(risksOf(config.text, folderOf(place)))
    const now = await text(folder.at(name))
    if (now !== undefined && risksOf(now, folderOf(place)).every((each) => before.has(each))) return []
    hold(folder, name)
    putBack(folder, name, config)
    return [config.path]
  } finally {
    folder.leave()
  }
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
  for (const folder of [...new Set(configs.map(({ path }) => dirname(path)))].slice(0, maxWatched)) {
    try {
      const watcher = watch(onDisk(bytesOf(folder)), { persistent: false }, (_, name) => {
        hear(folder, name)
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
