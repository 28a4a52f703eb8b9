import type { WholeFile } from '@shared/domain/opened-file'
import type { ChangedFile } from '../../lib/diff/changed-file'
import { splitRows } from '../../lib/diff/line-pairs'
import type { SplitRow } from '../../lib/diff/line-pairs'
import { laterStrings } from '../../lib/later-strings'
import type { DiffLine } from '../../lib/unified-diff'
import type { LineComment } from '../../state/line-comments'
import type { ShownLines } from '../../ui/diff/shown-lines'

const words = laterStrings.changes

/** One file as it is shown: its lines may be those of the whole file, which `note` says could not be. */
export interface ShownFile {
  readonly file: ChangedFile
  readonly shown: ShownLines
  readonly whole: 'no' | 'reading' | 'yes'
  readonly note?: string | undefined
  /** Stands in place of the lines. */
  readonly preview?: Preview | undefined
}

/** How a file looks: a picture as it lies there now, or Markdown after the change as it is read. */
export type Preview = Extract<WholeFile, { kind: 'picture' | 'text' }>

const pictures = /\.(?:png|jpe?g|gif|webp)$/i
const texts = /\.(?:md|markdown)$/i

/** Whether it can be looked at otherwise than as lines. */
export function canPreview({ path, kind, content, proposed }: ChangedFile): boolean {
  if (kind === 'deleted') return false
  return content === 'text'
    ? texts.test(path)
    : pictures.test(path) && content !== 'link' && proposed !== true
}

/** A row of the list. `at` counts the lines of that file; its head has none. */
export type ChangeRow =
  | { readonly kind: 'head'; readonly file: number }
  | { readonly kind: 'note'; readonly file: number; readonly text: string }
  | { readonly kind: 'preview'; readonly file: number; readonly preview: Preview }
  | { readonly kind: 'line'; readonly file: number; readonly at: number }
  | { readonly kind: 'pair'; readonly file: number; readonly pair: SplitRow }
  | { readonly kind: 'comment'; readonly file: number; readonly id: string }

/** A line of a file, or its head. */
export interface Place {
  readonly file: number
  readonly at: number | 'head'
}

/** What the list shows, and how. */
export interface ListInput {
  readonly files: readonly ShownFile[]
  readonly folded: ReadonlySet<number>
  readonly split: boolean
  readonly comments: readonly LineComment[]
}

/** All rows, one file after the other, and the comments whose lines are in none of them. */
export function changeRows({ files, folded, split, comments }: ListInput): {
  readonly rows: readonly ChangeRow[]
  readonly elsewhere: readonly LineComment[]
} {
  const rows: ChangeRow[] = []
  const placed = new Set<string>()
  files.forEach(({ file: { path }, shown, note, preview }, file) => {
    const here = commentsByLine(
      shown.lines,
      comments.filter((each) => each.path === path && !placed.has(each.id)),
    )
    for (const own of here.values()) for (const { id } of own) placed.add(id)
    rows.push({ kind: 'head', file })
    if (folded.has(file)) return
    if (preview) {
      rows.push({ kind: 'preview', file, preview })
      return
    }
    const said = note ?? noteOf(files[file]?.file)
    if (said !== undefined) rows.push({ kind: 'note', file, text: said })
    const under = (at: number | undefined): void => {
      for (const { id } of (at === undefined ? undefined : here.get(at)) ?? [])
        rows.push({ kind: 'comment', file, id })
    }
    if (!split) {
      for (let at = 0; at < shown.lines.length; at += 1) {
        rows.push({ kind: 'line', file, at })
        if (here.size > 0) under(at)
      }
      return
    }
    for (const pair of splitRows(shown.lines)) {
      rows.push({ kind: 'pair', file, pair })
      if (here.size === 0) continue
      under(pair.before)
      if (pair.after !== pair.before) under(pair.after)
    }
  })
  return { rows, elsewhere: comments.filter(({ id }) => !placed.has(id)) }
}

/** The comments by the line under which each stands: its last, if that is what it was when the comment was begun. */
function commentsByLine(
  lines: readonly DiffLine[],
  comments: readonly LineComment[],
): ReadonlyMap<number, readonly LineComment[]> {
  const found = new Map<number, LineComment[]>()
  for (const comment of comments) {
    const { side, to, quoted } = comment
    const at = lines.findLastIndex(
      (line) =>
        side in line && (line as Extract<DiffLine, { kind: 'same' }>)[side] === to && fits(line, quoted),
    )
    if (at !== -1) found.set(at, [...(found.get(at) ?? []), comment])
  }
  return found
}

