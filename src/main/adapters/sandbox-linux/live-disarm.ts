import { changedPlaces, disarmPlaces, lastChange, type Found, type NewRepositoryRules } from './after-run'
import type { AttemptList } from './attempts'
import type { BytePath } from './byte-path'

/** How long after a look at what a run made the next one is, at the earliest; what is reported is looked at at once. */
const pauseMs = 25
/** And at the latest, where few places are to be looked at; with many a look takes long. */
const latestMs = (places: number): number => 50 + places
/** At most a tenth of the time is spent on looking, and a twentieth on searching, which begins 2 seconds after a search at the earliest. */
const [lookShare, searchShare, searchPauseMs] = [10, 20, 2_000] as const
/** The clock that file systems take their times from is this coarse at most. */
const coarseMs = 20

/** What goes on beside a run. */
export interface LiveDisarm {
  /** Ends it, and tells what it found; the run is over then, and is looked at as a whole. */
  stop(): Promise<Pick<Found, 'armed' | 'held'>>
}

/**
 * Disarms what a run makes while it goes on: each place that is reported, at once, and again whenever something in it changed. Where
 * reports do not say for certain what is where, all that the run may write to is searched now and then. Between a change and its being
 * disarmed are some milliseconds, or the time of a search.
 */
export function disarmMeanwhile(rules: NewRepositoryRules, attempts: AttemptList): LiveDisarm {
  const { git } = attempts
  const armed = new Set<BytePath>()
  const held = new Set<string>()
  const searched = new Set<BytePath>()
  /** When each place was looked at last. */
  const looked = new Map<BytePath, number>()
  let timer: NodeJS.Timeout | undefined
  /** On the clock of `performance`: when it became uncertain what was done, and when one may look and search again. */
  let [misleadSince, nextLook, nextSearch] = [Number.POSITIVE_INFINITY, 0, 0]
  let looking: Promise<void> | undefined
  let ended: ReturnType<LiveDisarm['stop']> | undefined

  const look = async (): Promise<void> => {
    const began = performance.now()
    if (git.misleading) misleadSince = Math.min(misleadSince, began)
    // A short run is searched when it is over.
    if (began >= Math.max(nextSearch, misleadSince + searchPauseMs)) {
      for (const path of (await changedPlaces(rules)).places) searched.add(path)
      nextSearch = performance.now() + Math.max(searchPauseMs, searchShare * (performance.now() - began))
    }
    const places = [...new Set([...git.folders, ...searched])].filter((path) => {
      const before = looked.get(path)
      const now = Date.now()
      const changed = before === undefined || lastChange(path) >= before - coarseMs
      if (changed) looked.set(path, now)
      return changed
    })
    const found = await disarmPlaces(rules, places, 'meanwhile')
    for (const path of found.armed) armed.add(path)
    for (const path of found.held) held.add(path)
  }
  const begin = (): void => {
    timer = undefined
    const began = performance.now()
    looking = look()
      .catch(() => undefined) // the look at the run's end meets the same, and says it
      .then(() => {
        looking = undefined
        const now = performance.now()
        nextLook = now + Math.min(latestMs(looked.size), lookShare * (now - began))
        if (git.folders.size > 0 || git.misleading) beginAt(Math.max(nextLook, now + pauseMs))
      })
  }
  const beginAt = (moment: number): void => {
    if (ended) return
    clearTimeout(timer)
    timer = setTimeout(begin, Math.max(0, moment - performance.now())).unref()
  }
  let heard = false
  git.heard = () => {
    if (heard) return
    heard = true
    // After all that was reported together.
    setImmediate(() => {
      heard = false
      if (!looking) beginAt(nextLook)
    }).unref()
  }
  const stop = async (): ReturnType<LiveDisarm['stop']> => {
    clearTimeout(timer)
    git.heard = () => undefined
    await looking
    return { armed: [...armed], held: [...held] }
  }
  return { stop: () => (ended ??= stop()) }
}
