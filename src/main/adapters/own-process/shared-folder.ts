import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entryAt } from '../regular-file/entry-at'

const ownPrivateFolder = (path: string): boolean => {
  const found = entryAt(path)
  if (found.kind !== 'there') return false
  const { stats } = found
  return stats.isDirectory() && Number(stats.uid) === process.getuid?.() && (Number(stats.mode) & 0o077) === 0
}

/**
 * The folder of all engines of this user: in `$XDG_RUNTIME_DIR`, which is the user's own and short, in the temporary folder
 * otherwise. Sockets need a path under 100 bytes. What lies in it under a process's `ownPrefix` is cleared away when that is
 * gone. Throws what the file system throws.
 */
export function sharedFolder(runtimeDir: string | undefined): string {
  const base = runtimeDir !== undefined && ownPrivateFolder(runtimeDir) ? runtimeDir : tmpdir()
  const path = join(base, `countersign-${String(process.getuid?.() ?? 0)}`)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  // Someone else may have put something of that name into a temporary folder that all share.
  return ownPrivateFolder(path) ? path : mkdtempSync(join(base, 'countersign-'))
}
