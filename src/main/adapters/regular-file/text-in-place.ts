import { closeSync, constants, fstatSync, fsyncSync, ftruncateSync, openSync, readSync } from 'node:fs'
import { writeAll } from './write-whole'

/** The whole of an open regular file; undefined for anything else, for more than `limit` bytes and for what is no UTF-8. */
function textOf(fd: number, limit: number): string | undefined {
  const stats = fstatSync(fd)
  if (!stats.isFile() || stats.size > limit) return undefined
  const buffer = Buffer.alloc(stats.size + 1)
  let length = 0
  for (let read = -1; read !== 0 && length < buffer.length; length += read)
    read = readSync(fd, buffer, length, buffer.length - length, length)
  const bytes = buffer.subarray(0, length)
  const text = bytes.toString()
  return length <= stats.size && Buffer.from(text).equals(bytes) ? text : undefined
}

const { O_RDONLY, O_RDWR, O_NOFOLLOW, O_NONBLOCK, O_NOCTTY } = constants

function opened<Result>(path: string, flags: number, use: (fd: number) => Result): Result | undefined {
  let fd: number
  try {
    fd = openSync(path, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
  try {
    return use(fd)
  } finally {
    closeSync(fd)
  }
}

/** A small text, read at once; undefined where there is no such file, or it is none that can be given back as it was. A link is no file. */
export const textNow = (path: string, limit: number): string | undefined =>
  opened(path, O_RDONLY, (fd) => textOf(fd, limit))

function put(fd: number, text: string): void {
  writeAll(fd, text, 0)
  ftruncateSync(fd, Buffer.byteLength(text))
  fsyncSync(fd)
}

/**
 * Gives a file another text without putting another file in its place: a mount over its path stays in every other mount namespace, and no
 * second name of it is left behind. False where it does not hold `from` any more or cannot be written; it is as it was then.
 */
export function changeInPlace(path: string, from: string, to: string): boolean {
  const changed = opened(path, O_RDWR, (fd) => {
    if (textOf(fd, Buffer.byteLength(from)) !== from) return false
    try {
      put(fd, to)
      return true
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error
      put(fd, from)
      return false
    }
  })
  return changed === true
}
