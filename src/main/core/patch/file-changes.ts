import type { FileChange, FileChanges } from '@shared/domain/file-change'
import type { TextDiff } from '../ports'
import { boundText } from './bound-text'
import type { PlannedFile } from './plan-patch'

/** Characters of the whole map: it is shown, recorded and sent. What is left out is counted in each entry. */
const maxShown = 1024 * 1024

function changeOf(file: PlannedFile, limit: number, diff: TextDiff): FileChange {
  const { before, after, move } = file
  const cut = (text: string) => {
    const bounded = boundText(text, limit)
    return { text: bounded.text, omitted: bounded.omitted === undefined ? {} : { omitted: bounded.omitted } }
  }
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

/** The change map of a verified patch (docs/spec/tools.md), each text bounded for display. */
export function fileChanges(files: readonly PlannedFile[], diff: TextDiff): FileChanges {
  const limit = Math.floor(maxShown / Math.max(files.length, 4))
  return Object.fromEntries(files.map((file) => [file.path, changeOf(file, limit, diff)]))
}
