import type { Restored, RestoredFile, RestoreWay } from '@shared/domain/turn-restore'

/**
 * A place that a run may write to: absolute, links above it are followed, itself never. `tree`: it and what is below it. `entry`: the same, and
 * names that are made beside it.
 */
export interface PlaceToKeep {
  readonly path: string
  readonly extent: 'tree' | 'entry'
}

/** A run, or a change set, that is about to write. `item` is the call that it belongs to; `title` is untrusted text for people. */
export interface RunToKeep {
  readonly session: string
  /** The session's folder. */
  readonly folder: string
  readonly item: string
  readonly title: string
  readonly places: readonly PlaceToKeep[]
}

/** A place of which nothing is kept, so that it cannot be undone; of a folder with `attributes` (an access list, extended attributes) what lies in it is
 * kept by itself. `unavailable`: this system, or this disk, cannot. */
export interface NotKept {
  readonly path: string
  readonly why: 'too-large' | 'special' | 'unreadable' | 'attributes' | 'unavailable'
}

/** What is kept of a run. No id: nothing is, and there is nothing to close. */
export interface KeptRun {
  readonly id: string | undefined
  readonly not: readonly NotKept[]
}

/** What can be taken back of a run that is over, or done again. `at`: milliseconds since the epoch; `files` counts them as a look names them. */
export interface UndoableRun {
  readonly id: string
  readonly session: string
  readonly folder: string
  readonly item: string
  readonly title: string
  readonly at: number
  readonly files: number
  readonly undone: boolean
  readonly not: readonly NotKept[]
}

/** What going one way would put back now: `since` was changed after the run and stays unless it is chosen. Whole paths, never cut. */
export interface PreimageLook {
  readonly run: UndoableRun
  readonly files: readonly RestoredFile[]
  readonly since: readonly RestoredFile[]
}

/**
 * Copies of what runs and applied change sets are about to write over, so that it can be put back (decision 130). In this order: `keep`, the
 * writing, `close`; from then on `look` and `restore`, undo and redo in turn, also in later engines.
 */
export interface Preimages {
  /** How many bytes are kept of one run at most, and for how many days; undefined where nothing can be kept. Never throws. */
  limits?(): { readonly bytes: number; readonly days: number } | undefined
  /** Copies what is there, before anything is written. Never throws, and never says that a run may not go on. */
  keep(run: RunToKeep, signal?: AbortSignal): Promise<KeptRun>
  /** Notes how the run left each path. Undefined: it changed nothing that is kept, and the copies are gone. Never throws. */
  close(id: string): Promise<UndoableRun | undefined>
  /** What would be put back now; changes nothing. Throws FaultError `bad-request` for what is not kept (any more), `store-failed`. */
  look(id: string, way: RestoreWay): Promise<PreimageLook>
  /**
   * Puts it back, whole or not at all; `also` names paths of `since` that are put back too. A killed engine's restore is taken back, or its rest
   * cleared away, when the next one starts. Throws as `look` does, nothing was changed then.
   */
  restore(id: string, wish: { readonly way: RestoreWay; readonly also: readonly string[] }): Promise<Restored>
  /** The runs that can be taken back or done again, the latest first. Never throws. */
  list(): Promise<readonly UndoableRun[]>
  /**
   * What stayed as it was when restores of sessions that work in this folder, or below it, were taken back that had been broken off: whole readable paths,
   * 200 at most. They are told once, here or by a look. Never throws.
   */
  leftBefore(folder: string): Promise<readonly string[]>
  /** Forgets what is kept of a session. Never throws. */
  forget(session: string): Promise<void>
}
