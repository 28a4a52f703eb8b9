import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it, readable by their owner only; one that is there already is left as it is. Throws
 * the file system's error. (Node's own recursive form never returns where the system answers ENOENT under a folder that
 * exists, as /proc does.)
 */
export async function ensureFolder(path: string): Promise<void> {
  const missing = await made(path)
  if (!missing) return
  await ensureFolder(dirname(path))
  // Another may have made it meanwhile.
  const stillMissing = await made(path)
  if (stillMissing) throw stillMissing
}

/** Undefined when the folder is there now; the error when one above it is not. */
async function made(path: string): Promise<Error | undefined> {
  try {
    await mkdir(path, { mode: 0o700 })
    return undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return undefined
    if (code === 'ENOENT' && dirname(path) !== path) return error as Error
    throw error
  }
}
