import { closeSync, lstatSync, openSync, rmSync } from 'node:fs'
import type { Grant } from '@shared/domain/grant'

/** A grant for a file that does not exist yet: an empty one is put there, since only what exists can be mounted. */
export interface Placeholder {
  /** Takes the empty file away again when the command left it untouched. */
  settle(): void
}

/**
 * Makes the files that write grants name and that are missing. Throws what the file system throws (the grant then
 * cannot be given). Existing files are left as they are; symbolic links are never followed.
 */
export function makePlaceholders(grants: readonly Grant[]): Placeholder {
  const made: { path: string; mtimeMs: number }[] = []
  for (const grant of grants) {
    if (grant.kind !== 'write' || grant.extent !== 'file') continue
    try {
      closeSync(openSync(grant.path, 'wx', 0o644))
      made.push({ path: grant.path, mtimeMs: lstatSync(grant.path).mtimeMs })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return {
    settle() {
      for (const { path, mtimeMs } of made) {
        const now = lstatSync(path, { throwIfNoEntry: false })
        if (now?.isFile() === true && now.size === 0 && now.mtimeMs === mtimeMs) rmSync(path, { force: true })
      }
    },
  }
}
