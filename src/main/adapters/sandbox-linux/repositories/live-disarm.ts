import { watch, type FSWatcher } from 'node:fs'
import { changedPlaces, disarmPlaces, lastChange, type Found, type NewRepositoryRules } from './after-run'
import type { AttemptList } from '../run/attempts'
import { bytesOf, inFolder, onDisk, type BytePath } from '../byte-path'
import { filterInRounds } from './in-rounds'
import { holdInstructions } from './rebase-instructions'

/** How long after a look at what a run made the next one is, at the earliest; what is reported is looked at at once. */
const pauseMs = 25
/** And at the latest, where few places are to be looked at; with many a look takes long. */
const latestMs = (places: number): number => 50 + places
/**
 * At most a tenth of a processor's time is spent on looking, this much at once, and a twentieth on searching, which begins 2 seconds after a search at
 * the earliest.
 */
const burstMs = 30
const [lookShare, searchShare, searchPauseMs] = [10, 20, 2_000] as const
/**
 * What is written through memory that was mapped moves no time and is told by nobody: so many of the run's own git folders are looked at again
 * so often, in turn, for at most a tenth of a processor's time.
 */
const [againMs, mostAgain, againShare] = [100, 20, 10] as const
/**
 * A rebase whose list nobody wrote to for so long stands still, and is a person's to continue, while a process that stays goes on; that is looked
 * at so often, for at most a tenth of a processor's time.
 */
const [stillMs, instructionsMs] = [5_000, 1_000] as const
/** A git folder that is armed anew more often than this is meant to be used while it is. */
const maxArmings = 10
/** So many git folders are watched for what is written to their files, which no report tells; the others wait for the next look. */
const maxWatched = 100
/** The clock that file systems take their times from is this coarse at most. */
const coarseMs = 20

/** What goes on beside a run. */
export interface LiveDisarm {
  /** Ends it, and tells what it found; the run is over then, and is looked at as a whole. */
  stop(): Promise<Pick<Found, 'armed' | 'held'>>
}

/** Tells of changes in git folders until it is ended. */
class Watches {
  readonly #by = new Map<BytePath, FSWatcher>()
  readonly #changed: () => void

  constructor(changed: () => void) {
    this.#changed = changed
  }

