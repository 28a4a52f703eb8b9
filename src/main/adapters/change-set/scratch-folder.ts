import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ScratchFolder } from '../../core/host-link/fleet/bring-back'

/** Makes a new folder of this user's alone, among those of the system for what is needed for a while. */
export function scratchFolder(): ScratchFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-pull-')))
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
