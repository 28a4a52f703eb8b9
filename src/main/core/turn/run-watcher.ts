import type { RunChange } from '@shared/domain/run-promise'

/** A place to look at before and after a run: alone, with the names in it, or with all that is below. Absolute and real. */
export interface WatchedPlace {
  readonly path: string
  readonly as: 'itself' | 'names' | 'tree'
}

/** What changed in the places meanwhile. `whole` is false where not all of them could be looked at. */
export interface SeenChanges {
  readonly changes: readonly RunChange[]
  readonly whole: boolean
}

/** Looks at places around a run by identity, size, times and mode; reads no content. Bounded in entries and time; never rejects. */
export interface RunWatcher {
  /** Looks at them as they are before it. `see` looks again, once. */
  open(places: readonly WatchedPlace[]): Promise<{ see(): Promise<SeenChanges> }>
}
