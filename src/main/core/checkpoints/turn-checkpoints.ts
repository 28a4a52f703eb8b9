import { FaultError } from '@shared/domain/fault'
import { opensFiles } from '@shared/domain/sandbox-policy'
import type { Restored, RestoreLook, RestoreWay, RestoreWish } from '@shared/domain/turn-restore'
import type { FollowedTurn, TurnFollower, TurnToFollow } from '../turn/turn-context'
import type { Clock, Log } from '../ports/system'
import { withoutSecrets } from './without-secrets'
import { leavingTheirs, planRestore, planTexts, restoredFile, type RestorePlan } from './plan-restore'
import { readable } from '../text/readable-path'
import { ShadowStore, type ShadowParts, type KeptStore, type StoreFolders } from './shadow-store'
import {
  nextRestore,
  readTurns,
  spanFrom,
  turnsPrefix,
  undoneMarks,
  type KeptTurn,
  type TurnsFrom,
} from './kept-turns'

/** So long the first command of a turn waits at most for its folder to be kept, unless the parts say otherwise. */
const defaultBeginningMs = 10_000
/** So long closing waits for the ends of turns to be kept. */
const closingMs = 5_000
/** Lists for people are cut after so many. */
export const mostNamed = 200

/** Which session, and where it works. */
export type RestorePlace = Pick<TurnToFollow, 'sessionId' | 'cwd'>

/** What a turn that could be taken back comes to, as far as it can be told now. */
interface Found {
  readonly turn: KeptTurn
  readonly turns: readonly KeptTurn[]
  readonly now: string
  readonly tooLarge: readonly string[]
  readonly plan: RestorePlan
}

/** The same of the turns that a rewind takes back; `tree` is what it goes back to. */
interface FoundSpan extends Omit<Found, 'turn'> {
  readonly taken: readonly KeptTurn[]
  readonly tree: string
}

/** What could be put back of a folder; the lists are cut, \`more\` counts what is beyond. */
export type RewindFound = Pick<
  Extract<RestoreLook, { kind: 'ready' }>,
  'files' | 'since' | 'more' | 'tooLarge'
>

/**
 * What checkpoints are built with. `budget` is read each time it matters; `beginningMs` is 10,000 by default. `isTooWide`: whether a folder is the
 * home or holds it, which is kept for no session that the sandbox holds. Absent: none is.
 */
export interface CheckpointParts extends ShadowParts {
  readonly isTooWide?: (folder: string) => boolean
  readonly beginningMs?: number
  readonly log: Log
  readonly clock: Pick<Clock, 'now'>
  readonly budget: () => CheckpointBudget
}

const refuse = (message: string): FaultError => new FaultError({ code: 'bad-request', message })

/**
 * Keeps what a session's folder is like at the beginning and the end of each turn, and puts it back (decision 127). Folders are kept in
 * stores of ours; git runs in the sandbox, reads the folder and writes the store, and only a restore writes the folder.
 */
export class TurnCheckpoints implements TurnFollower {
  readonly #store: ShadowStore
  readonly #log: Log
  readonly #parts: CheckpointParts
  readonly #pending = new Set<Promise<unknown>>()
  /** What is kept of turns in which nothing ran: nobody needs it who closes. */
  readonly #idle = new Set<Promise<unknown>>()
  readonly #stop = new AbortController()

  constructor(parts: CheckpointParts) {
    this.#store = new ShadowStore(parts, this.#stop.signal)
    this.#log = parts.log
    this.#parts = parts
  }

