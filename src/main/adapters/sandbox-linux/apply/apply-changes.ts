import { renameSync } from 'node:fs'
import type { AppliedChanges } from '../../../core/run/kept-changes'
import { eachByItself } from '../../own-process/each-by-itself'
import { Turns } from '../../own-process/turns'
import { bytesOf } from '../byte-path'
import { listTree, markOf } from '../rehearsal/listed-tree'
import { type Before, type KnownFolder, type Made, type Step, hashOf } from './change-set'
import { holdFolder, type HeldFolder } from './hold-folder'
import {
  claimLeftJournals,
  noteLeft,
  openJournal,
  type Journal,
  type LeftJournal,
  type NotedMade,
  type NotedStep,
} from './apply-journal'
import { madeRepository } from './made-repository'
import { CopyChanged, countOf, putMade, without } from './put-made'
import { readMerged, type Merge } from './merge-parts'
import { besideNames, chmodThing, clearBeside, giveName, isMade, notedMade, takeBack } from './take-back'

/** These are not what they were any more. */
class Changed extends Error {
  readonly paths: readonly string[]
  constructor(paths: readonly string[]) {
    super('changed')
    this.paths = paths
  }
}

/** The folders of steps, held one at a time: steps of one folder follow one another. */
class Folders {
  #held: { readonly key: string; readonly folder: HeldFolder } | undefined

  /** The folder, which must still be what and where it was. */
  of({ path, dev, ino }: KnownFolder): HeldFolder {
    if (this.#held?.key === path) return this.#held.folder
    this.close()
    const folder = holdFolder(path, dev, ino)
    if (!folder) throw new Changed([path])
    this.#held = { key: path, folder }
    return folder
  }

  close(): void {
    this.#held?.folder.close()
    this.#held = undefined
  }
}

const noted = ({ folder, name, before, made, mode }: Step): NotedStep => ({
  ...{ folder, name, comes: made !== undefined },
  ...(before && { before: { dev: before.dev, ino: before.ino, mode: before.mode } }),
  ...(mode !== undefined && { mode }),
})

/** What is left of the steps, each folder's together and modes last, the deepest first: a folder may be closed by its own. */
function chosen(steps: readonly Step[], leaveOut: ReadonlySet<string>): readonly Step[] {
  return steps
    .flatMap((step): Step[] => {
      if (leaveOut.has(step.path)) return []
      const made: Made | undefined = step.made && without(step.made, leaveOut)
      return [{ ...step, ...(made && { made }) }]
    })
    .sort((one, other) => {
      const last = Number(one.mode !== undefined) - Number(other.mode !== undefined)
      if (last !== 0) return last
      const order = one.folder.path < other.folder.path ? -1 : Number(one.folder.path !== other.folder.path)
      return one.mode === undefined ? order : -order
    })
}

/** Whether the thing is what it was, by its marks and, where these are known, by its content and all that is in it. */
async function isStill(folder: HeldFolder, name: string, before: Before, renamed: boolean): Promise<boolean> {
  const found = folder.look(name)
  if (!found || markOf(found, renamed) !== (renamed ? before.renamed : before.mark)) return false
  if (before.hash !== undefined && hashOf(Buffer.from(folder.at(name))) !== before.hash) return false
  return (
    before.tree === undefined || (await listTree(bytesOf(folder.at(name)), Infinity)).marks === before.tree
  )
}

class Applying {
  readonly #steps: readonly Step[]
  readonly #journal: Journal
  readonly #folders = new Folders()
  readonly #turns = new Turns()
  readonly #made = new Map<number, NotedMade>()
  readonly #merges: ReadonlyMap<string, Merge>
  readonly #merged = new Map<number, Buffer>()

  constructor(steps: readonly Step[], merges: ReadonlyMap<string, Merge>, journal: Journal) {
    this.#steps = steps
    this.#merges = merges
    this.#journal = journal
  }

  /** All of it. Throws when it cannot be, and what was begun must be taken back then. */
  async run(): Promise<void> {
    try {
      await this.#check()
      this.#journal.begin(this.#steps.map(noted))
      await this.#lay()
      this.#journal.laid(this.#made)
      await this.#exchange()
      this.#journal.done()
    } finally {
      this.#folders.close()
    }
  }

  async #each(work: (step: Step, number: number, folder: HeldFolder) => Promise<void> | void): Promise<void> {
    for (const [number, step] of this.#steps.entries()) {
      await this.#turns.give()
      await work(step, number, this.#folders.of(step.folder))
    }
  }

