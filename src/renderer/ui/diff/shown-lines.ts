import { useMemo, useSyncExternalStore } from 'react'
import { linePairs } from '../../lib/diff/line-pairs'
import { LineTokens } from '../../lib/diff/line-tokens'
import { languageOf } from '../../lib/syntax/language-of'
import type { DiffLine } from '../../lib/unified-diff'

/** The lines of one file as they are drawn: each with its colours, and with the line that stands for it on the other side. */
export interface ShownLines {
  readonly lines: readonly DiffLine[]
  readonly tokens: LineTokens
  readonly mates: Int32Array
}

/** Without a path they are plain: without colours, and no line is held against another. */
export function showLines(lines: readonly DiffLine[], path: string): ShownLines {
  return {
    lines,
    tokens: new LineTokens(lines, languageOf(path)),
    mates: path === '' ? new Int32Array(lines.length).fill(-1) : linePairs(lines),
  }
}

export function useShownLines(lines: readonly DiffLine[], path: string): ShownLines {
  const shown = useMemo(() => showLines(lines, path), [lines, path])
  useSyncExternalStore(shown.tokens.subscribe, shown.tokens.version)
  return shown
}
