import type { LeftOut } from '@shared/domain/only-hunks'
import type { NotAppliedBecause } from '@shared/domain/request-rehearsal'

/**
 * What came of putting kept changes in place. `changed`: these are not what they were any more; `failed`: the system refused something.
 * Nothing is different then, unless `left` names what could not be put back.
 * `held`: what of it was put aside at once, since it would make the person's own git reach past it.
 */
export type AppliedChanges =
  | { readonly kind: 'applied'; readonly held?: readonly string[] }
  | { readonly kind: 'changed'; readonly paths: readonly string[] }
  | { readonly kind: 'failed'; readonly reason: string; readonly left?: readonly string[] }

/** What is said at the end of a command's output of what was put aside, since the person's own programs would have taken it further. */
export const heldBackNote = (paths: readonly string[]): string =>
  `[countersign] undone or held back, since it could reach past this command: ${paths.join(', ')}\n`

/** The changes of a rehearsal, kept as they were read. Whoever asked for them frees them. */
export interface KeptChanges {
  readonly kind: 'kept'
  /** Made from every change, what it was read from and what it would replace: another set has another one. */
  readonly id: string
  /**
   * Puts them in place, less those of these paths (as `changes` tells them) with what lies below, and of some files only these hunks: all of
   * them, or none. Hunks that are not those of the file are told as `changed`. Once, and never after `free`. Does not reject.
   */
  apply(left: LeftOut): Promise<AppliedChanges>
  /** Throws the copies away, after an `apply` that is under way. Never rejects. */
  free(): Promise<void>
}

/** Why what was read can only come about by a run. `path`: the first that it is said of. */
export interface NotKept {
  readonly kind: 'not-kept'
  readonly because: NotAppliedBecause
  readonly path?: string
}
