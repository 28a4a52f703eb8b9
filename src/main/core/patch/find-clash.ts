import type { PlannedFile } from './planned-file'
import { parentOf } from '../shell/paths'
import { foldPath } from './resolve-path'

interface Touch {
  readonly path: string
  readonly places: readonly string[]
  readonly exists: boolean
  readonly file: PlannedFile
}

/** Both ends of each change, by the path as written and by where it really is. */
function touches(files: readonly PlannedFile[]): Touch[] {
  return files.flatMap((file) => {
    const ends = [{ path: file.path, target: file.before }, ...(file.move ? [file.move] : [])]
    return ends.map(({ path, target }) => ({
      path,
      places: [...new Set([path, target.place].map(foldPath))],
      exists: target.kind !== 'missing',
      file,
    }))
  })
}

/**
 * Two changes that meet: in one file, in names that some file system takes for one, through a link, or one below the
 * other. The sentence says which; undefined when there are none. A file that is moved to another spelling of its own
 * name does not meet itself, as long as nothing is there.
 */
export function findClash(files: readonly PlannedFile[]): string | undefined {
  const seen = new Map<string, Touch>()
  for (const touch of touches(files))
    for (const place of touch.places) {
      const other = seen.get(place)
      if (!other) seen.set(place, touch)
      else if (other !== touch && (other.file !== touch.file || touch.exists))
        return other.path === touch.path
          ? `${touch.path} is named twice; put all changes to it under one header`
          : `${other.path} and ${touch.path} are, or can be taken for, the same file`
    }
  for (const [place, touch] of seen)
    for (let folder = parentOf(place); folder !== '/'; folder = parentOf(folder)) {
      const above = seen.get(folder)
      if (above && above !== touch) return `${above.path} cannot be a file and the folder of ${touch.path}`
    }
  return undefined
}
