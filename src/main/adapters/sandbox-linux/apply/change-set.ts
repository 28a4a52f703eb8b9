import { createHash } from 'node:crypto'
import { chmod } from 'node:fs/promises'
import { dirname } from 'node:path'
import { closeSync, constants, fstatSync, readSync } from 'node:fs'
// oxlint-disable-next-line countersign/no-restricted-imports -- opened without waiting and without following, and looked at before it is read
import { openSync } from 'node:fs'
import type { NotKept } from '../../../core/run/kept-changes'
import type { NotAppliedBecause } from '@shared/domain/request-rehearsal'
import { bytesOf, onDisk, sameAsText, textOf } from '../byte-path'
import { lookAtPath, markOf } from '../rehearsal/listed-tree'
import type { ReadChange } from '../rehearsal/read-changes'
import { runTool } from '../../process-execa/run-tool'
import { isGuardedName } from './guarded-paths'
import { madeRepository } from './made-repository'

/** Something that comes, with all that is in it. `from` is our own copy of it, and `mark` what that copy is. */
export interface Made {
  readonly path: string
  readonly name: string
  readonly type: 'file' | 'link' | 'folder'
  readonly from: string
  readonly mark: string
  readonly mode: number
  /** In seconds. */
  readonly mtime: number
  readonly children: Made[]
}

/**
 * What is there before a step: `mark` of it as it lies there, `renamed` under another name. `tree` are the marks of all in a folder, `hash`
 * the content of a small file.
 */
export interface Before {
  readonly dev: number
  readonly ino: number
  readonly mode: number
  readonly isFolder: boolean
  readonly mark: string
  readonly renamed: string
  readonly tree?: string
  readonly hash?: string
}

/** A folder by what it is, not by its path alone. */
export interface KnownFolder {
  readonly path: string
  readonly dev: number
  readonly ino: number
}

/** One name in one folder that becomes another thing: `before` goes, `made` comes, or it keeps what it is and gets `mode`. */
export interface Step {
  readonly folder: KnownFolder
  readonly name: string
  readonly path: string
  readonly before?: Before
  readonly made?: Made
  readonly mode?: number
}

/** Everything that a command changed, as steps that can be done. */
export interface ChangeSet {
  readonly id: string
  readonly steps: readonly Step[]
}

/**
 * What a change set is made with. `guarded` tells the paths that are left alone; `owner` is who the engine runs as; `began` is when the command was
 * started, in whole milliseconds since the epoch.
 */
export interface ChangeSetRules {
  readonly guarded: (path: string, type: string) => boolean
  readonly owner: number
  readonly began: number
}

/** Small files that are replaced are known by their content as well, up to so much of them together. */
const hashed = { eachBytes: 1_048_576, allBytes: 67_108_864 } as const
const specialModes = 0o7000

class Refused extends Error {
  readonly because: NotAppliedBecause
  readonly path: string
  constructor(because: NotAppliedBecause, path: string) {
    super(because)
    this.because = because
    this.path = path
  }
}

class SetMaker {
  readonly #rules: ChangeSetRules
  readonly #folders = new Map<string, KnownFolder>()
  readonly #made = new Map<string, Made>()
  readonly #steps = new Map<string, Step>()
  #toHash: number = hashed.allBytes

  constructor(rules: ChangeSetRules) {
    this.#rules = rules
  }

