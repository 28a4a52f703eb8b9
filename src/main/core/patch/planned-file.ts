import type { PatchTarget } from '../ports/patch-files'

/** A target that a patch can touch. */
export type Touchable = Exclude<PatchTarget, { kind: 'refused' }>

/**
 * What becomes of one file. `shown` is the name for the summary, as the patch wrote it. `path` is absolute, resolved in
 * the text only; `after` is the new text, undefined when the file goes. With `move` the text is written there and `path`
 * goes.
 */
export interface PlannedFile {
  readonly verb: 'A' | 'M' | 'D'
  readonly shown: string
  readonly path: string
  readonly before: Touchable
  readonly after: string | undefined
  readonly move: { readonly path: string; readonly target: Touchable } | undefined
  /** What the agent itself says stands there and comes in its place; absent: all that comes of a new file, of another one nothing. */
  readonly said?: { readonly before: string; readonly after: string }
}