  /** Watches the folder anew, since another can be in its place by now, and its hooks. */
  follow(place: BytePath): void {
    for (const path of [place, inFolder(place, 'hooks')]) {
      this.#by.get(path)?.close()
      this.#by.delete(path)
      if (this.#by.size >= 2 * maxWatched) continue
      try {
        const watcher = watch(onDisk(path), { persistent: false }, this.#changed)
        watcher.on('error', () => undefined) // gone: the next look sees it
        this.#by.set(path, watcher)
      } catch (error) {
        if (!(error instanceof Error && 'code' in error)) throw error // no folder, or more than the system watches
      }
    }
  }

  end(): void {
    for (const watcher of this.#by.values()) watcher.close()
    this.#by.clear()
  }
}

/** Milliseconds of a processor. Not the time that went by: on a busy machine that is most of it, and the next look would come later still. */
function usedSince(used: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(used)
  return (user + system) / 1000
}

/**
 * Disarms what a run makes while it goes on: each place that is reported, at once, and again whenever something in it changed. Where
 * reports do not say for certain what is where, all that the run may write to is searched now and then. Between a change and its being
 * disarmed are some milliseconds, or the time of a search. Of a git folder that is armed again and again `rearmed` is told. `stays`: the run has no
 * end by which what it left standing still would be looked at.
 */
export function disarmMeanwhile(
  rules: NewRepositoryRules,
  attempts: AttemptList,
  { rearmed, stays }: { readonly rearmed: (place: BytePath) => void; readonly stays: boolean },
): LiveDisarm {
  const { git } = attempts
  /** How often each place was found armed. */
  const armed = new Map<BytePath, number>()
  const held = new Set<string>()
  const searched = new Set<BytePath>()
  /** What is of the run's own making, first what was looked at longest ago. */
  const own = new Set<BytePath>()
  /** When each place was looked at last. */
  const looked = new Map<BytePath, number>()
  let timer: NodeJS.Timeout | undefined
  /** On the clock of `performance`: when it became uncertain what was done, and when one may look and search again. */
  let [misleadSince, nextLook, nextSearch, nextAgain] = [Number.POSITIVE_INFINITY, 0, 0, 0]
  /** Links that stood where git writes before then were looked at, in milliseconds since 1970. */
  let linksSince = rules.began - coarseMs
  let nextInstructions = stays ? 0 : Number.POSITIVE_INFINITY
  let looking: Promise<void> | undefined
  let ended: ReturnType<LiveDisarm['stop']> | undefined
  /** How long it may look now, and since when that is so. */
  let [credit, creditedAt] = [burstMs, performance.now()]

  const watches = new Watches(() => {
    hear()
  })
  const lookAtInstructions = async (): Promise<void> => {
    const used = process.cpuUsage()
    const now = Date.now()
    const changed = { since: rules.began - coarseMs, still: now - stillMs }
    const known = await holdInstructions(rules.pinned.map(bytesOf), { ...changed, links: linksSince })
    for (const path of [...known, ...(await holdInstructions(own, { ...changed, since: 0 }))]) held.add(path)
    linksSince = now - coarseMs
    nextInstructions = performance.now() + Math.max(instructionsMs, againShare * usedSince(used))
  }
  const look = async (): Promise<void> => {
    const [began, used] = [performance.now(), process.cpuUsage()]
    if (git.misleading) misleadSince = Math.min(misleadSince, began)
    // A short run is searched when it is over.
    if (began >= Math.max(nextSearch, misleadSince + searchPauseMs)) {
      for (const path of (await changedPlaces(rules)).places) searched.add(path)
      nextSearch = performance.now() + Math.max(searchPauseMs, searchShare * (performance.now() - began))
    }
    const again = new Set(began < nextAgain ? [] : [...own].slice(0, mostAgain))
    const places = await filterInRounds(new Set([...git.folders, ...searched]), (path) => {
      const before = looked.get(path)
      const now = Date.now()
      const changed = before === undefined || again.has(path) || lastChange(path) >= before - coarseMs
      if (changed) looked.set(path, now)
      return changed
    })
    const found = await disarmPlaces(rules, places, 'meanwhile')
    for (const path of places) own.delete(path)
    for (const path of [...found.made, ...found.armed]) own.add(path)
    if (again.size > 0) nextAgain = performance.now() + Math.max(againMs, againShare * usedSince(used))
    if (!ended) for (const path of [...found.made, ...found.armed]) watches.follow(path)
    for (const path of found.armed) {
      const times = (armed.get(path) ?? 0) + 1
      armed.set(path, times)
      if (times > maxArmings) rearmed(path)
    }
    for (const path of found.held) held.add(path)
    if (began >= nextInstructions) await lookAtInstructions()
  }
  const begin = (): void => {
    clearTimeout(timer)
    timer = undefined
    const began = performance.now()
    const used = process.cpuUsage()
    looking = look()
      .catch(() => undefined) // the look at the run's end meets the same, and says it
      .then(() => {
        looking = undefined
        const now = performance.now()
        credit = Math.min(burstMs, credit + (began - creditedAt) / lookShare) - usedSince(used)
        creditedAt = now
        nextLook = now + Math.min(latestMs(looked.size), lookShare * Math.max(0, -credit))
        if (git.folders.size > 0 || git.misleading)
          beginAt(missed ? nextLook : Math.max(nextLook, now + pauseMs))
        missed = false
      })
  }
  const beginAt = (moment: number): void => {
    if (ended) return
    clearTimeout(timer)
    timer = setTimeout(begin, Math.max(0, moment - performance.now())).unref()
  }
  let [heard, missed] = [false, false]
  const hear = (): void => {
    if (heard) return
    heard = true
    // After all that was reported together.
    setImmediate(() => {
      heard = false
      if (looking) missed = true
      else if (performance.now() < nextLook) beginAt(nextLook)
      else if (!ended) begin()
    }).unref()
  }
  git.heard = hear
  const stop = async (): ReturnType<LiveDisarm['stop']> => {
    clearTimeout(timer)
    git.heard = () => undefined
    watches.end()
    await looking
    return { armed: [...armed.keys()], held: [...held] }
  }
  return { stop: () => (ended ??= stop()) }
}