  async make(read: readonly ReadChange[]): Promise<ChangeSet> {
    for (const each of read) await this.#add(each)
    const steps = [...this.#steps.values()]
    const listed = await firstWithAccessList(
      steps.flatMap(({ path, before, made }) => (before && made && !before.isFolder ? [path] : [])),
    )
    if (listed !== undefined) throw new Refused('special', listed)
    const repository = madeRepository(steps)
    if (repository !== undefined) throw new Refused('guarded', repository)
    const id = createHash('sha256').update(JSON.stringify(steps)).digest('hex')
    return { id, steps }
  }

  async #add(each: ReadChange): Promise<void> {
    const { kind, type } = each.change
    const path = sameAsText(each.path)
    if (path === undefined) throw new Refused('name', textOf(each.path))
    if (this.#rules.guarded(path, type)) throw new Refused('guarded', path)
    switch (kind) {
      case 'deleted':
        this.#put(path, { before: this.#beforeOf(each, path) })
        break
      case 'created':
        await this.#created(each, path)
        break
      case 'changed':
        if (each.below?.isFile() === true && each.below.nlink > 1) throw new Refused('hard-links', path)
        this.#put(path, {
          before: this.#beforeOf(each, path),
          made: await this.#madeOf(each, path),
        })
        break
      case 'mode':
        this.#mode(each, path)
        break
      case 'moved':
        throw new Refused('special', path)
    }
  }

  async #created(each: ReadChange, path: string): Promise<void> {
    const made = await this.#madeOf(each, path)
    const around = this.#made.get(dirname(path))
    this.#made.set(path, made)
    if (around) around.children.push(made)
    else this.#put(path, { made })
  }

  #mode({ above, below }: ReadChange, path: string): void {
    if (!above || !below) throw new Refused('moved-away', path)
    this.#untouched(path, below.ctimeMs)
    if (((above.mode | below.mode) & specialModes) !== 0) throw new Refused('special', path)
    if (below.uid !== this.#rules.owner) throw new Refused('owner', path)
    const { dev, ino, mode } = below
    const [mark, renamed] = [markOf(below, false), markOf(below, true)]
    const before = { dev, ino, mode: mode & 0o777, isFolder: below.isDirectory(), mark, renamed }
    this.#put(path, { before, mode: above.mode & 0o777 })
  }

  #beforeOf({ path: at, below, tree }: ReadChange, path: string): Before {
    if (!below) throw new Refused('moved-away', path)
    this.#untouched(path, tree?.touched ?? below.ctimeMs)
    const guarded = tree && [...tree.names].find(isGuardedName)
    if (guarded !== undefined) throw new Refused('guarded', `${path}/…/${guarded}`)
    const isFolder = below.isDirectory()
    const marks = tree?.marks
    if (isFolder && marks === undefined) throw new Refused('limits', path)
    const hash = below.isFile() && tree === undefined ? this.#hash(at, below.size) : undefined
    return {
      ...{ dev: below.dev, ino: below.ino, mode: below.mode & 0o777, isFolder },
      ...{ mark: markOf(below, false), renamed: markOf(below, true) },
      ...(isFolder && marks !== undefined && { tree: marks }),
      ...(hash !== undefined && { hash }),
    }
  }

  /** What somebody changed while the command ran, it may not have seen: what it left would be put over that. */
  #untouched(path: string, changedMs: number): void {
    if (Math.floor(changedMs) > this.#rules.began) throw new Refused('moved-away', path)
  }

  #hash(at: ReadChange['path'], size: number): string | undefined {
    if (size > hashed.eachBytes || size > this.#toHash) return undefined
    this.#toHash -= size
    return hashOf(onDisk(at))
  }

  async #madeOf({ change, at, above, below }: ReadChange, path: string): Promise<Made> {
    const { type } = change
    const from = sameAsText(at)
    // What nobody may read is opened in our own copy, as in the reading of changes.
    if (type === 'file' && ((above?.mode ?? 0) & 0o400) === 0) await chmod(onDisk(at), 0o600)
    const now = lookAtPath(at)
    if (!above || !now || from === undefined) throw new Refused('moved-away', path)
    if (type !== 'file' && type !== 'folder' && type !== 'link') throw new Refused('special', path)
    if (type !== 'link' && (above.mode & specialModes) !== 0) throw new Refused('special', path)
    if (type === 'file' && above.nlink > 1) throw new Refused('hard-links', path)
    const replaced = change.kind === 'changed' ? below : undefined
    if (
      above.uid !== this.#rules.owner ||
      (replaced && (replaced.uid !== above.uid || replaced.gid !== above.gid))
    )
      throw new Refused('owner', path)
    const name = path.slice(path.lastIndexOf('/') + 1)
    const mode = above.mode & 0o777
    return {
      path,
      name,
      type,
      from,
      mark: markOf(now, false),
      mode,
      mtime: above.mtimeMs / 1000,
      children: [],
    }
  }

  #put(path: string, what: Pick<Step, 'before' | 'made' | 'mode'>): void {
    const there = this.#steps.get(path)
    const [folder, name] = [this.#folder(dirname(path)), path.slice(path.lastIndexOf('/') + 1)]
    this.#steps.set(path, { ...there, folder, name, path, ...what })
  }

  #folder(path: string): KnownFolder {
    const known = this.#folders.get(path)
    if (known) return known
    const found = lookAtPath(bytesOf(path))
    if (found?.isDirectory() !== true) throw new Refused('moved-away', path)
    const folder = { path, dev: found.dev, ino: found.ino }
    this.#folders.set(path, folder)
    return folder
  }
}

const blockBytes = 262_144

/** The SHA-256 of a regular file; undefined for anything else, and for what cannot be read. Never follows a link or waits. */
export function hashOf(path: Buffer): string | undefined {
  let fd: number | undefined
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    if (!fstatSync(fd).isFile()) return undefined
    const hash = createHash('sha256')
    const block = Buffer.allocUnsafe(blockBytes)
    for (let got = readSync(fd, block); got > 0; got = readSync(fd, block))
      hash.update(block.subarray(0, got))
    return hash.digest('hex')
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

const limits = { env: { LC_ALL: 'C' }, ms: 10_000, maxBytes: 67_108_864, background: false }
/** So many paths fit into one call, however long they are. */
const atOnce = 250

/**
 * The first of these paths whose rights are more than its mode says, or cannot be told. Of a file with an access list the mode has the most that
 * the list gives anybody in the place of its group's rights: another file with that mode gives these to the group. `ls` tells it
 * by a plus behind the mode; names are written without line ends.
 */
async function firstWithAccessList(paths: readonly string[]): Promise<string | undefined> {
  for (let from = 0; from < paths.length; from += atOnce) {
    const some = paths.slice(from, from + atOnce)
    const { code, printed } = await runTool('/bin/ls', ['-ldnUb', '--', ...some], limits)
    const lines = printed.split('\n')
    const found = some.find((_, at) => !/^[-l][-rwxsStT]{9}[ .]/.test(lines[at] ?? ''))
    if (found !== undefined) return found
    if (code !== 0) return some[0]
  }
  return undefined
}

/** The steps of what was read, or why it can only come about by a run. Reads, and changes nothing. */
export async function makeChangeSet(
  read: readonly ReadChange[],
  rules: ChangeSetRules,
): Promise<ChangeSet | NotKept> {
  try {
    return await new SetMaker(rules).make(read)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { kind: 'not-kept', because: error.because, path: error.path }
  }
}
