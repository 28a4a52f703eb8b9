/** So many files of a sandbox can be chosen at once, and so many characters may a path have. */
export const [mostChosen, longestPath] = [5000, 4096]

/**
 * One file that was changed in a sandbox, as a window shows it. `hunks` are its lines as a unified diff has them; absent: it is no text, has no lines, or is
 * too large to be shown (`large`). `leftOut`: why it is never put in place. `executable`: it is made so, or is no more. All texts are untrusted.
 */
export interface FleetChange {
  readonly path: string
  readonly kind: 'created' | 'changed' | 'deleted'
  readonly text: boolean
  readonly hunks?: string
  readonly large?: true
  readonly executable?: boolean
  readonly leftOut?: 'link' | 'submodule' | 'path'
}

/** What was changed in a sandbox when it was looked at: by `id` files of this very look are put in place, whatever the sandbox says by then. */
export interface FleetChanges {
  readonly id: string
  readonly files: readonly FleetChange[]
}

/**
 * What became of files that were to be put in place: all of them are, or none is and `why` says so in git's words. Either is a turn of the session of this
 * machine; its undo takes back what is in place.
 */
export type FleetApplied =
  | { readonly kind: 'applied'; readonly sessionId: string; readonly files: number }
  | { readonly kind: 'refused'; readonly sessionId: string; readonly why: string }

/** A branch that was made; `changed`: something was done there since the work began. */
export interface FleetBranch {
  readonly branch: string
  readonly base: string
  readonly changed: boolean
}
