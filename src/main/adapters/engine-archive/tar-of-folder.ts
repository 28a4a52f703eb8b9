import { realpathSync, statSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { FaultError } from '@shared/domain/fault'
import { readRegularFile } from '../regular-file/read-regular-file'
import { block, headerOf } from './tar-header'

/** What of a folder is sent at most: more is no work for a line, but a clone's. */
const most = { files: 50_000, bytes: 512 * 1024 * 1024, eachBytes: 64 * 1024 * 1024 } as const

const refuse = (message: string): never => {
  throw new FaultError({ code: 'bad-request', message })
}

/**
 * These files of a folder, by their paths from it with `/`, as a tar. `root` is its real path; a link, at the end of a path or on the way to it, is not
 * followed. Throws FaultError `bad-request` for too many, and while it is read for what is too large or is changed meanwhile.
 */
export function tarOfFolder(root: string, files: readonly string[]): AsyncIterable<Uint8Array> {
  if (files.length > most.files)
    refuse(`${root} has more than ${String(most.files)} files; expected a folder of fewer, or --clone.`)
  return tarOf(root, files.toSorted())
}

async function* tarOf(root: string, files: readonly string[]): AsyncGenerator<Uint8Array> {
  let sum = 0
  for (const path of files) {
    const file = join(root, path)
    const read = await readRegularFile(file, { limit: most.eachBytes, links: 'refuse' }).catch(
      () => undefined,
    )
    if (read?.kind !== 'read' || !read.whole || !isStillAt(file, read.stats))
      return refuse(
        `${file} cannot be sent; expected a file of at most ${String(most.eachBytes / 1024 / 1024)} MB that nothing changes meanwhile.`,
      )
    const { bytes } = read
    sum += bytes.length
    if (sum > most.bytes)
      refuse(`It is more than ${String(most.bytes / 1024 / 1024)} MB; expected a smaller folder, or --clone.`)
    yield* headOf({ path, bytes: bytes.length, executable: (read.stats.mode & 0o100) !== 0 })
    yield bytes
    if (bytes.length % block !== 0) yield Buffer.alloc(block - (bytes.length % block))
  }
  yield Buffer.alloc(2 * block)
}

/** Whether no link stands on the way to it, nor stood there when it was read. */
function isStillAt(file: string, { dev, ino }: Stats): boolean {
  try {
    const now = statSync(file)
    return realpathSync(file) === file && now.dev === dev && now.ino === ino
  } catch {
    return false // it is gone
  }
}

/** The head of a file; where its path is too long for one, before it the path as GNU's tar has it, which all read. */
function* headOf(file: Parameters<typeof headerOf>[0]): Generator<Uint8Array> {
  if (Buffer.byteLength(file.path) > 100) {
    const name = Buffer.from(`${file.path}\0`)
    const head = headerOf({ path: '././@LongLink', bytes: name.length, executable: false })
    head.write('L', 156)
    yield withSum(head)
    yield name
    if (name.length % block !== 0) yield Buffer.alloc(block - (name.length % block))
    yield headerOf({ ...file, path: 'long' })
    return
  }
  yield headerOf(file)
}

/** The same head with the sum that it has now. */
function withSum(head: Buffer): Buffer {
  head.write('        ', 148)
  const sum = head.reduce((all, each) => all + each, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return head
}
