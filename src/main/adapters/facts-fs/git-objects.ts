import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { RepositoryPlace } from './git-refs'
import { readBytes, readText, type Look } from './read-text'

/** Larger ones are not looked into. In bytes, as they lie there and as what they hold. */
const mostLoose = 4 * 1024 * 1024
const mostInflated = 32 * 1024 * 1024
const mostIndex = 256 * 1024 * 1024
/** Other folders of objects that a repository may name. */
const mostAlternates = 8

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
 * The objects that a repository has: an index can say of a file that it is known though git has nothing of it (`git update-index --info-only`). What
 * lies by itself is read and compared; of a pack its index is believed.
 */
export class GitObjects {
  readonly #look: Look
  readonly #folders: Promise<readonly string[]>
  #packs: Promise<readonly Buffer[]> | undefined

  constructor({ commonDir }: Pick<RepositoryPlace, 'commonDir'>, look: Look) {
    this.#look = look
    this.#folders = this.#foldersFrom(join(commonDir, 'objects'))
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
    for (const folder of await this.#folders) {
      const path = join(folder, id.slice(0, 2), id.slice(2))
      if (!(await stat(path).catch(() => undefined))) continue
      const bytes = await readBytes(path, mostLoose, this.#look, 'judge')
      if (typeof bytes === 'string') return undefined
      const held = inflateSync(bytes, { maxOutputLength: mostInflated })
      return createHash('sha1').update(held).digest('hex') === id
    }
    this.#packs ??= this.#readPacks()
    const binary = Buffer.from(id, 'hex')
    return (await this.#packs).some((index) => isIn(index, binary))
  }

  async #foldersFrom(own: string): Promise<readonly string[]> {
    const read = await readText(join(own, 'info', 'alternates'), this.#look, 'judge')
    if (read.kind === 'not-read') return [own]
    const named = read.text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    return [own, ...named.slice(0, mostAlternates).map((line) => resolve(own, line))]
  }

  async #readPacks(): Promise<readonly Buffer[]> {
    const found: Buffer[] = []
    for (const folder of await this.#folders) {
      const at = join(folder, 'pack')
      const names = new Set(await readdir(at).catch((): string[] => []))
      for (const name of names) {
        if (!name.endsWith('.idx') || !names.has(name.replace(/\.idx$/, '.pack'))) continue
        const bytes = await readBytes(join(at, name), mostIndex, this.#look, 'judge')
        if (typeof bytes !== 'string') found.push(bytes)
      }
    }
    return found
  }
}
