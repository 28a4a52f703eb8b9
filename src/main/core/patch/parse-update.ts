import type { PatchLines } from './patch-lines'

const move = '*** Move to: '
const endOfFile = '*** End of File'

/** One line of an update: kept, taken out or put in, without its prefix and its line ending. */
export interface ChunkLine {
  readonly kind: 'context' | 'remove' | 'add'
  readonly text: string
}

/**
 * One place in a file. `anchors` are the texts after `@@`, each to be found after the one before (empty: none given).
 * `atEnd` says that the lines are the file's last. `line` is where the chunk begins in the patch, counted from 1.
 */
export interface Chunk {
  readonly anchors: readonly string[]
  readonly lines: readonly ChunkLine[]
  readonly atEnd: boolean
  readonly line: number
}

/** What a patch asks for one file. Paths are as the patch wrote them; an update without chunks only moves. */
export type Hunk =
  | { readonly kind: 'add'; readonly path: string; readonly content: string; readonly line: number }
  | { readonly kind: 'delete'; readonly path: string; readonly line: number }
  | {
      readonly kind: 'update'
      readonly path: string
      readonly moveTo: string | undefined
      readonly chunks: readonly Chunk[]
      readonly line: number
    }
const prefixes: Readonly<Record<string, ChunkLine['kind']>> = { ' ': 'context', '-': 'remove', '+': 'add' }

/** The consecutive `@@` lines before a chunk; a bare one gives no anchor. Undefined when the line is none. */
function anchor(text: string): string | undefined {
  if (text === '@@') return ''
  return text.startsWith('@@ ') ? text.slice(3) : undefined
}

/** Empty lines at a chunk's end stand between sections; as context they would only be in the way. */
function withoutTrailingGaps(lines: readonly ChunkLine[], gaps: ReadonlySet<ChunkLine>): ChunkLine[] {
  const kept = [...lines]
  for (let last = kept.at(-1); last && gaps.has(last); last = kept.at(-1)) kept.pop()
  return kept
}

function parseChunk(lines: PatchLines, first: boolean): Chunk | undefined {
  const line = lines.line
  const anchors: string[] = []
  let marked = false
  for (let text = anchor(lines.peek() ?? ''); text !== undefined; text = anchor(lines.peek() ?? '')) {
    marked = true
    if (text.trim() !== '') anchors.push(text)
    lines.next()
  }
  if (!marked && !first) {
    lines.fail('expected "@@" or "@@ CONTEXT" before the next chunk')
    return undefined
  }
  const found: ChunkLine[] = []
  const gaps = new Set<ChunkLine>()
  for (let text = lines.peek(); text !== undefined; text = lines.peek()) {
    if (text.startsWith('@@') || text.startsWith('***')) break
    const kind = text === '' ? 'context' : prefixes[text.charAt(0)]
    if (kind === undefined) {
      lines.fail('expected a line that begins with a space, "+" or "-", or "@@", or "*** "')
      return undefined
    }
    const each: ChunkLine = { kind, text: text.slice(1) }
    if (text === '') gaps.add(each)
    found.push(each)
    lines.next()
  }
  const atEnd = lines.peek()?.trim() === endOfFile
  if (atEnd) lines.next()
  const kept = withoutTrailingGaps(found, gaps)
  if (kept.length === 0) {
    lines.fail('expected at least one line that begins with a space, "+" or "-"')
    return undefined
  }
  return { anchors, lines: kept, atEnd, line }
}

/** The rest of `*** Update File:`. Undefined with a failure noted in `lines`. */
export function parseUpdate(lines: PatchLines, path: string, line: number): Hunk | undefined {
  let moveTo: string | undefined
  const second = lines.peek()?.trim() ?? ''
  if (second.startsWith(move) || second === move.trimEnd()) {
    moveTo = lines.path(second.slice(move.length).trim())
    if (moveTo === undefined) return undefined
    lines.next()
  }
  const chunks: Chunk[] = []
  for (;;) {
    lines.skipBlankBeforeHeader()
    const text = lines.peek()
    if (text === undefined || (text.startsWith('*** ') && text.trim() !== endOfFile)) break
    const chunk = parseChunk(lines, chunks.length === 0)
    if (!chunk) return undefined
    chunks.push(chunk)
  }
  if (chunks.length === 0 && moveTo === undefined) {
    lines.fail(`the update of "${path}" changes nothing`)
    return undefined
  }
  return { kind: 'update', path, moveTo, chunks, line }
}
