import type { Chunk, ChunkLine } from './parse-update'
import { LineSeeker } from './seek-lines'

/** The file's new text, or why a chunk does not fit; `line` is where the chunk begins in the patch. */
export type ChunkResult =
  | { readonly kind: 'fits'; readonly text: string }
  | { readonly kind: 'misfit'; readonly line: number; readonly problem: string }

/** One line in quotation marks; several below, as they are. */
function quote(text: string): string {
  const cut = text.length > 200 ? `${text.slice(0, 199)}…` : text
  return cut.includes('\n') ? `\n${cut}` : ` ${JSON.stringify(cut)}`
}

interface Place {
  readonly at: number
  readonly lines: readonly ChunkLine[]
}

const oldTexts = (lines: readonly ChunkLine[]): string[] =>
  lines.filter((line) => line.kind !== 'add').map((line) => line.text)

/** Models take the newline at a file's end for an empty last line: one that is not there is left out of the search. */
function withoutEmptyLast(lines: readonly ChunkLine[]): readonly ChunkLine[] | undefined {
  const last = lines.findLastIndex((line) => line.kind !== 'add')
  return lines[last]?.text === '' && lines[last].kind === 'context' ? lines.toSpliced(last, 1) : undefined
}

/** Where a chunk goes, at or after `from`; a text says why nowhere. */
function locate(chunk: Chunk, seeker: LineSeeker, from: number, count: number): Place | string {
  let start = from
  for (const anchor of chunk.anchors) {
    const found = seeker.seek([anchor], start, false)
    if (found === undefined) return `there is no line${quote(anchor)} after line ${start}`
    start = found + 1
  }
  const old = oldTexts(chunk.lines)
  // Lines that are only put in go after the anchor, or to the end when nothing says where.
  if (old.length === 0)
    return { at: chunk.anchors.length > 0 && !chunk.atEnd ? start : count, lines: chunk.lines }
  const at = seeker.seek(old, start, chunk.atEnd)
  if (at !== undefined) return { at, lines: chunk.lines }
  const shorter = withoutEmptyLast(chunk.lines)
  if (shorter) {
    const rest = oldTexts(shorter)
    const again = rest.length === 0 ? count : seeker.seek(rest, start, chunk.atEnd)
    if (again !== undefined) return { at: again, lines: shorter }
  }
  const where = chunk.atEnd ? 'at the end of the file' : start === 0 ? 'in the file' : `after line ${start}`
  return `these lines are not ${where}:${quote(old.join('\n'))}`
}

/**
 * Applies an update's chunks, each after the one before. Kept lines stay exactly as the file has them, with their line
 * endings, however leniently they were matched; added lines get the file's commoner ending. Never throws.
 */
export function applyChunks(text: string, chunks: readonly Chunk[]): ChunkResult {
  const file = readFileText(text)
  const seeker = new LineSeeker(file.lines.map((line) => line.text))
  const windows = file.ending === '\r\n'
  const result: FileLine[] = []
  let done = 0
  for (const chunk of chunks) {
    const place = locate(chunk, seeker, done, file.lines.length)
    if (typeof place === 'string') {
      const problem = seeker.exhausted ? 'the patch takes too much searching; use more exact context' : place
      return { kind: 'misfit', line: chunk.line, problem }
    }
    for (; done < place.at; done++) result.push(file.lines[done] ?? { text: '', ending: '' })
    for (const line of place.lines) {
      if (line.kind === 'add') {
        // A last line without an end gets one before anything is put after it.
        const before = result.at(-1)
        if (before?.ending === '') result[result.length - 1] = { text: before.text, ending: file.ending }
        const added = windows && line.text.endsWith('\r') ? line.text.slice(0, -1) : line.text
        result.push({ text: added, ending: file.ending })
        continue
      }
      const kept = file.lines[done]
      if (line.kind === 'context' && kept) result.push(kept)
      done += 1
    }
  }
  for (; done < file.lines.length; done++) result.push(file.lines[done] ?? { text: '', ending: '' })
  return { kind: 'fits', text: writeFileText({ ...file, lines: result }) }
}

/** One line and what ends it: '\n', '\r\n', or '' for a last line without an end. */
interface FileLine {
  readonly text: string
  readonly ending: '\n' | '\r\n' | ''
}

/** A file's text in lines. `mark` is a byte-order mark or ''; `ending` is what new lines get: the commoner of the two. */
interface FileText {
  readonly mark: string
  readonly lines: readonly FileLine[]
  readonly ending: '\n' | '\r\n'
}

const byteOrderMark = '\u{FEFF}'

/** Splits a text; a lone CR is an ordinary character. An empty text has no lines. */
function readFileText(text: string): FileText {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : ''
  const lines: FileLine[] = []
  let ended = 0
  let windows = 0
  for (let at = mark.length; at < text.length;) {
    const found = text.indexOf('\n', at)
    const end = found < 0 ? text.length : found
    const crlf = found > at && text[found - 1] === '\r'
    if (found >= 0) ended += 1
    if (crlf) windows += 1
    lines.push({ text: text.slice(at, crlf ? end - 1 : end), ending: found < 0 ? '' : crlf ? '\r\n' : '\n' })
    at = end + 1
  }
  return { mark, lines, ending: windows * 2 > ended ? '\r\n' : '\n' }
}

/** The text again. A last line without an end gets one, as every patched file ends with a newline (docs/spec/tools.md). */
function writeFileText(file: FileText): string {
  const text = file.lines.map((line) => line.text + (line.ending || file.ending)).join('')
  return file.mark + text
}
