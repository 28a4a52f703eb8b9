import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { machine, type } from 'node:os'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Machine, PackedEngine } from '../../core/host-link/install-engine'
import { engineFiles, type EngineFile } from './engine-files'

const block = 512
const pieceBytes = 1024 * 1024
/** What compresses in the time that a usual line takes for it. */
const level = 4
/** A time of files that says nothing: the same files are the same archive. In seconds. */
const someTime = 946_684_800

/** What the engine of this very program runs on. */
export function ownMachine(): Machine {
  const machines: Partial<Record<NodeJS.Architecture, string>> = { x64: 'x86_64', arm64: 'aarch64' }
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  const libc = header.glibcVersionRuntime === undefined ? 'musl' : 'glibc'
  return {
    system: type(),
    machine: machines[process.arch] ?? machine(),
    libc: process.platform === 'linux' ? libc : 'unknown',
  }
}

/** Packs the engine that lies in `root`. Throws an error of one line for what is missing there. */
export async function packEngine(root: string, version: string): Promise<PackedEngine> {
  const files = engineFiles(root)
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of tarOf(files)) {
    hash.update(piece)
    bytes += piece.length
  }
  return {
    ...{ version, bytes, digest: hash.digest('hex') },
    open(onRead) {
      let read = 0
      const counted = async function* (): AsyncGenerator<Uint8Array> {
        for await (const piece of tarOf(files)) {
          read += piece.length
          onRead(read)
          yield piece
        }
      }
      const source = Readable.from(counted(), { objectMode: false })
      const gzip = createGzip({ level, chunkSize: 256 * 1024 })
      source.once('error', (error) => gzip.destroy(error))
      gzip.once('close', () => source.destroy())
      return source.pipe(gzip)
    },
  }
}

async function* tarOf(files: readonly EngineFile[]): AsyncGenerator<Uint8Array> {
  for (const each of files) {
    yield headerOf(each)
    let size = 0
    for await (const piece of contentOf(each)) {
      size += piece.length
      yield piece
    }
    if (size !== each.bytes) throw new Error(`${each.file} was changed while it was packed.`)
    if (size % block !== 0) yield Buffer.alloc(block - (size % block))
  }
  yield Buffer.alloc(2 * block)
}

/** A file in pieces. Most are small, of which there are thousands. */
const contentOf = ({ file, bytes }: EngineFile): AsyncIterable<Buffer> | readonly Buffer[] =>
  bytes > pieceBytes ? createReadStream(file, { highWaterMark: pieceBytes }) : [readFileSync(file)]

/** The head of a file in the form of POSIX (ustar), for its owner alone. */
function headerOf({ path, bytes, executable }: EngineFile): Buffer {
  const head = Buffer.alloc(block)
  const [prefix, name] = splitPath(path)
  head.write(name, 0)
  const octal = (value: number, at: number, digits: number): void => {
    head.write(value.toString(8).padStart(digits, '0'), at)
  }
  octal(executable ? 0o700 : 0o600, 100, 7)
  octal(0, 108, 7)
  octal(0, 116, 7)
  octal(bytes, 124, 11)
  octal(someTime, 136, 11)
  head.write('        0', 148) // the sum counts as spaces; then a file
  head.write('ustar\0' + '00', 257)
  head.write(prefix, 345)
  octal(
    head.reduce((sum, each) => sum + each, 0),
    148,
    6,
  )
  head.write('\0 ', 154)
  return head
}

/** A path as a folder of at most 155 bytes and a name of at most 100. */
function splitPath(path: string): readonly [prefix: string, name: string] {
  const length = (text: string): number => Buffer.byteLength(text)
  if (length(path) <= 100) return ['', path]
  for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)]
    if (length(name) <= 100 && length(prefix) <= 155) return [prefix, name]
  }
  throw new Error(`${path} has a name that is too long to be packed.`)
}
