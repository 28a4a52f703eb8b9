import { join } from 'node:path'
import type { Log } from './core/ports'
import { clearLeftDemos } from './adapters/demo/demo-project'
import { clearLeftPatches } from './adapters/patch-files/take-back'
import { clearLeftApplies } from './adapters/sandbox-linux/apply/apply-changes'
import { journalFolder } from './adapters/sandbox-linux/apply/journal'
import { clearLeftRehearsals, rehearsalFolder } from './adapters/sandbox-linux/rehearsal/staging'
import { clearLeftRuns } from './adapters/sandbox-linux/runtime-folder'
import { sharedFolder } from './adapters/own-process/shared-folder'

/** Where this engine puts what does not stay, and when those places are free of what earlier engines left there. */
export interface LeftBehind {
  /** Folders for the staging of patches, the preferred first. */
  readonly staging: readonly string[]
  /** A folder for notes about demos. */
  readonly demos: string
  /** Never rejects. */
  readonly cleared: Promise<void>
}

/**
 * Clears away what engines that were killed left on the file system: placeholders, sockets and folders of runs, copies of rehearsals, patches
 * that they were in the middle of, demos. What cannot be cleared is logged, and the next start tries again. `home` is the
 * engine's, `runtimeDir` is `$XDG_RUNTIME_DIR`.
 */
export function clearLeftBehind(home: string, runtimeDir: string | undefined, log: Log): LeftBehind {
  const staging = [join(home, 'staging'), '/dev/shm']
  const demos = join(home, 'demos')
  const clear = async (): Promise<void> => {
    // A start has more urgent things to do first.
    await new Promise(setImmediate)
    try {
      for (const path of await clearLeftApplies(journalFolder(home)))
        log.error('what an engine was killed over could not be put back', new Error(path))
      // Before the folders of runs, which take the copies for such a folder and cannot open all of them.
      for (const folder of [rehearsalFolder(home), sharedFolder(runtimeDir)])
        await clearLeftRehearsals(folder)
      clearLeftRuns(runtimeDir)
      await clearLeftPatches(staging)
      await clearLeftDemos(demos)
    } catch (error) {
      log.error('what a killed engine left could not be cleared away', error)
    }
  }
  return { staging, demos, cleared: clear() }
}
