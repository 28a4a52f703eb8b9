import { laterStrings } from '../later-strings'
import type { ChangedFile } from './changed-file'
import { turnFiles } from './git-diff'

/**
 * The files that a turn changed: as its folder says (`whole`, '' where nobody knows), and what its patches changed beside that, which is what lies
 * elsewhere or git ignores.
 */
export function filesOfTurn(whole: string, patches: string, folder: string): readonly ChangedFile[] {
  const { secret } = laterStrings.rehearsal.contents
  const files = turnFiles(whole, folder).map((file) => (file.leftOut ? { ...file, note: secret } : file))
  const known = new Set(files.map(({ path }) => path))
  return [...files, ...turnFiles(patches, folder).filter(({ path }) => !known.has(path))]
}
