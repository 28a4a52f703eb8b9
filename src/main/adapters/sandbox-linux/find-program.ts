import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'

/** A program of this name that another user could have put or changed there is not trusted. */
function trusted(path: string): boolean {
  const { uid, mode } = statSync(path)
  const own = process.getuid?.() ?? 0
  return (uid === 0 || uid === own) && (mode & 0o022) === 0
}

/**
 * Finds a launcher by absolute path: in the absolute folders of the engine's own PATH, never in the current folder or
 * one that others may write to. Undefined when there is none. Workspaces cannot shadow it: they do not shape this PATH.
 */
export function findProgram(name: string, path: string | undefined): string | undefined {
  for (const folder of (path ?? '').split(':')) {
    if (!isAbsolute(folder)) continue
    try {
      const file = realpathSync.native(join(folder, name))
      accessSync(file, constants.X_OK)
      if (trusted(file)) return file
    } catch (error) {
      if (!(error instanceof Error)) throw error // not here: the next folder
    }
  }
  return undefined
}
