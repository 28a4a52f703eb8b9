import { lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FaultError } from '@shared/domain/fault'
import type { Restored, RestoreWay } from '@shared/domain/turn-restore'
import { leftByBefore } from '../../core/checkpoints/left-by-before'
import { mostNamed } from '../../core/checkpoints/turn-checkpoints'
import { planUndo, restoredFiles, sortKept } from '../../core/preimages/plan-undo'
import type { KeptRun, PreimageLook, Preimages, RunToKeep, UndoableRun } from '../../core/preimages/preimages'
import type { Log } from '../../core/ports/system'
import { isWithin } from '../../core/shell/paths'
import { readable } from '../../core/text/readable-path'
import { isLeftBehind, ownPrefix } from '../own-process/process-name'
import { bytesOf, codeOf, isRoot } from './held-folder'
import { changedPaths, keepPlaces, packedAnew } from './keep-places'
import { mendLeft, takeLeft, isRestoring } from './restore-journal'
import { statesNow } from './restore-paths'
import { putBack } from './put-back'
import { readPaths, readRecord, tidy, writeRecord, type RunRecord } from './run-record'

/** Keeps what runs write over in a home; what killed engines left there is mended first, as soon as `cleared` settles. */
export function createPreimages(
  options: Omit<PreimageOptions, 'cleared'>,
  cleared: Promise<void>,
): PreimageStore {
  const left = new PreimageStore(options)
  return new PreimageStore({ ...options, cleared: cleared.then(() => left.clearLeft()) })
}

/** What the store is built with. */
export interface PreimageOptions {
  /** The engine's own folder; nothing in it is ever kept. */
  readonly home: string
  readonly budget: () => UndoBudget
  readonly ids: { next(): string }
  readonly log: Log
  readonly now: () => number
  /** Settles when what killed engines left is cleared away. */
  readonly cleared?: Promise<void>
}

/** More than this many files and folders of one run are not kept. */
const mostEntries = 20_000

const refuse = (message: string): FaultError => new FaultError({ code: 'bad-request', message })
const reportOf = ({ id, session, folder, item, title, at, files, undone, not }: RunRecord): UndoableRun => ({
  ...{ id, session, folder, item, title, at, files, undone, not },
})

const notUsed = 'What is kept cannot be used; nothing was changed'
const notTakenBack = 'What a restore had done that was broken off cannot be taken back'

/** Where a home has its copies. */
export const preimageFolder = (home: string): string => join(home, 'preimages')

/** Kept runs as folders of a home, for its owner alone (decision 130). Needs Linux: elsewhere nothing is kept, and that is told. */
export class PreimageStore implements Preimages {
  readonly #options: PreimageOptions
  readonly #folder: string
  readonly #pending = new Set<Promise<unknown>>()

  constructor(options: PreimageOptions) {
    this.#options = options
    this.#folder = preimageFolder(options.home)
  }

  /** See Preimages. */
  limits(): { bytes: number; days: number } | undefined {
    const { bytes, ageMs } = this.#options.budget()
    return process.platform === 'linux'
      ? { bytes: bytes / 4, days: Math.round(ageMs / 86_400_000) }
      : undefined
  }

