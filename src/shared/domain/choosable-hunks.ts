import type { FileChange } from './file-change'
import { hunkHeaders } from './only-hunks'
import type { RehearsedChange } from './request-rehearsal'

/** Why a file of several hunks is taken or left as a whole: it moves, its mode becomes another, or not all of it is shown. */
export type WholeBecause = 'moved' | 'mode' | 'cut'

/** The hunks of which some can be taken; none where there are fewer than two. `whole` says why not even then. */
export interface Choosable {
  readonly hunks: readonly string[]
  readonly whole?: WholeBecause | undefined
}

function choosable(diff: string, whole: WholeBecause | undefined): Choosable {
  const hunks = hunkHeaders(diff)
  if (hunks.length < 2) return { hunks: [] }
  return whole === undefined ? { hunks } : { hunks: [], whole }
}

/** Of one file of a patch. */
export function choosableOfPatch(change: FileChange): Choosable {
  if (change.type !== 'update') return { hunks: [] }
  const { unified_diff, move_path, omitted } = change
  return choosable(
    unified_diff,
    move_path !== undefined ? 'moved' : omitted !== undefined ? 'cut' : undefined,
  )
}

/** Of one change of a rehearsal. */
export function choosableOfRehearsal({ kind, type, content, diff = '', modes }: RehearsedChange): Choosable {
  if (kind !== 'changed' || type !== 'file' || content !== 'text') return { hunks: [] }
  return choosable(diff, modes && 'mode')
}