  /** See TurnFollower. */
  follow(turn: TurnToFollow): FollowedTurn {
    const { askedBy, reads, sandboxPolicy, cwd } = turn
    const isOpen = sandboxPolicy !== undefined && opensFiles(sandboxPolicy)
    if (askedBy !== undefined || reads === true || (!isOpen && this.#isTooWide(cwd)))
      return { begun: Promise.resolve(false), end: () => undefined }
    // A folder that takes longer is not kept this time; the turn's end reads it all the same, so that the next time it is quick.
    const { beginningMs = defaultBeginningMs } = this.#parts
    const limit = AbortSignal.timeout(beginningMs)
    const limits = [limit, ...(turn.signal ? [turn.signal] : [])]
    const since = this.#parts.clock.now()
    const name = `${String(turn.turnNumber)}/before`
    const reference = `${turnsPrefix(turn.sessionId)}/${name}`
    const kept = this.#keep(turn, name, limits)
    return {
      begun: kept.then((how) => how === 'whole'),
      late: kept.then((how) => how === 'not' && limit.aborted),
      since,
      files: (paths) => this.#store.files(cwd, reference, paths),
      held: (paths) => this.#store.held(cwd, reference, paths),
      end: (idle = false) => {
        // What is done to one folder is done in order, so that whoever looks from here on finds this end.
        const end = `${String(turn.turnNumber)}/after`
        if (idle) this.#leave(turn, { kept, reference, end })
        else void this.#keep(turn, end, [])
        this.#wait(this.#tidy())
      },
    }
  }

  /** What could be put back now. Never throws for what the folder is like. */
  async look(place: RestorePlace, way: RestoreWay): Promise<RestoreLook> {
    try {
      const found = await this.#find(place, way)
      if (!found) return { kind: 'nothing', way }
      return { kind: 'ready', way, turnNumber: found.turn.number, ...shown(found.plan, found.tooLarge) }
    } catch (error) {
      if (error instanceof FaultError) return { kind: 'unavailable', why: error.message }
      throw error
    }
  }

  /**
   * Puts back what was looked at, whole or not at all. Throws FaultError `bad-request` where it is another turn's by now, or where the folder
   * changes just then; nothing was put back in either case.
   */
  async restore(place: RestorePlace, { way, turnNumber, sinceToo }: RestoreWish): Promise<Restored> {
    const found = await this.#find(place, way)
    if (!found || found.turn.number !== turnNumber)
      throw refuse('What was shown is not what would be put back now; nothing was changed. Look again.')
    const { files, since } = found.plan
    const chosen = sinceToo ? [...files, ...since] : files
    // Nothing is done, and so nothing is used up: it can still be asked for with what was changed since.
    if (chosen.length === 0 && since.length > 0) return reported([], leftOf(found.plan, sinceToo), [])
    const marks = marksOf(
      place,
      way === 'undo' ? undoneMarks(found.turns, [found.turn]) : [`/${String(turnNumber)}/undone`],
    )
    const { turn, now, plan } = found
    const [tree, name] = way === 'undo' ? [turn.before, 'before'] : [turn.after, 'after']
    const wanted = { tree, reference: `${turnsPrefix(place.sessionId)}/${String(turnNumber)}/${name}` }
    const unkept = way === 'undo' ? await this.#strays(place, wanted.reference) : []
    const narrowed = await this.#store.place(place.cwd, {
      ...{ now, wanted, marks, way },
      plan: planTexts(chosen, plan.folders),
    })
    return { ...reported(chosen, leftOf(plan, sinceToo), narrowed), ...(unkept.length > 0 && { unkept }) }
  }

