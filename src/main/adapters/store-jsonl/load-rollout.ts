import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { FaultError } from '@shared/domain/fault'
import { readLines } from './read-lines'
import { SessionRebuilder, type Rebuilt } from './rebuild-session'

/** The engine does other things between two pieces. */
const chunkBytes = 64 * 1024

const noRollout = (file: string, what: string, cause?: unknown): FaultError =>
  new FaultError(
    { code: 'bad-request', message: `${file} ${what}; expected the JSONL record of a session.` },
    cause,
  )

/**
 * Reads a whole record, a line at a time, and says how many bytes it has. Throws FaultError `bad-request` for what is no
 * regular file, cannot be read, is empty or names no session.
 */
export async function loadRollout(file: string): Promise<Rebuilt & { readonly size: number }> {
  // Without blocking, since opening a pipe would wait for ever.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    throw noRollout(
      file,
      `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`,
      error,
    )
  })
  try {
    if (!(await handle.stat()).isFile()) throw noRollout(file, 'is not a regular file')
    const rebuilder = new SessionRebuilder()
    const size = await readLines(
      handle,
      (line) => {
        rebuilder.add(line)
        return undefined
      },
      chunkBytes,
    )
    const rebuilt = rebuilder.finish()
    if (size === 0) throw noRollout(file, 'is empty')
    if (!rebuilt || rebuilt.summary.id in {}) throw noRollout(file, 'names no session')
    return { ...rebuilt, size }
  } finally {
    await handle.close()
  }
}
