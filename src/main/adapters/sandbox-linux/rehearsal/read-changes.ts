import { writeFileSync, type Stats } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import type { RehearsalChange, RehearsalLimit } from '@shared/domain/rehearsal'
import type { FoundChange } from '../../../core/rehearsal/find-moved'
import { Turns } from '../../own-process/turns'
import { runTool } from '../../process-execa/run-tool'
import { bytesOf, inFolder, onDisk, textOf, type BytePath } from '../byte-path'
import type { Made } from '../mounts/journal'
import { forgets } from './git-records'
import { listTree, lookAtPath, namesIn, sameContent, sameLink, typeOf, type ListedTree } from './listed-tree'

/** Longer paths cannot be handed to the kernel in one. */
const longestPath = 3_800

/** One overlay: the place as it is, and the folder that holds what differs. */
export interface ViewedPlace {
  readonly place: string
  readonly upper: string
}

/** What reading takes. `view` is the program of that name; `missing` was made for the command, and is none of its making. */
export interface ReadingParts {
  readonly viewed: readonly ViewedPlace[]
  readonly missing: readonly Made[]
  readonly maxEntries: number
  readonly view: string
  readonly staging: string
}

/** Permissions as four octal digits. */
export interface ChangedModes {
  readonly before: string
  readonly after: string
}

/** What a command changed, and what could not be looked at. `over`: there was more than the bound, and the rest is left out. */
export interface ReadChanges {
  readonly found: readonly FoundChange[]
  /** The same, as they were read. */
  readonly read: readonly ReadChange[]
  /** The permissions of what has others now, by its path. */
  readonly modes: ReadonlyMap<string, ChangedModes>
  readonly limits: readonly RehearsalLimit[]
  readonly over: boolean
}

interface Pair {
  readonly upper: BytePath
  readonly lower: BytePath
}

interface Merged extends Pair {
  /** The merged folder around it, by its place in the list; -1: none. */
  readonly around: number
}

/**
 * A change with what it was read from, before moves are told: where it lies in the upper (of a deletion: in the real world), what it
 * was there before the reading opened anything, and what the real one was.
 */
export interface ReadChange {
  readonly change: RehearsalChange
  readonly path: BytePath
  readonly at: BytePath
  readonly above?: Stats
  readonly below?: Stats
  readonly tree?: ListedTree
}

const permissions = (stats: Stats): number => stats.mode & 0o7777
const octal = (stats: Stats): string => permissions(stats).toString(8).padStart(4, '0')
const isWhiteout = (stats: Stats): boolean => stats.isCharacterDevice() && stats.rdev === 0

/** Reads the upper folders of a rehearsal into changes of the real places. Only the uppers are ever written to. */
class ChangeReader {
  readonly #parts: ReadingParts
  readonly #placeholders: ReadonlyMap<string, Made>
  readonly #raw: ReadChange[] = []
  readonly #limits: RehearsalLimit[] = []
  readonly #modes = new Map<string, ChangedModes>()
  readonly #merged: Merged[] = []
  readonly #turns = new Turns()
  #left: number

  constructor(parts: ReadingParts) {
    this.#parts = parts
    this.#left = parts.maxEntries
    this.#placeholders = new Map(parts.missing.map((made) => [made.path, made]))
  }

  async read(): Promise<ReadChanges> {
    for (const { place, upper } of this.#parts.viewed) {
      const pair = { upper: bytesOf(upper), lower: bytesOf(place) }
      const [above, below] = [lookAtPath(pair.upper), lookAtPath(pair.lower)]
      if (above && below && permissions(above) !== permissions(below))
        this.#note(pair, { kind: 'mode' }, above, below)
      await this.#folder(pair, -1, true)
    }
    await this.#opaque()
    const found = await this.#withMoves()
    return { found, read: this.#raw, modes: this.#modes, limits: this.#limits, over: this.#left < 0 }
  }

  /** What is new or has another content, with whether git forgets something by it. */
  async #written(pair: Pair, kind: 'created' | 'changed', above: Stats, below?: Stats): Promise<void> {
    const isForgetful = above.isFile() && (await forgets(pair))
    this.#note(pair, isForgetful ? { kind, forgets: true } : { kind }, above, below)
  }

