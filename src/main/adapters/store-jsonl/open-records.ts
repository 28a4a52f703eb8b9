import { open, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { FaultError } from '@shared/domain/fault'
import { ensureFolder } from './ensure-folder'
import { lockRecord, type RecordLock } from './record-lock'
import { parseJson } from './decode-line'

interface OpenRecord {
  readonly lock: RecordLock
  handle: FileHandle | undefined
  size: number
  /** Appends under way; only a record without any may lose its handle. */
  busy: number
}

/** So many files are held open at once; a record beyond them keeps its lock and is opened again when it is written to. */
const maxHandles = 64

/** The records that this process writes: each is locked from its first use until it is let go of. */
export class OpenRecords {
  readonly #records = new Map<string, Promise<OpenRecord>>()
  /** How long each record was when this process last read it. */
  readonly #seen = new Map<string, number>()
  /** The records with a handle, the one used longest ago first. */
  readonly #handles = new Set<OpenRecord>()

  /** Remembers how much of a record was read. */
  saw(file: string, size: number): void {
    if (!this.#records.has(file)) this.#seen.set(file, size)
  }

  /** Takes the record; true when it is not as long any more as when it was read. Throws FaultError `store-failed`. */
  async claim(file: string): Promise<boolean> {
    const seen = this.#seen.get(file)
    const fresh = !this.#records.has(file)
    const { size } = await this.#claimed(file)
    return fresh && seen !== undefined && seen !== size
  }

  /**
   * Adds what `bytes` makes, told whether the record is empty, and waits for the disk itself when `synced` and
   * for the first one. Throws
   * FaultError `store-failed`, and then nothing was added.
   */
  async append(file: string, bytes: (first: boolean) => Buffer, synced: boolean): Promise<void> {
    const record = await this.#claimed(file)
    const added = bytes(record.size === 0)
    record.busy += 1
    try {
      const handle = (record.handle ??= await open(file, 'a', 0o600))
      try {
        await handle.appendFile(added)
        if (synced || record.size === 0) await handle.datasync()
      } catch (error) {
        // A half-written append would count as written after a restart: cut it off again.
        await handle.truncate(record.size).catch(() => undefined)
        throw error
      }
    } catch (error) {
      throw storeFault(file, error)
    } finally {
      record.busy -= 1
      await this.#keepHandle(record)
    }
    record.size += added.length
  }

  /** How much of a record that this process writes was written whole; undefined for one that it does not write. */
  async written(file: string): Promise<number | undefined> {
    return (await this.#records.get(file)?.catch(() => undefined))?.size
  }

  /** Lets go of one record. */
  async release(file: string): Promise<void> {
    const record = this.#records.get(file)
    this.#records.delete(file)
    this.#seen.delete(file)
    const open = await record?.catch(() => undefined)
    if (!open) return
    this.#handles.delete(open)
    await open.handle?.close()
    open.lock.release()
  }

  /** Lets go of every record. */
  async releaseAll(): Promise<void> {
    await Promise.all([...this.#records.keys()].map((file) => this.release(file)))
  }

  #claimed(file: string): Promise<OpenRecord> {
    const known = this.#records.get(file)
    if (known) return known
    const opening = this.#open(file).catch((error: unknown) => {
      this.#records.delete(file)
      throw storeFault(file, error)
    })
    this.#records.set(file, opening)
    return opening
  }

  async #open(file: string): Promise<OpenRecord> {
    await ensureFolder(dirname(file))
    const lock = lockRecord(file)
    try {
      const handle = await open(file, 'a+', 0o600)
      try {
        // What was torn off was never acknowledged; whoever read the record passed over it.
        const before = (await handle.stat()).size
        const size = await repairTail(handle, before)
        if (this.#seen.get(file) === before) this.#seen.set(file, size)
        const record = { handle, lock, size, busy: 0 }
        await this.#keepHandle(record)
        return record
      } catch (error) {
        await handle.close()
        throw error
      }
    } catch (error) {
      lock.release()
      throw error
    }
  }

  async #keepHandle(record: OpenRecord): Promise<void> {
    this.#handles.delete(record)
    if (record.handle) this.#handles.add(record)
    if (this.#handles.size <= maxHandles) return
    for (const oldest of this.#handles) {
      if (oldest.busy > 0 || oldest === record) continue
      const { handle } = oldest
      oldest.handle = undefined
      this.#handles.delete(oldest)
      await handle?.close()
      return
    }
  }
}

/** What went wrong with a record, in one line with its remedy; a FaultError stays what it is. */
export function storeFault(file: string, error: unknown): FaultError {
  if (error instanceof FaultError) return error
  const code = (error as NodeJS.ErrnoException).code
  const why =
    code === 'ENOSPC' || code === 'EDQUOT'
      ? 'the disk is full'
      : code === 'EROFS' || code === 'EACCES' || code === 'EPERM'
        ? 'the folder may not be written to'
        : `it cannot be written (${code ?? 'unknown reason'})`
  return new FaultError(
    {
      code: 'store-failed',
      message: `The session record ${file} was not written: ${why}.`,
      remedy:
        'Make room or set COUNTERSIGN_HOME to a writable folder; what is on screen is kept and written then.',
    },
    error,
  )
}

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
async function repairTail(handle: FileHandle, size: number): Promise<number> {
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
