import type { FileHandle } from 'node:fs/promises'

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
  let pieces: Buffer[] = []
  let held = 0
  let position = 0
  for (;;) {
    const { bytesRead } = await handle.read(chunk, 0, chunkBytes, position)
    if (bytesRead === 0) break
    let start = 0
    for (;;) {
      const end = chunk.indexOf(10, start)
      if (end === -1 || end >= bytesRead) break
      const rest = chunk.subarray(start, end)
      const line = pieces.length === 0 ? rest : Buffer.concat([...pieces, rest])
      pieces = []
      if (held + rest.length <= maxLineBytes && use(line) === false) return position + end + 1
      held = 0
      start = end + 1
    }
    if (start < bytesRead) {
      held += bytesRead - start
      if (held <= maxLineBytes) pieces.push(Buffer.from(chunk.subarray(start, bytesRead)))
      else pieces = []
    }
    position += bytesRead
  }
  if (held > 0 && held <= maxLineBytes) use(Buffer.concat(pieces))
  return position
}