  #note(
    { upper, lower }: Pair,
    what: Pick<RehearsalChange, 'kind' | 'forgets'>,
    above: Stats,
    below?: Stats,
  ): void {
    const bytes = above.isDirectory() ? 0 : above.size
    const change = { path: textOf(lower), ...what, type: typeOf(above), bytes }
    this.#raw.push({ change, path: lower, at: upper, above, ...(below && { below }) })
  }

  /** Goes through a folder of an upper. `merged`: the real one is still seen through it. */
  async #folder(pair: Pair, around: number, merged: boolean): Promise<void> {
    if (pair.upper.length > longestPath || pair.lower.length > longestPath) {
      this.#limits.push({ kind: 'too-deep', path: textOf(pair.lower) })
      return
    }
    const at = merged ? this.#merged.push({ ...pair, around }) - 1 : -1
    // What a command closed is opened here: it is thrown away.
    await chmod(onDisk(pair.upper), 0o700).catch(() => undefined)
    for (const name of namesIn(pair.upper)) {
      this.#left -= 1
      if (this.#left < 0) return
      await this.#turns.give()
      const child = { upper: inFolder(pair.upper, name), lower: inFolder(pair.lower, name) }
      const above = lookAtPath(child.upper)
      if (above) await this.#entry(child, above, at)
    }
  }

  async #entry(pair: Pair, above: Stats, around: number): Promise<void> {
    // In a folder that is new, a path could lead on through a link that was there before.
    const below = around === -1 ? undefined : lookAtPath(pair.lower)
    if (isWhiteout(above)) {
      if (below) await this.#deleted(pair, below)
      return
    }
    if (!below) {
      if (!this.#isPlaceholder(pair, above)) await this.#written(pair, 'created', above)
      if (above.isDirectory()) await this.#folder(pair, -1, false)
      return
    }
    if (typeOf(above) !== typeOf(below)) {
      await this.#deleted(pair, below)
      await this.#written(pair, 'created', above)
      if (above.isDirectory()) await this.#folder(pair, -1, false)
      return
    }
    if (permissions(above) !== permissions(below))
      this.#modes.set(textOf(pair.lower), { before: octal(below), after: octal(above) })
    const same = await this.#sameThing(pair, above, below)
    if (!same) {
      await this.#written(pair, 'changed', above, below)
      if (above.isFile() && below.nlink > 1)
        this.#limits.push({ kind: 'hard-links', path: textOf(pair.lower) })
    } else if (!above.isSymbolicLink() && permissions(above) !== permissions(below))
      this.#note(pair, { kind: 'mode' }, above, below)
    // A copy that nobody wrote to keeps the time of the last write.
    else if (above.isFile() && above.mtimeMs === below.mtimeMs)
      this.#limits.push({ kind: 'attributes', path: textOf(pair.lower) })
    if (above.isDirectory()) await this.#folder(pair, around, true)
  }

  async #sameThing({ upper, lower }: Pair, above: Stats, below: Stats): Promise<boolean> {
    if (above.isFile()) {
      if (above.size !== below.size) return false
      // What may not be read as its mode stands now is a copy that can be thrown away.
      if ((above.mode & 0o400) === 0) await chmod(onDisk(upper), 0o600).catch(() => undefined)
      return sameContent(upper, lower)
    }
    return above.isSymbolicLink() ? sameLink(upper, lower) : true
  }

  #isPlaceholder({ upper, lower }: Pair, above: Stats): boolean {
    const made = this.#placeholders.get(textOf(lower))
    if (!made) return false
    if (made.kind === 'folder') return above.isDirectory() && namesIn(upper).length === 0
    return above.isFile() && above.size === Buffer.byteLength(made.content)
  }

  async #deleted({ lower }: Pair, below: Stats): Promise<void> {
    const path = textOf(lower)
    const tree = await listTree(lower, this.#parts.maxEntries)
    if (tree.shape === undefined) this.#limits.push({ kind: 'not-counted', path })
    const change = { path, kind: 'deleted' as const, type: typeOf(below), bytes: tree.bytes }
    const files = below.isDirectory() ? { files: tree.files } : {}
    this.#raw.push({ change: { ...change, ...files }, path: lower, at: lower, below, tree })
  }

  /** In a folder that was removed and made again, everything goes that was not made again. */
  async #opaque(): Promise<void> {
    // A place itself is a mount, and cannot have been: without folders below there is nothing to ask.
    if (this.#merged.every(({ around }) => around === -1)) return
    const { staging, view } = this.#parts
    const list = join(staging, 'folders')
    writeFileSync(list, Buffer.concat(this.#merged.map(({ upper }) => Buffer.concat([onDisk(upper), nul]))))
    const { code, printed } = await runTool(view, ['opaque', list], {
      env: {},
      ms: 10_000,
      maxBytes: this.#merged.length + 1_024,
      background: false,
    })
    if (code !== 0 || printed.length !== this.#merged.length)
      throw new Error('which folders were made anew cannot be told')
    const opaque: boolean[] = []
    for (const [at, { around, upper, lower }] of this.#merged.entries()) {
      opaque.push(printed[at] === '1' || opaque[around] === true)
      if (!opaque[at]) continue
      const made = new Set(namesIn(upper))
      for (const name of namesIn(lower)) {
        if (made.has(name)) continue
        await this.#turns.give()
        const child = { upper: inFolder(upper, name), lower: inFolder(lower, name) }
        const below = lookAtPath(child.lower)
        if (below) await this.#deleted(child, below)
      }
    }
  }

  /** Tells what is the same thing elsewhere: same shape, only one of each, and the same content when it is read. */
  async #withMoves(): Promise<readonly FoundChange[]> {
    const gone = this.#raw.filter(({ change }) => change.kind === 'deleted')
    const types = new Set(gone.map(({ change }) => change.type))
    const made = gone.length === 0 ? [] : this.#raw.filter(({ change }) => change.kind === 'created')
    const byShape = new Map<string, (ReadChange & { readonly tree: ListedTree })[]>()
    const add = (raw: ReadChange, tree: ListedTree | undefined): void => {
      if (tree?.shape === undefined || tree.contents.length === 0) return
      const alike = byShape.get(tree.shape)
      if (alike) alike.push({ ...raw, tree })
      else byShape.set(tree.shape, [{ ...raw, tree }])
    }
    for (const each of gone) add(each, each.tree)
    for (const each of made)
      if (types.has(each.change.type)) add(each, await listTree(each.at, this.#parts.maxEntries))
    const sameAs = new Map<RehearsalChange, string>()
    for (const [shape, [from, to, ...more]] of byShape) {
      if (!from || !to || more.length > 0 || from.change.kind === to.change.kind) continue
      if (!(await sameContents(from.tree, to.tree))) continue
      sameAs.set(from.change, shape).set(to.change, shape)
    }
    return this.#raw.map(({ change }) => {
      const same = sameAs.get(change)
      return { change, ...(same === undefined ? {} : { sameAs: same }) }
    })
  }
}

const nul = Buffer.from([0])

async function sameContents(one: ListedTree, other: ListedTree): Promise<boolean> {
  if (one.contents.length !== other.contents.length) return false
  for (const [at, path] of one.contents.entries()) {
    const opposite = other.contents[at]
    if (opposite === undefined) return false
    const link = lookAtPath(path)?.isSymbolicLink() === true
    if (!(await (link ? sameLink : sameContent)(path, opposite))) return false
  }
  return true
}

/**
 * Everything that a command changed in its view, with copies that are no changes left out. Reads the real places, following no
 * link, and changes nothing there. Throws when the program that is asked about made-anew folders fails.
 */
export function readChanges(parts: ReadingParts): Promise<ReadChanges> {
  return new ChangeReader(parts).read()
}
