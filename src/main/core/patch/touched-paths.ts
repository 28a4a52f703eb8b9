import type { PlannedFile, Touchable } from './planned-file'

/** One end of a change: `path` as the patch names it (resolved in the text), `place` where it really is. */
export interface TouchedPath {
  readonly path: string
  readonly place: string
  readonly target: Touchable
  readonly effect: 'write' | 'remove'
}

/** Everything a patch writes or removes, move targets included. */
export function touchedPaths(files: readonly PlannedFile[]): readonly TouchedPath[] {
  return files.flatMap(({ path, before, after, move }): TouchedPath[] => {
    const gone = move !== undefined || after === undefined
    const own = { path, place: before.place, target: before, effect: gone ? 'remove' : 'write' } as const
    if (!move) return [own]
    return [own, { path: move.path, place: move.target.place, target: move.target, effect: 'write' }]
  })
}
