import { readlink, realpath, stat, type FileHandle } from 'node:fs/promises'

/**
 * Where an opened file really lies. On Linux the kernel says it of the descriptor itself, whatever the name leads to by
 * now; elsewhere the name's real path, when it still is the same file. Undefined: it cannot be told.
 */
export async function realPathOfOpened(file: FileHandle, path: string): Promise<string | undefined> {
  try {
    if (process.platform === 'linux') return await readlink(`/proc/self/fd/${String(file.fd)}`)
    const real = await realpath(path)
    const [opened, named] = await Promise.all([file.stat(), stat(real)])
    return opened.dev === named.dev && opened.ino === named.ino ? real : undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined // gone meanwhile, or no /proc here
    throw error
  }
}