  /** Never throws. */
  async #strays({ cwd }: RestorePlace, reference: string): Promise<string[]> {
    const found = await this.#store.strays(cwd, reference).catch(() => [])
    return found.slice(0, mostNamed)
  }

  /**
   * What a turn changed in its folder, as a diff with names from there: by patches, by commands, and by whoever else worked there meanwhile. Of
   * files that may hold secrets no line. Undefined: it is not known. Throws what the store throws.
   */
  async changes({ sessionId, cwd }: RestorePlace, turnNumber: number): Promise<string | undefined> {
    if (!(await this.#parts.folders.has(cwd))) return undefined
    const prefix = turnsPrefix(sessionId)
    const turn = readTurns(prefix, await this.#store.list(cwd, prefix), '').find(
      ({ number }) => number === turnNumber,
    )
    return turn?.ended ? this.#diff(cwd, turn.before, turn.after) : undefined
  }

  /** The same of the whole session: the folder before its first turn that is kept, and now. Undefined: it is not known. Throws what the store throws. */
  async changesOfAll({ sessionId, cwd }: RestorePlace): Promise<string | undefined> {
    if (!(await this.#parts.folders.has(cwd))) return undefined
    const prefix = turnsPrefix(sessionId)
    const [first] = readTurns(prefix, await this.#store.list(cwd, prefix), '')
    if (!first) return undefined
    const { tree: now } = await this.#store.keep(cwd, `${prefix}/now`)
    return this.#diff(cwd, first.before, now)
  }

  async #diff(folder: string, before: string, after: string): Promise<string> {
    if (before === after) return ''
    const diff = await this.#store.diff(folder, before, after)
    return withoutSecrets(diff, { folder, home: this.#parts.workspace.home() })
  }

  /** What a rewind to before a turn would put back now: nothing, where no turn from there on did anything. Throws FaultError `bad-request` where nothing is kept of it. */
  async lookRewind(place: RestorePlace, from: TurnsFrom): Promise<RewindFound> {
    const found = await this.#findSpan(place, from)
    return found ? shown(found.plan, found.tooLarge) : { files: [], since: [], more: 0, tooLarge: [] }
  }

  /**
   * Puts the folder back as it was before a turn, over all turns from there on, which count as undone then. It counts when `commit` resolves,
   * which is told what was put back; what that throws is thrown, and the folder is as it was. Throws as `restore` does.
   */
  async rewind(
    place: RestorePlace,
    { sinceToo, ...from }: TurnsFrom & { readonly sinceToo: boolean },
    held: { readonly rewind: string; commit(restored: Restored): Promise<void> },
  ): Promise<Restored> {
    const found = await this.#findSpan(place, from)
    if (!found) {
      const nothing = reported([], [], [])
      await held.commit(nothing)
      return nothing
    }
    const { plan, now, turns, taken, tree } = found
    const chosen = sinceToo ? [...plan.files, ...plan.since] : plan.files
    const reference = `${turnsPrefix(place.sessionId)}/${String(taken[0]?.number)}/before`
    const unkept = await this.#strays(place, reference)
    const reportOf = (narrowed: readonly string[]): Restored => ({
      ...reported(chosen, leftOf(plan, sinceToo), narrowed),
      ...(unkept.length > 0 && { unkept }),
    })
    const narrowed = await this.#store.place(place.cwd, {
      ...{ now, wanted: { tree, reference }, plan: planTexts(chosen, plan.folders), way: 'undo' },
      marks: marksOf(place, undoneMarks(turns, taken)),
      held: {
        ...{ sessionId: place.sessionId, rewind: held.rewind },
        commit: (left) => held.commit(reportOf(left)),
      },
    })
    return reportOf(narrowed)
  }

  /** Takes back what restores of killed engines left half done. Never throws. */
  async mendLeft(): Promise<void> {
    const { folders, log } = this.#parts
    for (const folder of await folders.broken())
      await this.#store.takeBack(folder).catch((error: unknown) => {
        log.error(`a restore of ${folder} that was broken off cannot be taken back`, error)
      })
  }

  /**
   * What stayed as it is when a restore of the folder was taken back that had been broken off: readable paths, 200 at most. They are told once.
   * Never throws.
   */
  async leftBefore(folder: string): Promise<readonly string[]> {
    return (await this.#parts.folders.left(folder)).slice(0, mostNamed).map(readable)
  }

  /** Forgets a session's turns. Never throws. */
  async forget({ sessionId, cwd }: RestorePlace): Promise<void> {
    try {
      const listed = await this.#store.list(cwd, turnsPrefix(sessionId))
      const references = listed.split('\n').flatMap((line) => line.split(' ')[1] ?? [])
      if (references.length > 0) await this.#store.forget(cwd, references)
    } catch (error) {
      this.#log.error(`what is kept of a session in ${cwd} cannot be forgotten`, error)
    }
  }

  /** In the background; ends with the engine. */
  async #tidy(): Promise<void> {
    const { folders, budget, clock, log } = this.#parts
    try {
      await tidyStores({ store: this.#store, folders, budget: budget(), now: clock.now() })
    } catch (error) {
      if (!this.#stop.signal.aborted) log.error('what is kept for undo cannot be tidied', error)
    }
  }

  /**
   * Waits a while for the ends of turns, since what is changed after them would otherwise count as theirs, and go with them; what takes longer
   * is given up.
   */
  async close(): Promise<void> {
    const limit = AbortSignal.timeout(closingMs)
    const late = new Promise<void>((settle) => {
      limit.addEventListener('abort', () => {
        settle()
      })
    })
    await Promise.race([Promise.all(this.#pending), late])
    this.#stop.abort(new Error('the engine is closing'))
    await Promise.all([...this.#idle, ...this.#pending])
  }

  #isTooWide(folder: string): boolean {
    return this.#parts.isTooWide?.(folder) ?? false
  }

  /** Nothing was kept of a folder that is too wide: then it is not read through to say so. */
  async #isUnkept(folder: string): Promise<boolean> {
    return this.#isTooWide(folder) && !(await this.#parts.folders.has(folder))
  }

  /** A turn in which nothing ran ends as it began: nothing is read for it. Where its beginning was not kept, the end is, for the next turn's sake. */
  #leave(
    turn: RestorePlace,
    {
      kept,
      reference,
      end,
    }: { readonly kept: Promise<unknown>; readonly reference: string; readonly end: string },
  ): void {
    const left = this.#store
      .again(turn.cwd, reference, `${turnsPrefix(turn.sessionId)}/${end}`)
      .catch(() => this.#keep(turn, end, []))
    this.#pending.delete(kept)
    this.#wait(Promise.all([kept, left]), this.#idle)
  }

  #wait(work: Promise<unknown>, among = this.#pending): void {
    among.add(work)
    void work.then(() => among.delete(work))
  }

  /** `part`: some files are too large, or cannot be read. Never rejects. */
  #keep(
    { sessionId, cwd }: RestorePlace,
    name: string,
    limits: readonly AbortSignal[],
  ): Promise<'whole' | 'part' | 'not'> {
    const given = AbortSignal.any([this.#stop.signal, ...limits])
    const kept = this.#store
      .keep(cwd, `${turnsPrefix(sessionId)}/${name}`, given)
      .then<'whole' | 'part', 'not'>(
        ({ tooLarge }) => (tooLarge.length === 0 ? 'whole' : 'part'),
        (error: unknown) => {
          if (!given.aborted) this.#log.error(`${cwd} cannot be kept for undo`, error)
          return 'not'
        },
      )
    this.#wait(kept)
    return kept
  }

  async #find({ sessionId, cwd }: RestorePlace, way: RestoreWay): Promise<Found | undefined> {
    const prefix = turnsPrefix(sessionId)
    if (await this.#isUnkept(cwd)) return undefined
    const kept = await this.#store.keepAndList(cwd, `${prefix}/now`, prefix)
    const { tree: now, tooLarge, listed, theirs } = kept
    const turns = readTurns(prefix, listed, now)
    const turn = nextRestore(turns, way)
    if (!turn) return undefined
    const [from, to] = way === 'undo' ? [turn.after, turn.before] : [turn.before, turn.after]
    const [wanted = [], meanwhile = []] = await this.#store.compare(cwd, [
      [from, to],
      [from, now],
    ])
    const unreported = way === 'undo' && !turn.ended ? wanted.map(({ path }) => path) : []
    const mine = way === 'undo' ? leavingTheirs(wanted, theirs) : wanted
    return { turn, turns, now, tooLarge, plan: planRestore(mine, meanwhile, new Set(unreported)) }
  }

  /** Undefined: nothing is kept of these turns, and nothing has to be, since they did nothing. */
  async #findSpan(place: RestorePlace, from: TurnsFrom): Promise<FoundSpan | undefined> {
    const found = await this.#readSpan(place, from)
    if (!found && from.acts < Infinity)
      throw refuse('Nothing is kept of how the folder was before this turn.')
    return found
  }

  async #readSpan({ sessionId, cwd }: RestorePlace, from: TurnsFrom): Promise<FoundSpan | undefined> {
    if (await this.#isUnkept(cwd)) return undefined
    const prefix = turnsPrefix(sessionId)
    const kept = await this.#store.keepAndList(cwd, `${prefix}/now`, prefix)
    const { tree: now, tooLarge, listed } = kept
    const turns = readTurns(prefix, listed, now)
    const span = spanFrom(turns, from)
    if (!span) return undefined
    const { before, after, between, turns: taken } = span
    const [wanted = [], meanwhile = [], ...others] = await this.#store.compare(cwd, [
      [after, before],
      [after, now],
      ...between,
    ])
    const theirs = new Set(others.flat().map(({ path }) => path))
    const plan = planRestore(leavingTheirs(wanted, kept.theirs), meanwhile, theirs)
    return { now, tooLarge, turns, taken, tree: before, plan }
  }
}

/** How much is kept of folders at most, and how long. */
interface CheckpointBudget {
  readonly bytes: number
  readonly ageMs: number
}

/** What tidying works with. `now`: milliseconds since the epoch. */
interface Tidying {
  readonly store: Pick<ShadowStore, 'tidy'>
  readonly folders: Pick<StoreFolders, 'due' | 'drop'>
  readonly budget: CheckpointBudget
  readonly now: number
}

const dayMs = 86_400_000
/** Whoever used a store so lately may use it now. */
const inUseMs = 3_600_000
/** With so many moments kept a store is tried to be made small enough, the last first that is left. */
const fewer = [256, 64, 16, 4]

/**
 * Once a day: forgets what is too old, then whole stores, the one longest unused first, until the rest is within the budget; of the last one
 * moments are forgotten, the oldest first. A store that is in use stays. Throws what the store throws.
 */
async function tidyStores({ store, folders, budget, now }: Tidying): Promise<void> {
  const days = Math.ceil(budget.ageMs / dayMs)
  const kept: KeptStore[] = []
  for (const each of await folders.due()) {
    if (now - each.used > budget.ageMs) await folders.drop(each.folder)
    // A folder that is gone cannot be entered; its store goes when it is old.
    else kept.push({ ...each, bytes: await store.tidy(each.folder, days, 0).catch(() => each.bytes) })
  }
  kept.sort((one, other) => other.used - one.used)
  let total = kept.reduce((sum, { bytes }) => sum + bytes, 0)
  while (total > budget.bytes && kept.length > 1) {
    const last = kept.pop()
    if (!last || now - last.used < inUseMs) break
    await folders.drop(last.folder)
    total -= last.bytes
  }
  const [first] = kept
  for (const count of fewer) {
    if (total <= budget.bytes || !first) return
    total -= first.bytes
    total += await store.tidy(first.folder, days, count)
  }
}

const marksOf = ({ sessionId }: RestorePlace, names: readonly string[]): readonly string[] =>
  names.map((name) => `${turnsPrefix(sessionId)}${name}`)

const leftOf = ({ since, unkept }: RestorePlan, sinceToo: boolean): RestorePlan['since'] =>
  sinceToo ? unkept : [...since, ...unkept]

function shown({ files, since, unkept }: RestorePlan, tooLarge: readonly string[]): RewindFound {
  const [first, firstSince] = [files.slice(0, mostNamed), since.slice(0, mostNamed)]
  return {
    ...{ files: first.map(restoredFile), since: firstSince.map(restoredFile) },
    more: files.length - first.length + (since.length - firstSince.length),
    tooLarge: [...new Set([...tooLarge, ...unkept.map(({ path }) => readable(path))])].slice(0, mostNamed),
  }
}

const reported = (
  chosen: RestorePlan['files'],
  left: RestorePlan['since'],
  narrowed: readonly string[],
): Restored => ({
  files: chosen.length,
  left: left.slice(0, mostNamed).map(({ path }) => readable(path)),
  ...(narrowed.length > 0 && { narrowed: narrowed.slice(0, mostNamed) }),
})
