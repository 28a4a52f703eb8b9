import { formatPatch, OMIT_HEADERS, structuredPatch, type StructuredPatchHunk } from 'diff'
import type { TextDiff } from '../../core/ports/patch-files'

/** Lines kept round a change. */
const usualContext = 3
/** Texts that differ in more lines than this are shown as one replaced block: finding the least difference takes too long. */
const maxEdits = 2000

function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => `${line}\n`)
  const last = lines.pop()?.slice(0, -1) ?? ''
  return last === '' ? lines : [...lines, last]
}

const signed = (sign: string, lines: readonly string[]): string[] =>
  lines.flatMap((line) =>
    line.endsWith('\n')
      ? [`${sign}${line.slice(0, -1)}`]
      : [`${sign}${line}`, '\\ No newline at end of file'],
  )

/** One hunk over everything between the common beginning and the common end. */
function replacedBlock(before: string, after: string, context: number): StructuredPatchHunk[] {
  const old = linesOf(before)
  const next = linesOf(after)
  const shorter = Math.min(old.length, next.length)
  let head = 0
  while (head < shorter && old[head] === next[head]) head += 1
  let tail = 0
  while (tail < shorter - head && old.at(-1 - tail) === next.at(-1 - tail)) tail += 1
  const from = Math.max(0, head - context)
  const oldEnd = old.length - tail
  const nextEnd = next.length - tail
  const oldTo = Math.min(old.length, oldEnd + context)
  const lines = [
    ...signed(' ', old.slice(from, head)),
    ...signed('-', old.slice(head, oldEnd)),
    ...signed('+', next.slice(head, nextEnd)),
    ...signed(' ', old.slice(oldEnd, oldTo)),
  ]
  const newLines = nextEnd - from + (oldTo - oldEnd)
  return [{ oldStart: from + 1, oldLines: oldTo - from, newStart: from + 1, newLines, lines }]
}

/** The hunks from one text to the other; [] when they are equal. */
function hunksBetween(before: string, after: string, context: number): StructuredPatchHunk[] {
  if (before === after) return []
  if (before === '' || after === '') return replacedBlock(before, after, context)
  const options = { context, maxEditLength: maxEdits }
  return (
    structuredPatch('', '', before, after, undefined, undefined, options)?.hunks ??
    replacedBlock(before, after, context)
  )
}

const bare = { oldHeader: undefined, newHeader: undefined }

function hunks(before: string, after: string, context = usualContext): string {
  const found = hunksBetween(before, after, context)
  return found.length === 0
    ? ''
    : formatPatch({ ...bare, oldFileName: undefined, newFileName: undefined, hunks: found }, OMIT_HEADERS)
}

function file(name: string, before: string | undefined, after: string | undefined): string {
  if (before === after) return ''
  return formatPatch({
    ...bare,
    oldFileName: before === undefined ? '/dev/null' : `a/${name}`,
    newFileName: after === undefined ? '/dev/null' : `b/${name}`,
    isGit: true,
    ...(before === undefined ? { isCreate: true } : {}),
    ...(after === undefined ? { isDelete: true } : {}),
    hunks: hunksBetween(before ?? '', after ?? '', usualContext),
  })
}

/** Unified diffs by jsdiff; see the port for what they look like. */
export const textDiff: TextDiff = { hunks, file }
