import { existsSync, readFileSync, statSync } from 'node:fs'
import Module from 'node:module'
import { dirname, join, sep } from 'node:path'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'
import { writeWholeSync } from './adapters/regular-file/write-whole'

/** What V8 made of one file of the program; `as` says which version of the file, `sum` is the checksum of the data. */
interface Kept {
  readonly as: string
  readonly sum: number
  readonly data: Buffer
}
type KeptFiles = Map<string, Kept>
/** The first line of a file of kept code, as JSON; the data follow in this order. */
type Head = readonly (readonly [file: string, as: string, sum: number, length: number])[]

/** Node's loader of CommonJS, as far as it compiles the text of a file and runs it. */
interface Loader {
  _compile: (this: NodeJS.Module, text: string, file: string, format?: string) => unknown
}

/** What is kept in this file; less or nothing where it is missing or not as it was written. */
function readKept(file: string): KeptFiles {
  try {
    const bytes = readFileSync(file)
    let at = bytes.indexOf('\n') + 1
    const head = JSON.parse(bytes.toString('utf8', 0, at)) as Head
    return new Map(
      head.map(([name, as, sum, length]) => [name, { as, sum, data: bytes.subarray(at, (at += length)) }]),
    )
  } catch {
    return new Map() // there is none yet, or its first line is damaged: it is made anew
  }
}

/** Puts it in the place of what was there: another start reads the one or the other. */
function writeKept(file: string, kept: KeptFiles): void {
  const head: Head = [...kept].map(([name, { as, sum, data }]) => [name, as, sum, data.length])
  const parts = [Buffer.from(`${JSON.stringify(head)}\n`), ...[...kept.values()].map(({ data }) => data)]
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
const sound = (kept: Kept | undefined, as: string): Buffer | undefined =>
  kept?.as === as && crc32(kept.data) === kept.sum ? kept.data : undefined

/**
 * From here on the files of the program are compiled from what V8 had made of them at the end of an earlier run of this command, so with
 * the functions that ran (Node's own cache has a file as it was before it ran). Files that are not kept are added when the run ends well.
 * `folder` is that of `codeCacheFolder`: whoever writes there decides what runs.
 */
export function keepCode(folder: string, program: string, command: string): void {
  const file = join(folder, `${command}-${crc32(program).toString(16)}`)
  // A server does not hold it for long: it is read again in the rare case that it is needed after its start.
  let held = new WeakRef(readKept(file))
  const kept = (): KeptFiles => {
    const there = held.deref() ?? readKept(file)
    held = new WeakRef(there)
    return there
  }
  const compiled = new Map<string, readonly [as: string, script: Script]>()
  const loader = Module.prototype as unknown as Loader
  const { _compile: compile } = loader
  loader._compile = function (text, name, format) {
    if (!name.startsWith(program + sep)) return compile.call(this, text, name, format)
    const as = versionOf(name)
    const cachedData = sound(kept().get(name), as)
    const script = new Script(Module.wrap(text), { filename: name, ...(cachedData && { cachedData }) })
    if (script.cachedDataRejected !== false) compiled.set(name, [as, script])
    const run = script.runInThisContext() as (this: unknown, ...given: readonly unknown[]) => unknown
    const require = (id: string): unknown => this.require(id)
    return run.call(this.exports, this.exports, require, this, name, dirname(name))
  }
  process.on('exit', (code) => {
    if (compiled.size === 0 || code !== 0) return
    const all = new Map([...kept()].filter(([name]) => existsSync(name)))
    for (const [name, [as, script]] of compiled) {
      const data = script.createCachedData()
      all.set(name, { as, sum: crc32(data), data })
    }
    writeKept(file, all)
  })
}
