import type { FileChange, FileChanges } from '@shared/domain/file-change'
import { namedPath } from '@shared/domain/named-path'
import type { LeftOut } from '@shared/domain/only-hunks'
import { laterStrings } from './later-strings'
import { changeLines, countLines } from './unified-diff'
import type { DiffLine, LineCount } from './unified-diff'

/** One file of a patch as it is shown. `fate` is '' for a plain change; `noLines` says what an empty list means. */
export interface ShownFile {
  /** Its key among the changes. */
  readonly id: string
  readonly path: string
  readonly fate: string
  readonly lines: readonly DiffLine[]
  readonly count: LineCount
  readonly noLines: string
}

/** The files of a patch, in its order, their paths as read from `folder`; `left` is what a person left out of them. */
export function shownFiles(
  changes: FileChanges,
  { folder, home, left = {} }: { folder: string; home: string; left?: LeftOut | undefined },
): readonly ShownFile[] {
  const { leaveOut = [], onlyHunks = [] } = left
  return Object.entries(changes).map(([path, change]) => {
    const only = onlyHunks.find((each) => each.path === path)
    const lines = only ? ofHunks(changeLines(change), only.hunks) : changeLines(change)
    return {
      id: path,
      path: namedPath(path, { roots: [folder], home }).name,
      fate: leaveOut.includes(path)
        ? laterStrings.changes.leftOut
        : only
          ? laterStrings.changes.inPart
          : fateOf(change, folder, home),
      lines,
      count: countLines(lines),
      noLines: change.type === 'update' ? laterStrings.patch.noLines : laterStrings.patch.empty,
    }
  })
}

/** The lines of these hunks alone. */
function ofHunks(lines: readonly DiffLine[], hunks: readonly string[]): readonly DiffLine[] {
  let isOf = false
  return lines.filter((line) => {
    if (line.kind === 'hunk') isOf = hunks.includes(line.text)
    return isOf
  })
}

/** The whole patch as text to copy: each path, what becomes of it, and its lines. */
export function changesText(changes: FileChanges): string {
  return Object.entries(changes)
    .map(([path, change]) => {
      const fate = change.type === 'update' ? change.move_path : laterStrings.patch.fates[change.type]
      return `${path}${fate === undefined ? '' : ` (${fate})`}\n${change.type === 'update' ? change.unified_diff : change.content}`
    })
    .join('\n')
}

function fateOf(change: FileChange, folder: string, home: string): string {
  switch (change.type) {
    case 'add':
    case 'delete':
      return laterStrings.patch.fates[change.type]
    case 'update':
      return change.move_path === undefined
        ? ''
        : laterStrings.patch.movedTo(namedPath(change.move_path, { roots: [folder], home }).name)
  }
}
