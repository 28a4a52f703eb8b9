import type { DiffLine } from '../../lib/unified-diff'

/** The hunks of one file that can be taken or left, by their headers. */
export interface HunkChoice {
  readonly left: readonly string[]
  /** Why none of them can be chosen now; undefined: they can. */
  readonly off: string | undefined
  /** This one stays: nothing else is taken. Undefined: each can be left. */
  readonly last: string | undefined
  readonly onTake: (hunk: string, taken: boolean) => void
}

/** Which lines are of a hunk that is left out. */
export function linesLeft(
  lines: readonly DiffLine[],
  left: readonly string[] | undefined,
): readonly boolean[] {
  if (left === undefined || left.length === 0) return []
  let isLeft = false
  return lines.map((line) => {
    if (line.kind === 'hunk') isLeft = left.includes(line.text)
    return isLeft
  })
}
