import { diffWordsWithSpace } from 'diff'
import type { DiffLine } from '../unified-diff'

/** A row of a side-by-side view: a line on either side or on one; what stands across both is on neither. */
export interface SplitRow {
  readonly before?: number
  readonly after?: number
  readonly across?: number
}

/** A part of a line, from its first character to before its last, that the other line does not have. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Longer lines are not compared: nobody would read what came out. */
const longest = 2000
/** Beyond so many differing words two lines are two lines. */
const mostEdits = 120
/** Where less than this share of the shorter line stayed, the words are no other words but another line. */
const leastKept = 0.3

/**
 * For each line that came or went, the index of the one that it stands for; -1 where there is none. Lines are taken in their order,
 * as far as a block that went and the block that came after it both reach.
 */
export function linePairs(lines: readonly DiffLine[]): Int32Array {
  const mates = new Int32Array(lines.length).fill(-1)
  eachBlock(lines, (gone, came, end) => {
    const both = Math.min(came - gone, end - came)
    for (let at = 0; at < both; at += 1) {
      mates[gone + at] = came + at
      mates[came + at] = gone + at
    }
  })
  return mates
}

/** The rows of the same lines side by side, by index. */
export function splitRows(lines: readonly DiffLine[]): readonly SplitRow[] {
  const rows: SplitRow[] = []
  let at = 0
  const plainUpTo = (end: number): void => {
    for (; at < end; at += 1)
      rows.push(lines[at]?.kind === 'same' ? { before: at, after: at } : { across: at })
  }
  eachBlock(lines, (gone, came, end) => {
    plainUpTo(gone)
    for (let row = 0; row < Math.max(came - gone, end - came); row += 1)
      rows.push({
        ...(gone + row < came && { before: gone + row }),
        ...(came + row < end && { after: came + row }),
      })
    at = end
  })
  plainUpTo(lines.length)
  return rows
}

/** Calls with the begin of each block of lines that went, of those that came after them, and its end. */
function eachBlock(
  lines: readonly DiffLine[],
  block: (gone: number, came: number, end: number) => void,
): void {
  for (let at = 0; at < lines.length;) {
    const gone = at
    while (lines[at]?.kind === 'del') at += 1
    const came = at
    while (lines[at]?.kind === 'add') at += 1
    if (at > gone) block(gone, came, at)
    else at += 1
  }
}

/** The words that went and that came between two lines; none where they have too little in common, or are too long to compare. */
export function changedWords(
  before: string,
  after: string,
): { readonly before: readonly Span[]; readonly after: readonly Span[] } {
  const none = { before: [], after: [] }
  if (before.length > longest || after.length > longest) return none
  const parts = diffWordsWithSpace(before, after, { maxEditLength: mostEdits })
  if (parts === undefined) return none
  const spans = { before: [] as Span[], after: [] as Span[] }
  let [left, right, kept] = [0, 0, 0]
  for (const { value, added, removed } of parts) {
    if (added) {
      spans.after.push({ from: right, to: right + value.length })
      right += value.length
    } else if (removed) {
      spans.before.push({ from: left, to: left + value.length })
      left += value.length
    } else {
      kept += value.trim().length
      left += value.length
      right += value.length
    }
  }
  const shorter = Math.min(before.trim().length, after.trim().length)
  return kept < shorter * leastKept || shorter === 0 ? none : spans
}
