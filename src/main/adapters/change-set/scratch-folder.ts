import { lstatSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ScratchFolder } from '../../core/host-link/fleet/bring-back'
import { isLeftBehind, ownPrefix } from '../own-process/process-name'
import { undisturbedFolder } from '../own-process/shared-folder'

const prefix = 'countersign-pull-'

/** Makes a new folder of this user's alone, where no session's commands write; where this process is killed before it is removed, the next engine takes it away. */
export function scratchFolder(): ScratchFolder {
  const path = realpathSync(mkdtempSync(join(undisturbedFolder(), `${prefix}${ownPrefix()}`)))
  return {
    path,
    write(name, bytes) {
      const file = join(path, name)
      writeFileSync(file, bytes, { mode: 0o600 })
      return file
    },
    remove() {
      rmSync(path, { recursive: true, force: true })
    },
  }
}

/** Takes away those of processes of this user that are gone. Throws what the file system throws. */
export function clearLeftScratch(): void {
  const base = undisturbedFolder()
  for (const name of readdirSync(base)) {
    if (!name.startsWith(prefix) || !isLeftBehind(name.slice(prefix.length))) continue
    // Others may make what they like in a folder that all share, and cannot put it in place of ours.
    const stats = lstatSync(join(base, name), { throwIfNoEntry: false })
    if (stats?.isDirectory() === true && stats.uid === process.getuid?.())
      rmSync(join(base, name), { recursive: true, force: true })
  }
}
