import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
// eslint-disable-next-line no-restricted-imports -- the engine's own folder
import { openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atExit } from './at-exit'
import { openJournal, sweepJournal, type Journal } from './journal'

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
  /** Keeps bytes in a file without a name; returns a path that opens it from its beginning, in this process only. */
  keep(bytes: Uint8Array): string
}

const ownPrivateFolder = (path: string): boolean => {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o077) === 0
}

/** `$XDG_RUNTIME_DIR` is the user's own and short; a temporary folder otherwise. Sockets need a path under 100 bytes. */
function sharedFolder(runtimeDir: string | undefined): string {
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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Removes a process's folder. The closed folder in it cannot be listed, so it goes first; what resists is left. */
function remove(path: string): void {
  try {
    chmodSync(join(path, 'closed-folder'), 0o700)
    rmSync(path, { recursive: true, force: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error // not ours, or being removed by another engine
  }
}

/** Takes away what engines that were killed left behind: their placeholders and their folders. */
function sweep(shared: string): void {
  for (const name of readdirSync(shared)) {
    const pid = Number(/^(\d+)-/.exec(name)?.[1])
    if (!Number.isInteger(pid) || pid === process.pid || isAlive(pid)) continue
    sweepJournal(join(shared, name, 'journal'))
    remove(join(shared, name))
  }
}

/**
 * Makes this process's folder and tidies up after engines that are gone. It goes when the process exits. Throws what
 * the file system throws: without it there is no sandbox (fails closed).
 */
export function openRuntimeFolder(runtimeDir: string | undefined): RuntimeFolder {
  const shared = sharedFolder(runtimeDir)
  sweep(shared)
  const path = mkdtempSync(join(shared, `${String(process.pid)}-`))
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
      writeSync(fd, bytes)
      return `/proc/self/fd/${String(fd)}` // each opening begins at the first byte
    },
  }
}
