import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

const { O_RDONLY, O_NONBLOCK, O_NOCTTY } = constants

/**
 * Hands over a regular file's bytes in order, in pieces that lie in `piece` and are only good until the next one is asked for. Nothing for a
 * pipe, a socket, a device and a folder, which nobody waits for. Throws what the file system says.
 */
export async function* readPieces(path: string, piece: Buffer): AsyncGenerator<Buffer, void> {
  const file = await open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
  try {
    if (!(await file.stat()).isFile()) return
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, piece.length)
      if (bytesRead === 0) return
      yield piece.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}
