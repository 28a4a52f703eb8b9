import type { YesEnds } from '@shared/domain/nearest-rule'
import type { YesStanding, YesUsage } from '../approvals/yes-ends'

/** A standing yes as its uses are counted: by a key that no other has, and that another wording of it has not. */
export interface CountedYes {
  readonly key: string
  readonly ends?: YesEnds | undefined
  /** When it was given, in milliseconds since the epoch; absent: not known. */
  readonly since?: number
}

/** The uses of standing yes of one home, counted on file for all its engines together. */
export interface RuleUsage {
  /** How each stands in its folder. Counts nothing. */
  standing(each: readonly (readonly [yes: CountedYes, folder: string])[]): Promise<readonly YesStanding[]>
  /** Counts a use before anything is done under it, and says how it stood: only one in force may be used. What cannot be counted is not used. */
  use(yes: CountedYes, folder: string): Promise<YesStanding>
  /** What is known of each. */
  of(keys: readonly string[]): Promise<readonly YesUsage[]>
  /** This one asks again, or with `all` every one, in every engine of this home, until `resume` says the same. */
  suspend(key: string): Promise<void>
  resume(key: string): Promise<void>
  /** Calls back when something counts again, whichever engine or program said so; perhaps without need. Returns what ends that. */
  onResume(resumed: () => void): () => void
  /** Calls back when all were suspended, whichever engine or program said so; perhaps without need. Returns what ends that. */
  onSuspendAll(suspended: () => void): () => void
  /** When all were suspended last, in milliseconds since the epoch, and whether they still are; undefined: never. What was given up to then for a turn or a session is taken back. */
  askedAnew(): Promise<{ readonly at: number; readonly goesOn: boolean } | undefined>
  /** Whether all are suspended. */
  allSuspended(): Promise<boolean>
}
