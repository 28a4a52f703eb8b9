import type { FileHandle } from 'node:fs/promises'
import { parseJson } from './decode-line'

const chunkBytes = 64 * 1024

/** Where the last line begins: behind the last newline, or at the start of the file. */
async function lastLineStart(handle: FileHandle, size: number): Promise<number> {
  const chunk = Buffer.allocUnsafe(chunkBytes)
  for (let end = size; end > 0;) {
    const start = Math.max(0, end - chunkBytes)
    const { bytesRead } = await handle.read(chunk, 0, end - start, start)
    const newline = chunk.subarray(0, bytesRead).lastIndexOf(10)
    if (newline !== -1) return start + newline + 1
    end = start
  }
  return 0
}

/**
 * Mends a record whose last line has no newline, and resolves with its size then: a whole line gets its newline, a torn
 * one is cut off, since a line counts only when all of it was written. All other bytes stay as they are.
 */
export async function repairTail(handle: FileHandle, size: number): Promise<number> {
  const start = await lastLineStart(handle, size)
  if (start === size) return size
  const tail = Buffer.alloc(size - start)
  await handle.read(tail, 0, tail.length, start)
  if (parseJson(tail.toString('utf8')) !== undefined) {
    await handle.appendFile('\n')
    return size + 1
  }
  await handle.truncate(start)
  return start
}
