import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { PathState } from '../../core/preimages/path-state'
import { stampOf } from './walk-place'

type FileState = Extract<PathState, { kind: 'file' }>

const chunkBytes = 256 * 1024
const reading = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY

/** Reads a regular file in parts, from one descriptor; undefined: it is none any more, or may not be read. */
async function readParts<Result>(
  at: Buffer,
  work: (file: FileHandle) => Promise<Result>,
): Promise<Result | undefined> {
  let file: FileHandle | undefined
  try {
    file = await open(at, reading)
    return (await file.stat()).isFile() ? await work(file) : undefined
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      ['EACCES', 'EPERM', 'ENOENT', 'ELOOP', 'ENXIO'].includes(String(error.code))
    )
      return undefined
    throw error
  } finally {
    await file?.close()
  }
}

async function hashOf(file: FileHandle, onPart: (part: Buffer) => Promise<void>): Promise<string> {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(chunkBytes)
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, chunkBytes)
    if (bytesRead === 0) return hash.digest('hex')
    const part = buffer.subarray(0, bytesRead)
    hash.update(part)
    await onPart(part)
  }
}

/** The state of a file with the hash of what it holds; undefined: it cannot be read, or is another by now. */
export async function hashed(at: Buffer, state: FileState): Promise<FileState | undefined> {
  return readParts(at, async (file) => {
    const hash = await hashOf(file, () => Promise.resolve())
    return stampOf(await file.stat({ bigint: true })) === state.stamp ? { ...state, hash } : undefined
  })
}

/** Contents one behind the other in one file of ours, so that thousands of them reach the disk at once. */
export class PackWriter {
  readonly #folder: string
  readonly #name: string
  #file: FileHandle | undefined
  #length = 0

  constructor(folder: string, name: string) {
    this.#folder = folder
    this.#name = name
  }

  get length(): number {
    return this.#length
  }

  /** Keeps what a file holds; undefined: it cannot be read. Throws what the disk says, and an Error for a file that is being written to. */
  async add(at: Buffer, state: FileState): Promise<FileState | undefined> {
    return readParts(at, async (file) => {
      const offset = this.#length
      const hash = await hashOf(file, (part) => this.#append(part))
      const stats = await file.stat({ bigint: true })
      if (stampOf(stats) !== state.stamp) throw new Error('a file changes just then')
      return { ...state, hash, at: { pack: this.#name, offset } }
    })
  }

  /** Takes over what is kept in another pack. */
  async take(folder: string, state: FileState): Promise<FileState> {
    const offset = this.#length
    await readKept(folder, state, (part) => this.#append(part))
    return { ...state, at: { pack: this.#name, offset } }
  }

  /** Ends it; everything is on the disk then. */
  async close(): Promise<void> {
    await this.#file?.sync()
    await this.#file?.close()
    this.#file = undefined
  }

  async #append(part: Buffer): Promise<void> {
    this.#file ??= await open(join(this.#folder, this.#name), 'wx', 0o600)
    for (let done = 0; done < part.length;)
      done += (await this.#file.write(part, done, part.length - done, this.#length + done)).bytesWritten
    this.#length += part.length
  }
}

/** Hands on what is kept of a file, part by part. Throws an Error where it is not what it was when it was kept. */
export async function readKept(
  folder: string,
  { size, hash, at }: FileState,
  onPart: (part: Buffer) => Promise<void>,
): Promise<void> {
  if (at === undefined) throw new Error('no content is kept')
  const check = createHash('sha256')
  if (size > 0) {
    const file = await open(join(folder, at.pack), constants.O_RDONLY | constants.O_NOFOLLOW)
    try {
      const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, size))
      for (let done = 0; done < size;) {
        const wanted = Math.min(buffer.length, size - done)
        const { bytesRead } = await file.read(buffer, 0, wanted, at.offset + done)
        if (bytesRead === 0) throw new Error('what was kept is cut off')
        const part = buffer.subarray(0, bytesRead)
        check.update(part)
        await onPart(part)
        done += bytesRead
      }
    } finally {
      await file.close()
    }
  }
  if (check.digest('hex') !== hash) throw new Error('what was kept is damaged')
}
