import { exceedsBytes, maxFiles, maxPatchBytes } from './patch-limits'
import { PatchLines } from './patch-lines'
import { parseUpdate, type Hunk } from './parse-update'

/** A patch's hunks in order, or the first thing wrong with it. `line` counts from 1; 0 means the text as a whole. */
export type ParsedPatch =
  | { readonly kind: 'parsed'; readonly hunks: readonly Hunk[] }
  | { readonly kind: 'malformed'; readonly line: number; readonly problem: string }

const begin = '*** Begin Patch'
const end = '*** End Patch'

/** A heredoc that models sometimes leave round the body: `<<'X'`, the body, `X`. */
function withoutHeredoc(lines: readonly string[]): { first: number; last: number } {
  let first = 0
  let last = lines.length - 1
  while (first < last && lines[first]?.trim() === '') first += 1
  while (last > first && lines[last]?.trim() === '') last -= 1
  const opening = /^(?:apply_?patch\s+)?<<-?\s*(['"]?)(\w+)\1$/.exec(lines[first]?.trim() ?? '')
  if (opening && last > first && lines[last]?.trim() === opening[2])
    return { first: first + 1, last: last - 1 }
  return { first, last }
}

const headers = ['*** Add File: ', '*** Delete File: ', '*** Update File: '] as const
const expectedHeader = 'expected "*** Add File: PATH", "*** Delete File: PATH" or "*** Update File: PATH"'

function parseAdd(lines: PatchLines, path: string, line: number): Hunk {
  const content: string[] = []
  for (let text = lines.peek(); text?.startsWith('+'); text = lines.peek()) {
    content.push(text.slice(1))
    lines.next()
  }
  return { kind: 'add', path, line, content: content.length === 0 ? '' : `${content.join('\n')}\n` }
}

function parseHunk(lines: PatchLines): Hunk | undefined {
  const text = (lines.peek() ?? '').trim()
  const line = lines.line
  const header = headers.find((each) => text.startsWith(each) || text === each.trimEnd())
  if (header === undefined) {
    const loose = /^[ +-]/.test(lines.peek() ?? '')
    lines.fail(
      loose ? `this line belongs to no file; ${expectedHeader}` : `${expectedHeader}, or "${end}" at the end`,
    )
    return undefined
  }
  const path = lines.path(text.slice(header.length).trim())
  if (path === undefined) return undefined
  lines.next()
  switch (header) {
    case '*** Add File: ':
      return parseAdd(lines, path, line)
    case '*** Delete File: ':
      return { kind: 'delete', path, line }
    case '*** Update File: ':
      return parseUpdate(lines, path, line)
  }
}

/**
 * Reads a patch (docs/spec/tools.md). Pure; never throws. Lenient where models are sloppy and the meaning is plain: a
 * heredoc round the body, blank lines between files, a first chunk without `@@`, context lines that lost their leading
 * space because they are empty, CRLF endings throughout. Everything else is malformed, with the line and what was
 * expected there.
 */
export function parsePatch(text: string): ParsedPatch {
  const malformed = (line: number, problem: string): ParsedPatch => ({ kind: 'malformed', line, problem })
  if (exceedsBytes(text, maxPatchBytes))
    return malformed(0, `the patch is larger than ${maxPatchBytes} bytes; split it`)
  if (!text.isWellFormed()) return malformed(0, 'the patch is not well-formed Unicode')
  const raw = text.split('\n')
  const { first, last } = withoutHeredoc(raw)
  if (raw[first]?.trim() !== begin) return malformed(first + 1, `the first line must be "${begin}"`)
  if (last === first || raw[last]?.trim() !== end)
    return malformed(last + 1, `the last line must be "${end}"`)
  const lines = new PatchLines(raw, first + 1, last, (raw[first] ?? '').endsWith('\r'))
  const nul = text.indexOf('\0')
  if (nul >= 0) return malformed(text.slice(0, nul).split('\n').length, 'the patch contains NUL')

  const hunks: Hunk[] = []
  for (;;) {
    lines.skipBlank()
    if (lines.peek() === undefined) return { kind: 'parsed', hunks }
    if (hunks.length === maxFiles)
      return malformed(lines.line, `the patch names more than ${maxFiles} files; split it`)
    const hunk = parseHunk(lines)
    if (!hunk) return malformed(lines.failure?.line ?? lines.line, lines.failure?.problem ?? expectedHeader)
    hunks.push(hunk)
  }
}
