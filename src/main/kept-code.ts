import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import Module from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'
import { writeWholeSync } from './adapters/regular-file/write-whole'

/** What V8 made of one file of the program; `as` says which version of the file, `sum` is the checksum of the data. */
interface Kept {
  readonly as: string
  readonly sum: number
  /** Read when it is wanted; undefined where the file is shorter than it says. */
  readonly data: () => Buffer | undefined
}
interface KeptFiles {
  readonly all: ReadonlyMap<string, Kept>
  /** Nothing is read after that. Windows puts no file in the place of one that is open. */
  close(): void
}
/** The first line of a file of kept code, as JSON; the data follow in this order. Names are seen from the program's folder. */
type Head = readonly (readonly [file: string, as: string, sum: number, length: number])[]

/** Node's loader of CommonJS, as far as it compiles the text of a file and runs it. */
interface Loader {
  _compile: (this: NodeJS.Module, text: string, file: string, format?: string) => unknown
}

/** What has run for so long, in milliseconds, takes a moment longer to end without anybody noticing. */
const longRunMs = 1_500
/** The exit code of a server that a signal ended, as clients end theirs: in order, unlike one that failed. */
const stoppedCode = 130
/** So much more than is kept, as a share of it, is worth keeping. */
const worthwhile = 1.05

/** A first line that is longer belongs to no file that was written here, but for hundreds of files in folders of long names. */
const longestHead = 65_536

const nothing: KeptFiles = { all: new Map(), close: () => undefined }

/**
 * What is kept in this file; less or nothing where it is missing or not as it was written. It stays open, and is read by pieces: memory for
 * all of it at once is given back late, and what the allocator then keeps for more of that size is never.
 */
function readKept(file: string): KeptFiles {
  let opened: number | undefined
  try {
    const from = (opened = openSync(file, 'r'))
    const { size } = fstatSync(from)
    const piece = (at: number, length: number): Buffer | undefined => {
      if (!(at + length <= size)) return undefined
      try {
        const bytes = Buffer.allocUnsafeSlow(length)
        return readSync(from, bytes, 0, length, at) === length ? bytes : undefined
      } catch {
        return undefined // the disk, or a first line that nobody here wrote: as if it were not kept
      }
    }
    const start = piece(0, Math.min(size, longestHead))
    let end = (start?.indexOf('\n') ?? -1) + 1
    const head = JSON.parse(start?.toString('utf8', 0, end) ?? '') as Head
    const all = new Map<string, Kept>()
    for (const [name, as, sum, length] of head) {
      const at = end
      all.set(name, { as, sum, data: () => piece(at, length) })
      end += length
    }
    return { all, close: () => closeSync(from) }
  } catch {
    if (opened !== undefined) closeSync(opened)
    return nothing // there is none yet, or its first line is damaged: it is made anew
  }
}

/** Puts it in the place of what was there: another start reads the one or the other. */
function writeKept(file: string, kept: ReadonlyMap<string, readonly [as: string, data: Buffer]>): void {
  const head: Head = [...kept].map(([name, [as, data]]) => [name, as, crc32(data), data.length])
  const parts = [Buffer.from(`${JSON.stringify(head)}\n`), ...[...kept.values()].map(([, data]) => data)]
  try {
    writeWholeSync(file, Buffer.concat(parts))
  } catch {
    // No room, or no home any more: the next start compiles again.
  }
}

/** Looked at, since V8 compares the length of a text only. */
function versionOf(file: string): string {
  const { size, mtimeMs } = statSync(file)
  return `${String(size)} ${String(mtimeMs)}`
}

/** The data for this version of a file. V8 does not look whether data are damaged, and would run them. */
function sound(kept: Kept | undefined, as: string): Buffer | undefined {
  const data = kept?.as === as ? kept.data() : undefined
  return data && crc32(data) === kept?.sum ? data : undefined
}

/**
 * From here on the files of the program are compiled from what V8 had made of them at the end of an earlier run of this command, so with
 * the functions that ran (Node's own cache has a file as it was before it ran). When the run ends well, files that are not kept are added, and
 * a run that was no short one leaves what it ran beyond what is kept: an app-server's first approval takes half as long where an earlier
 * one had any. What is not kept there is looked for beside the program, where the build laid what first runs take (decision 253). `folder` is that
 * of `codeCacheFolder`, undefined where nothing can be kept safely: whoever writes there, or to the program itself, decides what runs.
 */
export function keepCode(folder: string | undefined, program: string, command: string): void {
  const file = folder === undefined ? undefined : join(folder, `${command}-${crc32(program).toString(16)}`)
  const kept = file === undefined ? nothing : readKept(file)
  const made = `${process.arch}-${process.versions.v8}`
  const ahead = readKept(
    join(program, 'kept', made, ['sandbox', 'config'].includes(command) ? 'sandbox' : 'all'),
  )
  /** `from` is the length of the data that it was made of. */
  const compiled = new Map<
    string,
    { readonly as: string; readonly script: Script; readonly from: number | undefined }
  >()
  const loader = Module.prototype as unknown as Loader
  const { _compile: compile } = loader
  loader._compile = function (text, name, format) {
    if (!name.startsWith(program + sep)) return compile.call(this, text, name, format)
    const as = versionOf(name)
    const short = relative(program, name)
    // What the build laid there is of files whose names tell their content, at whatever time they were put where they are.
    const cachedData = sound(kept.all.get(short), as) ?? sound(ahead.all.get(short), as.replace(/ .*/, ''))
    const script = new Script(Module.wrap(text), { filename: name, ...(cachedData && { cachedData }) })
    const from = script.cachedDataRejected === false ? cachedData?.length : undefined
    compiled.set(short, { as, script, from })
    const run = script.runInThisContext() as (this: unknown, ...given: readonly unknown[]) => unknown
    const require = (id: string): unknown => this.require(id)
    return run.call(this.exports, this.exports, require, this, name, dirname(name))
  }
  if (file === undefined) return
  process.on('exit', (code) => {
    if (code !== 0 && code !== stoppedCode) return
    const now = new Map<string, readonly [as: string, data: Buffer]>()
    for (const [name, { as, script, from }] of compiled) {
      if (from !== undefined && performance.now() < longRunMs) continue
      const data = script.createCachedData()
      if (from === undefined || data.length > from * worthwhile) now.set(name, [as, data])
    }
    if (now.size === 0) return
    const all = new Map(now)
    for (const [name, each] of kept.all) {
      const data = existsSync(join(program, name)) && !now.has(name) ? sound(each, each.as) : undefined
      if (data) all.set(name, [each.as, data])
    }
    kept.close()
    writeKept(file, all)
  })
}
