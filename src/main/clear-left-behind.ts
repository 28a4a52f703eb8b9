import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from './core/ports/system'
import type { LeftToTell } from './core/turn/turn-context'
import { clearLeftScratch } from './adapters/change-set/scratch-folder'
import { clearLeftDemos } from './adapters/demo/demo-project'
import { clearLeftPatches } from './adapters/patch-files/clear-left-patches'
import { clearLeftApplies } from './adapters/sandbox-linux/apply/apply-changes'
import { journalFolder, takeLeft } from './adapters/sandbox-linux/apply/apply-journal'
import { clearLeftRehearsals, rehearsalFolder } from './adapters/sandbox-linux/rehearsal/staging'
import { findLauncher } from './adapters/sandbox-linux/find-program'
import { clearLeftNotes, runNotesFolder } from './adapters/sandbox-linux/run/run-notes'
import { clearLeftRuns } from './adapters/sandbox-linux/runtime-folder'
import { eachByItself } from './adapters/own-process/each-by-itself'
import { searchWith } from './adapters/sandbox-linux/repositories/search-repositories'
import { sharedFolder } from './adapters/own-process/shared-folder'

/** Where this engine puts what does not stay, and when those places are free of what earlier engines left there. */
export interface LeftBehind {
  /** Folders for the staging of patches, the preferred first. */
  readonly staging: readonly string[]
  /** A folder for notes about demos. */
  readonly demos: string
  /** Never rejects. */
  readonly cleared: Promise<void>
  /** See LeftToTell. */
  readonly stayed: LeftToTell
}

/** Removes a folder with all in it. */
async function removeWhole(path: string): Promise<void> {
  if (process.platform !== 'linux') return rm(path, { recursive: true, force: true })
  const { removeFolder } = await import('./adapters/preimages/held-folder')
  return removeFolder(path)
}

/** Disarms what commands of killed engines made, and says what it held back. */
async function putRunsRight(home: string, path: string | undefined, log: Log): Promise<void> {
  const find = findLauncher('find', [path, '/usr/bin:/bin'].join(':'))
  // Without it no command runs either.
  if (find.kind !== 'found') return
  for (const held of await clearLeftNotes(runNotesFolder(home), searchWith(find.file)))
    log.error('held back: a command of a killed engine could reach past itself with it', new Error(held))
}

/**
 * Clears away what engines that were killed left on the file system: repositories that commands armed, placeholders, sockets and folders of runs, copies of rehearsals, patches
 * that they were in the middle of, demos. What cannot be cleared is logged, and the next start tries again. `home` is the
 * engine's; of `env`, `$PATH` and `$XDG_RUNTIME_DIR` count.
 */
export function clearLeftBehind(
  home: string,
  { PATH: path, XDG_RUNTIME_DIR: runtimeDir }: Readonly<Record<string, string | undefined>>,
  log: Log,
): LeftBehind {
  const staging = [join(home, 'staging'), '/dev/shm']
  const demos = join(home, 'demos')
  const clear = async (): Promise<void> => {
    // A start has more urgent things to do first.
    await new Promise(setImmediate)
    const kinds: readonly (() => Promise<void> | void)[] = [
      // First, and whatever becomes of the rest: until then it runs something of a command's.
      () => putRunsRight(home, path, log),
      async () => {
        for (const path of await clearLeftApplies(journalFolder(home)))
          log.error('what an engine was killed over could not be put back', new Error(path))
      },
      // Before the folders of runs, which take the copies for such a folder and cannot open all of them.
      () => clearLeftRehearsals(rehearsalFolder(home)),
      () => clearLeftRehearsals(sharedFolder(runtimeDir)),
      () => {
        clearLeftRuns(runtimeDir)
      },
      () => clearLeftPatches(staging),
      () => clearLeftDemos(demos, removeWhole),
      clearLeftScratch,
    ]
    await eachByItself(kinds, (kind) => kind()).catch((error: unknown) => {
      log.error('what a killed engine left could not be cleared away', error)
    })
  }
  const cleared = clear()
  const stayed = async (): Promise<readonly string[]> => {
    await cleared
    try {
      return takeLeft(journalFolder(home))
    } catch (error) {
      log.error('what stayed of a killed apply cannot be read', error)
      return []
    }
  }
  return { staging, demos, cleared, stayed }
}
