import type { Evidence } from '@shared/domain/evidence'
import type { RehearsalChange, RehearsalLimit } from '@shared/domain/rehearsal'
import type { RehearsedChange } from '@shared/domain/request-rehearsal'
import type { OutputListener, RunResult, RunSpec } from '../ports/sandbox'
import type { KeptChanges, NotKept } from '../run/kept-changes'
import type { PlaceJudge } from '../ports/read-files'
import type { RehearsalBounds } from './rehearsal-bounds'

/**
 * What of the changed files is read to be shown: of the first `most` changes, files of at most `maxBytes` on either side, and of all
 * together `maxShown` characters. `secret` is told a path, `judge` the file: neither is read where one of them objects. `hunks` makes the
 * diff of two texts.
 */
export interface ShowingRules {
  readonly most: number
  readonly maxBytes: number
  readonly maxShown: number
  readonly secret: (path: string) => boolean
  readonly judge: PlaceJudge
  readonly hunks: (before: string, after: string) => string
}

/** What can be looked at of one change. */
export type FoundContent = Pick<RehearsedChange, 'content' | 'diff' | 'modes'>

/** One rehearsal: a run whose writes are thrown away. `beyond` are folders, real and absolute, that it may write to besides. */
export interface RehearsalSpec extends Omit<RunSpec, 'timeoutMs'> {
  readonly bounds: RehearsalBounds
  readonly beyond: readonly string[]
  /**
   * The changes are to be kept until they are freed, where there are not more of them than this; `cutOff`: its limit of time is the command's own,
   * so that what it did until then is all that a run would do. Absent: they are not.
   */
  readonly keeps?: { readonly most: number; readonly cutOff?: boolean }
  /** Hears what it prints as it goes. Absent: nobody does. */
  readonly onOutput?: OutputListener
  /** What of the evidence stands in nobody's way, as a run for real is judged; it is no evidence of what is found. Absent: nothing. */
  readonly incidental?: (
    evidence: readonly Evidence[],
    succeeded: boolean,
  ) => Promise<(each: Evidence) => boolean>
  /** Absent: no file is read to be shown. */
  readonly shows?: ShowingRules
}

/**
 * What a rehearsal found. `refused`: this run may not begin; `unavailable`: nothing can be rehearsed here. `over`: what ended it
 * besides time. `result` is the command's own; evidence in it is what it could not do even in the rehearsal.
 */
export type FoundRehearsal =
  | { readonly kind: 'unavailable' | 'refused'; readonly reason: string }
  | {
      readonly kind: 'ran'
      readonly result: Exclude<RunResult, { kind: 'failed' }>
      readonly changes: readonly RehearsalChange[]
      readonly limits: readonly RehearsalLimit[]
      /** Of the first of `changes`, where it was asked for. */
      readonly contents?: ReadonlyMap<RehearsalChange, FoundContent>
      /** Where it was asked for. */
      readonly kept?: KeptChanges | NotKept
      readonly over?: 'bytes' | 'entries' | 'room'
    }

/** A sandbox that can rehearse. */
export interface Rehearser {
  /**
   * Runs it on a copy-on-write view of all that it may write to, without a network, and tells what it changed there; the real
   * world stays as it is. Never rejects.
   */
  rehearse(spec: RehearsalSpec, signal: AbortSignal): Promise<FoundRehearsal>
  /** Why nothing can be rehearsed here, as a clause in plain words; undefined: it can. */
  whyNoRehearsal(): Promise<string | undefined>
}
