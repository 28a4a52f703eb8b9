import type { FileChange } from '@shared/domain/file-change'

/** One line of a diff as it is drawn. A number is absent where the line is not on that side, or cannot be known. */
export type DiffLine =
  | {
      readonly kind: 'same' | 'add' | 'del'
      readonly text: string
      readonly before?: number
      readonly after?: number
    }
  /** A hunk's header, or git's remark that a file ends without a line feed. */
  | { readonly kind: 'hunk' | 'remark'; readonly text: string }
  /** So many characters were left out here. */
  | { readonly kind: 'gap'; readonly omitted: number }

/** How many lines came and went. `whole` is false when some of the text was left out, so that there are more. */
export interface LineCount {
  readonly added: number
  readonly removed: number
  readonly whole: boolean
}

const hunkHeader = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/
const gapMark = /^\[\.\.\. (\d+) characters not shown \.\.\.\]$/

/**
 * The lines of hunks, numbered. Every line of content carries its sign, so that no content can pass for a header; what
 * stands after a gap has no numbers until the next header.
 */
export function hunkLines(text: string): readonly DiffLine[] {
  let at: { before: number; after: number } | undefined
  return rowsOf(text).map((row): DiffLine => {
    const header = hunkHeader.exec(row)
    if (header !== null) {
      at = { before: Number(header[1]), after: Number(header[2]) }
      return { kind: 'hunk', text: row }
    }
    const gap = gapMark.exec(row)
    if (gap !== null) {
      at = undefined
      return { kind: 'gap', omitted: Number(gap[1]) }
    }
    const content = row.slice(1)
    if (row.startsWith('+')) return { kind: 'add', text: content, ...(at && { after: at.after++ }) }
    if (row.startsWith('-')) return { kind: 'del', text: content, ...(at && { before: at.before++ }) }
    if (row.startsWith('\\')) return { kind: 'remark', text: content.trim() }
    return { kind: 'same', text: content, ...(at && { before: at.before++, after: at.after++ }) }
  })
}

/** What a patch does to one file, line by line. */
export function changeLines(change: FileChange): readonly DiffLine[] {
  switch (change.type) {
    case 'add':
      return contentLines(change.content, 'add', change.omitted)
    case 'delete':
      return contentLines(change.content, 'del', change.omitted)
    case 'update':
      return hunkLines(change.unified_diff)
  }
}

/** The lines that came and went, as far as they are shown. */
export function countLines(lines: readonly DiffLine[]): LineCount {
  let [added, removed, whole] = [0, 0, true]
  for (const { kind } of lines) {
    if (kind === 'add') added += 1
    else if (kind === 'del') removed += 1
    else if (kind === 'gap') whole = false
  }
  return { added, removed, whole }
}

/** The counts of several files together. */
export function addCounts(counts: readonly LineCount[]): LineCount {
  return counts.reduce(
    (sum, each) => ({
      added: sum.added + each.added,
      removed: sum.removed + each.removed,
      whole: sum.whole && each.whole,
    }),
    { added: 0, removed: 0, whole: true },
  )
}

function contentLines(
  content: string,
  kind: 'add' | 'del',
  omitted: number | undefined,
): readonly DiffLine[] {
  const mark = omitted === undefined ? '' : `[... ${String(omitted)} characters not shown ...]\n`
  const cut = mark === '' ? -1 : content.indexOf(mark)
  const side = kind === 'add' ? 'after' : 'before'
  const numbered = (text: string): DiffLine[] =>
    rowsOf(text).map((row, index) => ({ kind, text: row, [side]: index + 1 }))
  if (omitted === undefined || cut === -1) return numbered(content)
  const rest = rowsOf(content.slice(cut + mark.length)).map((text) => ({ kind, text }))
  return [...numbered(content.slice(0, cut)), { kind: 'gap', omitted }, ...rest]
}

/** Split at line feeds only: every other line break is content, and is shown by its name. */
function rowsOf(text: string): readonly string[] {
  if (text === '') return []
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}
