import { closeSync, constants, fstatSync, ftruncateSync, readSync, rmdirSync, rmSync } from 'node:fs'
// oxlint-disable-next-line countersign/no-restricted-imports -- the engine's own journal, and what cannot be waited for when the process exits
import { openSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { inOwnFolder } from './in-own-folder'
import { writeAll } from '../../regular-file/write-whole'

/** One thing that was put on the file system for the time of a run. `content` is what a file was made with. */
export const Made = z.strictObject({
  path: z.string(),
  kind: z.enum(['folder', 'file']),
  content: z.string(),
})
export type Made = z.infer<typeof Made>

/** What an engine has standing on the file system, so that the next one can take it away after a kill. */
export interface Journal {
  /** Notes things down before they are made. Throws when that is impossible, as on a full disk: nothing is noted then, and nothing may be made. */
  note(made: readonly Made[]): void
  /** Forgets everything: nothing is standing any more. */
  clear(): void
}

/** Opens the journal of this process; it is never read by it. Throws what the file system throws. */
export function openJournal(path: string): Journal {
  const file = openSync(path, 'a', 0o600)
  return {
    note(made) {
      const { size } = fstatSync(file)
      try {
        writeAll(file, made.map((each) => `${JSON.stringify(each)}\n`).join(''))
      } catch (error) {
        ftruncateSync(file, size) // half a line would spoil the next one
        throw error
      }
    },
    clear() {
      ftruncateSync(file)
    },
  }
}

/**
 * Whether this is a regular file with just these bytes, or the first of them: a kill may fall between its making and its writing. A pipe that a
 * command put there makes nobody wait.
 */
function holds(path: Buffer, content: Buffer): boolean {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
  try {
    const found = fstatSync(file)
    if (!found.isFile() || found.size > content.length) return false
    const bytes = Buffer.alloc(content.length + 1)
    const count = readSync(file, bytes, 0, bytes.length, 0)
    return count === found.size && bytes.subarray(0, count).equals(content.subarray(0, count))
  } finally {
    closeSync(file)
  }
}

/**
 * Takes a placeholder away unless something became of it: a folder only while empty, a file only with the content it was
 * made with, as far as it was written. What is gone already, cannot be removed, or lies in a folder that is by now another user's, stays
 * as it is.
 */
export function removeUntouched({ path, kind, content }: Made): void {
  try {
    inOwnFolder(path, (at) => {
      if (kind === 'folder') rmdirSync(at)
      else if (holds(at, Buffer.from(content))) rmSync(at)
    })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error // in use by now, or gone: not ours to take away
  }
}

/** Takes away what a killed engine noted down, newest first. A journal that cannot be read has nothing to say. */
export function sweepJournal(path: string): void {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error) return
    throw error
  }
  for (const line of text.split('\n').reverse()) {
    if (line === '') continue
    try {
      removeUntouched(Made.parse(JSON.parse(line)))
    } catch (error) {
      if (!(error instanceof Error)) throw error // the last line of a process that was killed while writing
    }
  }
}
