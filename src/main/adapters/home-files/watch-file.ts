import { watch } from 'node:fs'
import { basename, dirname } from 'node:path'

/**
 * Calls back whenever a file may have become another, by way of its folder, which must be there; returns what ends it. Where the system cannot tell, nothing is
 * called. Keeps no process alive.
 */
export function watchFile(file: string, changed: () => void): () => void {
  const name = basename(file)
  try {
    const watcher = watch(dirname(file), { persistent: false }, (_, of) => {
      if (of === null || of === name) changed()
    })
    watcher.on('error', () => {
      watcher.close()
    })
    return () => {
      watcher.close()
    }
  } catch {
    return () => undefined
  }
}
