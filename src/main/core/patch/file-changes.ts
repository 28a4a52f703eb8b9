import type { FileChange, FileChanges } from '@shared/domain/file-change'
import type { TextDiff } from '../ports/patch-files'
import type { PlannedFile } from './planned-file'

/** Characters of the whole map: it is shown, recorded and sent. What is left out is counted in each entry. */
const maxShown = 1024 * 1024

const linesOf = (text: string): ReadonlySet<string> => new Set(text.split(/\r?\n/))

/**
 * What becomes of a text as the agent's own words: a difference of two texts can show lines that nobody said, where a last line gets its end, lines
 * go elsewhere, or there are too many to find the least. What is said alone has lines of other numbers.
 */
function saidOnly(
  { verb, said }: Pick<PlannedFile, 'verb' | 'said'>,
  text: string,
  after: string,
  diff: TextDiff,
): string {
  if (verb === 'A') return diff.hunks('', after)
  if (!said) return ''
  const real = diff.hunks(text, after, 0)
  const [old, next] = [linesOf(said.before), linesOf(said.after)]
  const isSaid = real.split('\n').every((line) => {
    const content = line.slice(1).replace(/\r$/, '')
    return line.startsWith('-') ? old.has(content) : line.startsWith('+') ? next.has(content) : true
  })
  if (isSaid) return real
  // Lines that only go elsewhere are no difference.
  const moved = (): string => diff.hunks(said.before, '') + diff.hunks('', said.after)
  return diff.hunks(said.before, said.after, 0) || moved()
}

/**
 * A change to a file beyond the session's folders, or one in which keys stand: only what the patch itself says, since the rest of the file is
 * not the agent's to tell. What is not shown is counted.
 */
function changeOutside(file: PlannedFile, text: string, diff: TextDiff): FileChange {
  const { after, move } = file
  const left = text.length === 0 ? {} : { omitted: text.length }
  if (after === undefined)
    return { type: 'delete', content: `[... ${String(text.length)} characters not shown ...]\n`, ...left }
  const shown = saidOnly(file, text, after, diff)
  return { type: 'update', unified_diff: shown, ...(move ? { move_path: move.path } : {}), ...left }
}

function bounded(change: FileChange, limit: number): FileChange {
  if (change.type !== 'update') return change
  const { text, omitted } = boundText(change.unified_diff, limit)
  const left = (change.omitted ?? 0) + (omitted ?? 0)
  return { ...change, unified_diff: text, ...(left === 0 ? {} : { omitted: left }) }
}

function changeOf(file: PlannedFile, limit: number, isTold: IsTold, diff: TextDiff): FileChange {
  const { before, after, move } = file
  const cut = (text: string) => {
    const bounded = boundText(text, limit)
    return { text: bounded.text, omitted: bounded.omitted === undefined ? {} : { omitted: bounded.omitted } }
  }
  const isClosed = before.kind === 'file' && !isTold(before.place, file.path)
  if (isClosed) return bounded(changeOutside(file, before.text, diff), limit)
  if (after === undefined || before.kind === 'link') {
    const { text, omitted } = cut(
      before.kind === 'link' ? before.leadsTo : before.kind === 'file' ? before.text : '',
    )
    return { type: 'delete', content: text, ...omitted }
  }
  if (before.kind === 'missing') {
    const { text, omitted } = cut(after)
    return { type: 'add', content: text, ...omitted }
  }
  const { text, omitted } = cut(diff.hunks(before.text, after))
  return { type: 'update', unified_diff: text, ...(move ? { move_path: move.path } : {}), ...omitted }
}

/** A text cut in its middle to about `limit` characters, at line ends where there are any, and how many were left out. */
export function boundText(text: string, limit: number): { readonly text: string; readonly omitted?: number } {
  if (text.length <= limit) return { text }
  const half = Math.floor(limit / 2)
  const headEnd = text.lastIndexOf('\n', half)
  const tailStart = text.indexOf('\n', text.length - half)
  // toWellFormed: a cut through a surrogate pair must not leave half of it.
  const head = text.slice(0, headEnd < half / 2 ? half : headEnd + 1).toWellFormed()
  const tail = text.slice(tailStart < 0 ? text.length - half : tailStart + 1).toWellFormed()
  const omitted = text.length - head.length - tail.length
  return { text: `${head}[... ${omitted} characters not shown ...]\n${tail}`, omitted }
}

/** Whether the text of a file may be told, by where it really lies and the path that it was asked for by, both absolute. */
export type IsTold = (place: string, path: string) => boolean

/** The change map of a verified patch (docs/spec/tools.md), each text bounded for display. Of what is not told there is only what the patch says. */
export function fileChanges(files: readonly PlannedFile[], isTold: IsTold, diff: TextDiff): FileChanges {
  const limit = Math.floor(maxShown / Math.max(files.length, 4))
  return Object.fromEntries(files.map((file) => [file.path, changeOf(file, limit, isTold, diff)]))
}
