import type { FileChange, FileChanges } from '@shared/domain/file-change'
import type { RehearsedChange } from '@shared/domain/request-rehearsal'
import { changeLines } from '../unified-diff'
import type { DiffLine } from '../unified-diff'

/**
 * One file of a list of changes, wherever that comes from: a patch, a turn's diff, a review, a rehearsal. `path` is absolute, or as the
 * source names it where that is all there is; of a moved file it is where that is now, and `from` where it was. `changed` is another
 * content, and `mode` is only that. `content` is `none` where there are no lines to be seen, `link` where `lines` say where one leads.
 * All texts are untrusted.
 */
export interface ChangedFile {
  readonly path: string
  readonly kind: 'created' | 'changed' | 'deleted' | 'moved' | 'mode'
  readonly content: 'text' | 'binary' | 'link' | 'none'
  readonly from?: string
  /** Absent: a file, or what a diff has among files. */
  readonly type?: Exclude<RehearsedChange['type'], 'file'>
  /** As git writes them: six octal digits. */
  readonly mode?: { readonly before?: string; readonly after?: string }
  readonly lines: readonly DiffLine[]
  /** Its lines may hold secrets, and are not told. */
  readonly leftOut?: true
  /** It is not so yet: what lies there now is not what is shown. */
  readonly proposed?: true
  /** Said above the lines, or where there are none; absent: what its kind and content say. */
  readonly note?: string
}

/** The files of a patch, in its order. */
export function patchedFiles(changes: FileChanges): readonly ChangedFile[] {
  return Object.entries(changes).map(([path, change]): ChangedFile => {
    const lines = changeLines(change)
    const content = lines.length === 0 ? 'none' : 'text'
    if (change.type === 'update' && change.move_path !== undefined)
      return { path: change.move_path, from: path, kind: 'moved', content, lines }
    return { path, kind: kinds[change.type], content, lines }
  })
}

const kinds: Record<FileChange['type'], ChangedFile['kind']> = {
  add: 'created',
  delete: 'deleted',
  update: 'changed',
}