  /** See Preimages. */
  async keep({ places: wanted, ...run }: RunToKeep, signal?: AbortSignal): Promise<KeptRun> {
    const none = (why: 'unavailable'): KeptRun => ({
      id: undefined,
      not: wanted.map(({ path }) => ({ path, why })),
    })
    if (process.platform !== 'linux') return none('unavailable')
    const { ids, now, log } = this.#options
    const id = ids.next()
    const store = join(this.#folder, id)
    try {
      await mkdir(store, { recursive: true, mode: 0o700 })
      const { bytes } = this.#options.budget()
      const limits = { bytes: bytes / 4, entries: mostEntries }
      const { places, paths, not } = await keepPlaces(wanted, { store, limits, skip: this.#skip(), signal })
      const record: RunRecord = {
        ...{ version: 1, id, ...run, title: run.title.slice(0, 400), at: now() },
        ...{ owner: ownPrefix(), open: true, places: [...places], not: [...not] },
        ...{ paths: 'paths-1', files: 0, undone: false },
      }
      if (places.length > 0) {
        await writeRecord(store, record, paths)
        return { id, not }
      }
      await rm(store, { recursive: true, force: true })
      return { id: undefined, not }
    } catch (error) {
      await rm(store, { recursive: true, force: true }).catch(() => undefined)
      if (signal?.aborted !== true) log.error('what a run may write over cannot be kept for undo', error)
      return none('unavailable')
    }
  }

  /** See Preimages. */
  async close(id: string): Promise<UndoableRun | undefined> {
    const store = join(this.#folder, id)
    try {
      const record = await readRecord(store)
      if (record?.open !== true) return record && reportOf(record)
      const changed = await changedPaths(record.places, await readPaths(store, record), this.#skip())
      if (changed.length === 0) {
        await rm(store, { recursive: true, force: true })
        return undefined
      }
      const paths = await packedAnew(store, 'pack-2', changed)
      const files = restoredFiles(paths, new Map(paths.map(({ path, left }) => [path, left]))).length
      const closed: RunRecord = { ...record, open: false, paths: 'paths-2', files }
      await writeRecord(store, closed, paths)
      await tidy(store, closed, paths)
      this.#inBackground(this.#dropOld())
      return reportOf(closed)
    } catch (error) {
      this.#options.log.error('what a run changed cannot be noted for undo', error)
      return undefined
    }
  }

  /** See Preimages. */
  async look(id: string, way: RestoreWay): Promise<PreimageLook> {
    const { store, record } = await this.#find(id)
    return this.#guarded(async () => {
      const kept = (await readPaths(store, record)).filter((each) => each.way === way)
      const now = await statesNow(kept)
      const { files, since } = sortKept(kept, now, isRoot())
      return { run: reportOf(record), files: restoredFiles(files, now), since: restoredFiles(since, now) }
    })
  }

  /** See Preimages. */
  async restore(
    id: string,
    { way, also }: { readonly way: RestoreWay; readonly also: readonly string[] },
  ): Promise<Restored> {
    const { store, record } = await this.#find(id)
    return this.#guarded(async () => {
      const all = await readPaths(store, record)
      const kept = all.filter((each) => each.way === way)
      const now = await statesNow(kept)
      const plan = planUndo(kept, now, { owners: isRoot(), also })
      const files = restoredFiles(plan.chosen, now).length
      const left = restoredFiles(plan.left, now).map(({ path }) => path)
      const beside = plan.chosen.length > 0 ? await putBack({ store, record, all, way, now, plan }) : []
      return { files, left: [...beside.map(readable), ...left].slice(0, mostNamed) }
    })
  }

  /** See Preimages. */
  async list(): Promise<readonly UndoableRun[]> {
    return (await this.#records())
      .flatMap(({ record }) => (record.open ? [] : [reportOf(record)]))
      .toSorted((one, other) => other.at - one.at)
  }

  /** See Preimages. */
  async leftBefore(folder: string): Promise<readonly string[]> {
    const left: string[] = []
    for (const { store, record } of await this.#records())
      if (isWithin(record.folder, folder))
        await takeLeft(store).then(
          (paths) => left.push(...paths),
          (error: unknown) => {
            this.#options.log.error(`what a restore left, as ${store} has it, cannot be read`, error)
          },
        )
    return left.slice(0, mostNamed).map(readable)
  }

  /** See Preimages. */
  async forget(session: string): Promise<void> {
    const names = await readdir(this.#folder).catch((): string[] => [])
    for (const name of names) {
      const store = join(this.#folder, name)
      if ((await readRecord(store))?.session === session)
        await rm(store, { recursive: true, force: true }).catch((error: unknown) => {
          this.#options.log.error('copies for undo cannot be removed', error)
        })
    }
  }

  /** Waits for what goes on in the background. */
  async closed(): Promise<void> {
    await Promise.all(this.#pending)
  }

  /** Mends restores, and closes runs, in the middle of which their engine was killed. Throws nothing; what cannot be mended is logged. */
  async clearLeft(): Promise<void> {
    const names = await readdir(this.#folder).catch((): string[] => [])
    for (const name of names) {
      const store = join(this.#folder, name)
      try {
        const record = await readRecord(store)
        if (!record) await dropUnfinished(store, this.#options.budget().ageMs, this.#options.now())
        else if (await mendLeft(store, record.paths)) {
          if (record.open && isLeftBehind(record.owner)) await this.close(record.id)
          else if (!record.open) await tidy(store, record, await readPaths(store, record))
        }
      } catch (error) {
        this.#options.log.error(`the undo of a killed engine in ${store} cannot be mended`, error)
      }
    }
    await this.#dropOld()
  }

  async #records(): Promise<readonly { readonly store: string; readonly record: RunRecord }[]> {
    await this.#options.cleared
    const stores = (await readdir(this.#folder).catch((): string[] => [])).map((name) =>
      join(this.#folder, name),
    )
    const found = await Promise.all(stores.map(async (store) => ({ store, record: await readRecord(store) })))
    return found.flatMap(({ store, record }) => (record ? [{ store, record }] : []))
  }

  #skip(): readonly string[] {
    return [bytesOf(this.#options.home)]
  }

  async #find(id: string): Promise<{ readonly store: string; readonly record: RunRecord }> {
    await this.#options.cleared
    const store = join(this.#folder, id)
    const record = /^[\w-]+$/.test(id) ? await readRecord(store) : undefined
    if (!record) throw refuse('Nothing is kept of this run (any more).')
    const mended = await this.#guarded(() => mendLeft(store, record.paths), notTakenBack)
    if (!mended) throw refuse('This is being put back just now.')
    const left = await this.#guarded(() => takeLeft(store), notTakenBack)
    if (left.length > 0) throw refuse(leftByBefore(left.slice(0, mostNamed).map(readable)))
    if (record.open && !isLeftBehind(record.owner)) throw refuse('This run is not over.')
    if (!record.open) return { store, record }
    const closed = (await this.close(id)) && (await readRecord(store))
    if (!closed) throw refuse('This run changed nothing that is kept.')
    return { store, record: closed }
  }

  async #guarded<Result>(work: () => Promise<Result>, what = notUsed): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof FaultError) throw error
      const message = `${what} (${codeOf(error)}).`
      throw new FaultError({ code: 'store-failed', message }, error)
    }
  }

  /** Never rejects. */
  async #dropOld(): Promise<void> {
    try {
      await dropOld(this.#folder, this.#options.budget(), this.#options.now())
    } catch (error) {
      this.#options.log.error('old copies for undo cannot be removed', error)
    }
  }

  #inBackground(work: Promise<void>): void {
    this.#pending.add(work)
    void work.then(() => this.#pending.delete(work))
  }
}

/** How much is kept for undo at most, and how long. */
export interface UndoBudget {
  readonly bytes: number
  readonly ageMs: number
}

/** Undefined: it goes on, or another engine removes it just now. */
async function sizeOf(folder: string): Promise<number | undefined> {
  let bytes = 0
  try {
    const names = await readdir(folder)
    if (isRestoring(names)) return undefined
    for (const name of names) bytes += (await lstat(join(folder, name))).size
    return bytes
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Removes the oldest kept runs until the rest is within the budget. Runs and restores that go on stay: what a restore takes from must not
 * go under it. Throws what the disk says.
 */
export async function dropOld(folder: string, { bytes, ageMs }: UndoBudget, now: number): Promise<void> {
  const kept: { readonly store: string; readonly at: number; readonly size: number }[] = []
  for (const name of await readdir(folder).catch((): string[] => [])) {
    const store = join(folder, name)
    const record = await readRecord(store)
    if (!record || (record.open && !isLeftBehind(record.owner))) continue
    const size = await sizeOf(store)
    if (size !== undefined) kept.push({ store, at: record.at, size })
  }
  let left = bytes
  for (const { store, at, size } of kept.toSorted((one, other) => other.at - one.at)) {
    left -= size
    if (left < 0 || now - at > ageMs) await rm(store, { recursive: true, force: true })
  }
}

/**
 * A folder without a record is one that is being made, or that a killed engine was making. One whose record cannot be read, since it is of another version
 * for all that is known, stays as long as any.
 */
async function dropUnfinished(store: string, ageMs: number, now: number): Promise<void> {
  const { mtimeMs } = await lstat(store)
  const isNoted = (await readdir(store)).includes('about.json')
  if (now - mtimeMs > (isNoted ? ageMs : 3_600_000)) await rm(store, { recursive: true, force: true })
}
