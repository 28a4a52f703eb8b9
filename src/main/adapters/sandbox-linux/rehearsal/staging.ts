import { chmodSync, mkdirSync, mkdtempSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { eachByItself } from '../../own-process/each-by-itself'
import { ownPrefix, isLeftBehind } from '../../own-process/process-name'
import { runTool } from '../../process-execa/run-tool'

/** Where the copies of one rehearsal lie: for each place an upper, a work and a lower folder. Nobody else may enter it. */
export interface Staging {
  readonly path: string
  /** Makes the folders for one more place, and tells its number. The upper looks like the place, since it will be its root. */
  add(place: string): number
  upper(number: number): string
  /** Removes everything, whatever a command did to modes in it. Never rejects. */
  close(): Promise<void>
}

/** Tells these folders from others that processes of this user have in the same place. */
const mark = 'rehearsal-'

const toolLimits = { env: { PATH: '/usr/bin:/bin' }, ms: 60_000, maxBytes: 65_536, background: false }

/** Removes a tree of ours. An overlay's work folder has no mode at all, and a command can make others like it. */
async function removeTree(path: string): Promise<void> {
  const remove = () => runTool('/bin/rm', ['-rf', '--one-file-system', '--', path], toolLimits)
  if ((await remove()).code === 0) return
  await runTool('/bin/chmod', ['-R', 'u+rwx', '--', path], toolLimits)
  await remove()
}

function isThere(folder: string): boolean {
  try {
    return statSync(folder).isDirectory()
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}

/** Clears away what rehearsals of engines that are gone left in `folder`. Throws what the file system throws. */
export async function clearLeftRehearsals(folder: string): Promise<void> {
  if (!isThere(folder)) return
  await eachByItself(readdirSync(folder), async (name) => {
    if (name.includes(mark) && isLeftBehind(name)) await removeTree(join(folder, name))
  })
}

/** The folder for rehearsals in the engine's home. */
export const rehearsalFolder = (engineHome: string): string => join(engineHome, 'rehearsals')

/** How many bytes are free there for this user. Throws what the file system throws. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Makes a staging folder in `folder`, which is made where it is missing. Throws what the file system throws. */
export function openStaging(folder: string): Staging {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = mkdtempSync(join(folder, `${ownPrefix()}${mark}`))
  let count = 0
  return {
    path,
    add(place) {
      const number = count
      count += 1
      for (const kind of ['u', 'w', 'l']) mkdirSync(join(path, `${kind}${String(number)}`), { mode: 0o700 })
      chmodSync(join(path, `u${String(number)}`), statSync(place).mode & 0o7777)
      return number
    },
    upper: (number) => join(path, `u${String(number)}`),
    close: () => removeTree(path),
  }
}