const fits = (line: DiffLine, quoted: readonly string[]): boolean =>
  'text' in line && quoted.some((row) => row.slice(1) === line.text.slice(0, longestQuoted))

/** Characters of one quoted line. */
export const longestQuoted = 2000

/** What is said in place of lines, or of what lines cannot show; nothing where the lines are all. */
function noteOf(file: ChangedFile | undefined): string | undefined {
  if (file?.note !== undefined) return file.note
  switch (file?.content) {
    case 'binary':
      return words.binary
    case 'link':
      return words.linkLines
    case 'none':
      if (file.kind === 'moved') return words.onlyMoved
      if (file.kind === 'mode') return words.onlyMode
      if (file.kind === 'changed') return words.noLines
      if (file.type === undefined) return words.empty
      return file.kind === 'created' ? words.made[file.type] : undefined
    case 'text':
    case undefined:
      return undefined
  }
}

/** The line that a row stands for; undefined for notes and comments. Of a pair it is the one after the change, if there is one. */
export function placeOf(row: ChangeRow | undefined): Place | undefined {
  switch (row?.kind) {
    case 'head':
      return { file: row.file, at: 'head' }
    case 'line':
      return { file: row.file, at: row.at }
    case 'pair':
      return { file: row.file, at: row.pair.after ?? row.pair.before ?? row.pair.across ?? 0 }
    case 'note':
    case 'preview':
    case 'comment':
    case undefined:
      return undefined
  }
}

/** The row that a line stands in; -1 where it is folded away. */
export function rowAt(rows: readonly ChangeRow[], place: Place): number {
  const { file, at } = place
  const found = rows.findIndex((row) => {
    if (row.file !== file) return false
    if (row.kind === 'pair') return row.pair.before === at || row.pair.after === at || row.pair.across === at
    return row.kind === 'line' ? row.at === at : row.kind === 'head' && at === 'head'
  })
  return found === -1 ? rows.findIndex((row) => row.kind === 'head' && row.file === file) : found
}

/** Whether a row shows a line that came or went. */
function isChange(row: ChangeRow | undefined, files: readonly ShownFile[]): boolean {
  if (row?.kind === 'pair') return row.pair.across === undefined && row.pair.before !== row.pair.after
  if (row?.kind !== 'line') return false
  const kind = files[row.file]?.shown.lines[row.at]?.kind
  return kind === 'add' || kind === 'del'
}

/** The row where the next change begins, or the previous one, or the next or previous file; undefined where there is none. */
export function stepFrom(
  list: { readonly rows: readonly ChangeRow[]; readonly files: readonly ShownFile[] },
  from: number,
  what: 'change' | 'file',
  by: 1 | -1,
): number | undefined {
  const { rows, files } = list
  const begins = (at: number): boolean => {
    if (what === 'file') return rows[at]?.kind === 'head'
    // A change that is interrupted by a comment is one change.
    let above = at - 1
    while (rows[above]?.kind === 'comment') above -= 1
    return isChange(rows[at], files) && !isChange(rows[above], files)
  }
  for (let at = from + by; at >= 0 && at < rows.length; at += by) if (begins(at)) return at
  return undefined
}

/** What a comment on these lines of a file would be about; undefined where they have no numbers. */
export function chosenLines(
  { lines }: ShownLines,
  from: number,
  to: number,
): Pick<LineComment, 'side' | 'from' | 'to' | 'quoted'> | undefined {
  const chosen = lines
    .slice(Math.min(from, to), Math.max(from, to) + 1)
    .flatMap((line) => (line.kind === 'same' || line.kind === 'add' || line.kind === 'del' ? [line] : []))
    .slice(0, mostChosen)
  const numbers = (side: 'before' | 'after'): number[] => chosen.flatMap((line) => line[side] ?? [])
  const side = numbers('after').length > 0 ? 'after' : 'before'
  const [first] = numbers(side)
  const last = numbers(side).at(-1)
  if (first === undefined || last === undefined) return undefined
  const quoted = chosen.map(({ kind, text }) => `${signs[kind]}${text.slice(0, longestQuoted)}`)
  return { side, from: first, to: last, quoted }
}

const mostChosen = 400
const signs = { same: ' ', add: '+', del: '-' } as const
