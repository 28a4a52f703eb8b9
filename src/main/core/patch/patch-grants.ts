import type { Grant } from '@shared/domain/grant'
import { isWithin, parentOf } from '../shell/paths'
import type { PlannedFile, Touchable } from './planned-file'

/**
 * The one path that must become writable for one end of a change (decision 003): the file itself where its text can be
 * written in place, the folder around it where an entry must be made or removed. A hard-linked file is never written in
 * place, since that would change it under its other names too.
 */
function grantFor({ place, target, effect }: TouchedPath): Extract<Grant, { kind: 'write' }> {
  const inPlace =
    effect === 'write' &&
    (target.kind === 'missing'
      ? target.folder === parentOf(place)
      : target.kind === 'file' && target.links === 1)
  if (inPlace) return { kind: 'write', path: place, extent: 'file' }
  const path = target.kind === 'missing' ? target.folder : parentOf(place)
  return { kind: 'write', path, extent: 'tree' }
}

/**
 * Exactly what the sandbox lacks for a patch to be applied in it. Undefined when a folder to open would be the home
 * directory or hold it: that is no narrow grant, and none is offered. [] when nothing is lacking.
 */
export function patchGrants(beyond: readonly TouchedPath[], home: string): readonly Grant[] | undefined {
  const grants = beyond.map(grantFor)
  const trees = grants.filter((grant) => grant.extent === 'tree')
  if (trees.some((tree) => isWithin(home, tree.path))) return undefined
  const covered = (grant: (typeof grants)[number]): boolean =>
    trees.some((tree) => isWithin(grant.path, tree.path) && tree.path !== grant.path)
  const kept = new Map(grants.filter((grant) => !covered(grant)).map((grant) => [grant.path, grant]))
  return [...kept.values()]
}

/** Of grants that were made for a patch those that these of its paths need: none of them is another than was shown. */
export function stillNeeded(grants: readonly Grant[], beyond: readonly TouchedPath[]): readonly Grant[] {
  const lacking = beyond.map((touched) => grantFor(touched).path)
  return grants.filter(
    (grant) => grant.kind !== 'write' || lacking.some((path) => isWithin(path, grant.path)),
  )
}

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
