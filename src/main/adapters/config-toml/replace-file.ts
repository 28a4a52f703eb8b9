import { createHash } from 'node:crypto'
import { mkdir, realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { FaultError } from '@shared/domain/fault'
import { writeWhole } from '../regular-file/write-whole'
import { readText } from './read-toml'

/** The mark of a file's content. */
export const versionOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Puts new content in the file's place in one step, behind a symbolic link if it is one, readable as before. False, and
 * nothing is changed, when it no longer holds `version`. Throws FaultError `store-failed` for what cannot be written.
 */
export async function replaceFile(
  path: string,
  { text, version }: { readonly text: string; readonly version: string },
): Promise<boolean> {
  const target = await realpath(path).catch(() => path) // a file that is not there yet
  const mode = await stat(target).then(
    (found) => found.mode & 0o777,
    () => 0o600, // the same
  )
  const still = async (): Promise<boolean> => versionOf((await readText(target)) ?? '') === version
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    return await writeWhole(target, [text], { mode, still })
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error)
    const message = `${path} cannot be written (${reason}); nothing was changed.`
    throw new FaultError({ code: 'store-failed', message }, error)
  }
}
