import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { machine, type } from 'node:os'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Machine, PackedEngine } from '../../core/host-link/install-engine'
import { engineFiles, type EngineFile } from './engine-files'
import { block, headerOf } from './tar-header'

const pieceBytes = 1024 * 1024
/** What compresses in the time that a usual line takes for it. */
const level = 4

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
