import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
// oxlint-disable-next-line countersign/no-restricted-imports -- the engine's own folder
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { atExit } from '../own-process/at-exit'
import { isLeftBehind, ownPrefix } from '../own-process/process-name'
import { sharedFolder } from '../own-process/shared-folder'
import { entryAt } from '../regular-file/entry-at'
import { writeAll } from '../regular-file/write-whole'
import { openJournal, sweepJournal, type Journal } from './mounts/journal'

/** What this process keeps outside its own memory for its runs; nobody but the owner may enter it. */
export interface RuntimeFolder {
  /** Holds the folders of all engines of this user; sandboxes see it read-only. */
  readonly shared: string
  readonly path: string
  /** A file and a folder without any permission: they stand in for what a command may not read. */
  readonly closedFile: string
  readonly closedFolder: string
  /** A file that anybody may read, with nothing in it. */
  readonly emptyFile: string
  /** Where placeholders are noted down before they are made, so that the next engine can take them away. */
  readonly journal: Journal
  /**
   * Keeps bytes in a file without a name; returns a path that opens it from its beginning, in this process only. Throws what the file system says, as of a
   * full disk.
   */
  keep(bytes: Uint8Array): string
}

/** Removes a process's folder. The closed folder in it cannot be listed, so it goes first; what resists is left. */
function remove(path: string): void {
  try {
    const closed = join(path, 'closed-folder')
    if (entryAt(closed).kind === 'there') chmodSync(closed, 0o700)
    rmSync(path, { recursive: true, force: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error // not ours, or being removed by another engine
  }
}

/** Takes away what engines that were killed left behind: their placeholders and their folders. */
function sweep(shared: string): void {
  for (const name of readdirSync(shared)) {
    if (!isLeftBehind(name)) continue
    sweepJournal(join(shared, name, 'journal'))
    remove(join(shared, name))
  }
}

/** Takes away what engines that were killed left behind, before this one has anything to run. Throws nothing. */
export function clearLeftRuns(runtimeDir: string | undefined): void {
  try {
    sweep(sharedFolder(runtimeDir))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error // opening the runtime folder meets the same, and says it
  }
}

/**
 * Makes this process's folder and tidies up after engines that are gone. It goes when the process exits. Throws what
 * the file system throws: without it there is no sandbox (fails closed).
 */
export function openRuntimeFolder(runtimeDir: string | undefined): RuntimeFolder {
  const shared = sharedFolder(runtimeDir)
  sweep(shared)
  const path = mkdtempSync(join(shared, ownPrefix()))
  const closedFile = join(path, 'closed-file')
  const closedFolder = join(path, 'closed-folder')
  const emptyFile = join(path, 'empty-file')
  writeFileSync(closedFile, '', { flag: 'wx', mode: 0o000 })
  writeFileSync(emptyFile, '', { flag: 'wx', mode: 0o444 })
  mkdirSync(closedFolder)
  chmodSync(closedFolder, 0o000)
  atExit(() => {
    remove(path)
  })
  return {
    shared,
    path,
    closedFile,
    closedFolder,
    emptyFile,
    journal: openJournal(join(path, 'journal')),
    keep(bytes) {
      const file = join(path, 'kept')
      const fd = openSync(file, 'wx+', 0o600)
      unlinkSync(file)
      try {
        writeAll(fd, bytes)
      } catch (error) {
        closeSync(fd)
        throw error
      }
      return `/proc/self/fd/${String(fd)}` // each opening begins at the first byte
    },
  }
}
