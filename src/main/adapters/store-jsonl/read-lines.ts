import type { FileHandle } from 'node:fs/promises'
import { LineCutter, tooLong } from '../../core/text/line-cutter'

/** A line that is longer than this is no line of a rollout, and is passed over. */
const maxLineBytes = 256 * 1024 * 1024

/**
 * Hands over every line of a file as bytes, without its newline, reading `chunkBytes` at a time; the bytes are only good
 * until `use` returns, and `false` from it ends the reading. The last line may lack its newline. Resolves with the
 * number of bytes read.
 */
export async function readLines(
  handle: FileHandle,
  use: (line: Buffer) => boolean | undefined,
  chunkBytes = 4 * 1024 * 1024,
): Promise<number> {
  const chunk = Buffer.allocUnsafe(chunkBytes)
  const lines = new LineCutter(maxLineBytes)
  let position = 0
  for (;;) {
    const { bytesRead } = await handle.read(chunk, 0, chunkBytes, position)
    position += bytesRead
    for (const line of bytesRead === 0 ? lines.end() : lines.push(chunk.subarray(0, bytesRead)))
      if (line !== tooLong && use(line) === false) return position
    if (bytesRead === 0) return position
  }
}
