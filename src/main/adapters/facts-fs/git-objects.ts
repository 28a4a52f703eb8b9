import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { lstat, readdir, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { RepositoryPlace } from './git-refs'
import { readBytes, type Look } from './read-text'

/** Larger ones are not looked into. In bytes, as they lie there and as what they hold. */
const mostLoose = 4 * 1024 * 1024
const mostInflated = 32 * 1024 * 1024
const mostIndex = 256 * 1024 * 1024

const headerBytes = 8
const fanoutBytes = 1024
const idBytes = 20

/** Whether an index of a pack (version 2) has the object. */
function isIn(index: Buffer, id: Buffer): boolean {
  if (index.length < headerBytes + fanoutBytes || index.readUInt32BE(0) !== 0xff744f63) return false
  const first = id.readUInt8(0)
  const upTo = (byte: number): number => index.readUInt32BE(headerBytes + byte * 4)
  let [from, to] = [first === 0 ? 0 : upTo(first - 1), upTo(first)]
  while (from < to) {
    const middle = (from + to) >>> 1
    const at = headerBytes + fanoutBytes + middle * idBytes
    const order = index.subarray(at, at + idBytes).compare(id)
    if (order === 0) return true
    if (order < 0) from = middle + 1
    else to = middle
  }
  return false
}

/**
 * The objects that a repository has by itself: an index can say of a file that it is known though git has nothing of it (`git update-index --info-only`). What
 * lies by itself is read and compared; of a pack its index is believed. What lies elsewhere, by a link or in a store that the repository names
 * (`objects/info/alternates`), goes with that place, and whoever writes here can name any.
 */
export class GitObjects {
  readonly #look: Look
  readonly #own: string
  readonly #real: Promise<string>
  #packs: Promise<readonly Buffer[] | undefined> | undefined

  constructor({ commonDir }: Pick<RepositoryPlace, 'commonDir'>, look: Look) {
    this.#look = look
    this.#own = join(commonDir, 'objects')
    this.#real = realpath(commonDir).then(
      (real) => join(real, 'objects'),
      () => '',
    )
  }

  /** Whether git could give back what this id, of SHA-1 and in hex, stands for; undefined: it could not be told. Never throws. */
  async has(id: string): Promise<boolean | undefined> {
    try {
      return await this.#look.deadline.race(() => this.#find(id))
    } catch (error) {
      if (error instanceof Error && ('code' in error || error instanceof RangeError)) return undefined
      throw error
    }
  }

  async #find(id: string): Promise<boolean | undefined> {
    // What goes with a folder is known to be a repository's by this name (`gone-files.ts`).
    if (!(await this.#real).split(sep).includes('.git')) return undefined
    const [folder, name] = [id.slice(0, 2), id.slice(2)]
    const path = join(this.#own, folder, name)
    if (await isThere(path)) {
      if (!(await this.#isOwn(folder, name))) return undefined
      const bytes = await readBytes(path, mostLoose, this.#look, 'judge')
      if (typeof bytes === 'string') return undefined
      const held = inflateSync(bytes, { maxOutputLength: mostInflated })
      return createHash('sha1').update(held).digest('hex') === id
    }
    this.#packs ??= this.#readPacks()
    const packs = await this.#packs
    if (!packs) return undefined
    const binary = Buffer.from(id, 'hex')
    if (packs.some((index) => isIn(index, binary))) return true
    return (await isThere(join(this.#own, 'info', 'alternates'))) ? undefined : false
  }

  /** Whether what has this name among the objects lies there, and not where a link leads. */
  async #isOwn(...names: readonly string[]): Promise<boolean> {
    return (await realpath(join(this.#own, ...names))) === join(await this.#real, ...names)
  }

  /** The indexes of all packs; undefined: the packs lie elsewhere. */
  async #readPacks(): Promise<readonly Buffer[] | undefined> {
    const at = join(this.#own, 'pack')
    const names = new Set(await readdir(at).catch((): string[] => []))
    if (names.size > 0 && !(await this.#isOwn('pack'))) return undefined
    const found: Buffer[] = []
    for (const name of names) {
      const pack = name.replace(/\.idx$/, '.pack')
      if (!name.endsWith('.idx') || !names.has(pack) || !(await this.#isOwn('pack', pack))) continue
      const bytes = await readBytes(join(at, name), mostIndex, this.#look, 'judge')
      if (typeof bytes !== 'string') found.push(bytes)
    }
    return found
  }
}

const isThere = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined)) !== undefined
