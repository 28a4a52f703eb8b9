import { FaultError } from '@shared/domain/fault'
import { readRegularFile } from '../regular-file/read-regular-file'

/** In base64, and as a message to a window, still a text that a process can hold. */
const mostBytes = 200_000_000

/** All bytes of a record. Throws FaultError `store-failed` for what is no regular file, cannot be read or is too large. */
export async function readWhole(file: string): Promise<Buffer> {
  const unread = (why: string, cause?: unknown): FaultError =>
    new FaultError({ code: 'store-failed', message: `The record ${file} was not exported: ${why}.` }, cause)
  const read = await readRegularFile(file, { limit: mostBytes, links: 'follow' }).catch((error: unknown) => {
    throw unread(`it cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`, error)
  })
  if (read.kind !== 'read') throw unread('it is not a regular file')
  if (!read.whole) throw unread('it is larger than 200 MB; copy the file itself')
  return read.bytes
}
