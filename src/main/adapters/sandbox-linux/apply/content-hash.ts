import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, readSync } from 'node:fs'
// eslint-disable-next-line no-restricted-imports -- opened without waiting and without following, and looked at before it is read
import { openSync } from 'node:fs'

const blockBytes = 262_144

/** The SHA-256 of a regular file; undefined for anything else, and for what cannot be read. Never follows a link or waits. */
export function hashOf(path: Buffer): string | undefined {
  let fd: number | undefined
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    if (!fstatSync(fd).isFile()) return undefined
    const hash = createHash('sha256')
    const block = Buffer.allocUnsafe(blockBytes)
    for (let got = readSync(fd, block); got > 0; got = readSync(fd, block))
      hash.update(block.subarray(0, got))
    return hash.digest('hex')
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}
