import type { DiffLine } from './unified-diff'

/** A range of lines of a file as it is after the change, from 1, the end included. */
export interface LineRange {
  readonly start: number
  readonly end: number
}

/** So many rows stand before and behind what is looked at. */
const around = 8
/** Of a longer range only the last rows are shown. */
const mostOfRange = 60

/** The row under which a range's note stands: its last line that the diff holds; undefined where it holds none. */
export function noteLine(lines: readonly DiffLine[], { start, end }: LineRange): number | undefined {
  const held = lines.flatMap((line) => ('after' in line ? [line.after] : []))
  return held.findLast((after) => after >= start && after <= end)
}

/** The rows of a diff near the given ranges; what is left out between them stands as one row, the hunk's header if it has one. */
export function linesRound(lines: readonly DiffLine[], ranges: readonly LineRange[]): readonly DiffLine[] {
  const shown = new Set<number>()
  for (const range of ranges) {
    const from = Math.max(range.start, range.end - mostOfRange)
    const rows = lines.flatMap((line, at) =>
      'after' in line && line.after >= from && line.after <= range.end ? [at] : [],
    )
    const [first, last] = [rows[0], rows.at(-1)]
    if (first === undefined || last === undefined) continue
    for (let at = first - around; at <= last + around; at += 1) shown.add(at)
  }
  return lines.flatMap((line, at): DiffLine[] => {
    if (shown.has(at)) return [line]
    const before = shown.has(at + 1) && line.kind !== 'hunk'
    return before ? [{ kind: 'hunk', text: '…' }] : line.kind === 'hunk' && shown.has(at + 1) ? [line] : []
  })
}