  /** Whether every place is what it was. Changes nothing. */
  async #check(): Promise<void> {
    const changed: string[] = []
    const merges = new Set(this.#merges.keys())
    await this.#each(async (step, number, folder) => {
      const { before, name, path } = step
      const still = before ? await isStill(folder, name, before, false) : folder.look(name) === undefined
      const merge = this.#merges.get(path)
      const merged = still && merge ? await readMerged(step, folder.at(name), merge) : undefined
      if (merged) {
        this.#merged.set(number, merged)
        merges.delete(path)
      } else if (!still || merge) changed.push(path)
    })
    // What is not among the steps by itself cannot be taken in part.
    for (const path of merges) if (!changed.includes(path)) changed.push(path)
    if (changed.length > 0) throw new Changed(changed)
    // What was missing for one may have come since it was rehearsed.
    const repository = madeRepository(this.#steps)
    if (repository !== undefined) throw new Changed([repository])
  }

  /** Everything that is to come lies beside its place. */
  async #lay(): Promise<void> {
    await this.#each(async ({ made }, number, folder) => {
      if (!made) return
      const { fresh } = besideNames(this.#journal.id, number)
      await putMade(folder, fresh, made, { turns: this.#turns, bytes: this.#merged.get(number) })
      const laid = await notedMade(folder, fresh, countOf(made))
      if (!laid) throw new Changed([made.path])
      this.#made.set(number, laid)
    })
  }

  async #exchange(): Promise<void> {
    await this.#each(async ({ before, made, mode, name, path }, number, folder) => {
      if (mode !== undefined) {
        if (!before || !(await isStill(folder, name, before, false))) throw new Changed([path])
        this.#journal.gives(number)
        chmodThing(folder, name, mode, before)
        return
      }
      const { fresh, kept } = besideNames(this.#journal.id, number)
      if (before) {
        const now = folder.look(name)
        if (!now || markOf(now, false) !== before.mark) throw new Changed([path])
        renameSync(folder.at(name), folder.at(kept))
        if (!(await isStill(folder, kept, before, true))) throw new Changed([path])
      }
      const ours = this.#made.get(number)
      if (!made || !ours) return
      if (!(await isMade(folder, fresh, ours))) throw new Changed([path])
      try {
        giveName(folder, fresh, name)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new Changed([path])
        throw error
      }
    })
  }
}

/** What the engine does with a set of changes besides putting it in place. */
export interface ApplyPlace {
  /** The folder of journals in the engine's home. */
  readonly journals: string
  /** What becomes of files of which not all is taken, by path; absent: all is. */
  readonly merges?: ReadonlyMap<string, Merge>
}

/**
 * Puts the steps in place, less what is left out: all of them or none. With a journal, by which the next start takes back what a
 * killed engine was in the middle of. Never rejects.
 */
export async function applySteps(
  steps: readonly Step[],
  leaveOut: ReadonlySet<string>,
  { journals, merges = new Map() }: ApplyPlace,
): Promise<AppliedChanges> {
  let journal: Journal | undefined
  try {
    journal = openJournal(journals)
    await new Applying(chosen(steps, leaveOut), merges, journal).run()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return notApplied(error, journal)
  }
  await settled(journal)
  return { kind: 'applied' }
}

async function notApplied(error: Error, journal: Journal | undefined): Promise<AppliedChanges> {
  let left: readonly string[] = []
  try {
    const found = journal?.read()
    if (found) left = await takeBack(found)
    if (left.length === 0) journal?.end()
  } catch (also) {
    // The next start goes on with it: the journal is still there.
    return { kind: 'failed', reason: `${error.message}; ${String(also)}`, left }
  }
  if (error instanceof Changed && left.length === 0) return { kind: 'changed', paths: error.paths }
  const reason = error instanceof CopyChanged ? 'the copies are not what they were' : error.message
  return { kind: 'failed', reason, ...(left.length > 0 && { left }) }
}

/** Clears away after what is done. What fails here changes nothing, and the next start tries it again. */
async function settled(journal: Journal): Promise<void> {
  try {
    const found = journal.read()
    if (found) await clearBeside(found)
    journal.end()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}

/**
 * Finishes or takes back what killed engines were in the middle of putting in place, each by itself. Returns the paths that could not be put back,
 * beside which lies what was there, and of a journal that cannot be read where it is put; they are noted until `takeLeft` gives them. With what the file
 * system throws the next start goes on.
 */
export async function clearLeftApplies(journals: string): Promise<readonly string[]> {
  const left: string[] = []
  const note = (paths: readonly string[]): void => {
    noteLeft(journals, paths)
    left.push(...paths)
  }
  await eachByItself(claimLeftJournals(journals), async (journal) => {
    let found: LeftJournal | undefined
    try {
      found = journal.read()
    } catch (error) {
      if (!(error instanceof Error) || 'code' in error) throw error
      note([journal.putAside()])
      return
    }
    if (found?.done === true) await clearBeside(found)
    else if (found) note(await takeBack(found))
    journal.end()
  }).catch((error: unknown) => {
    note([String(error)])
  })
  return left
}
