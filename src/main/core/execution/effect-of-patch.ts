import type { Effect } from '@shared/domain/effect'
import { namedPath, type NamingFolders } from '@shared/domain/named-path'
import type { TouchedPath } from '../patch/patch-grants'

const mostNames = 12

/**
 * What leads the question about a patch, from what was verified: how many files it writes or deletes, and how many of them
 * lie beyond the writable roots.
 */
export function effectOfPatch(
  touched: readonly TouchedPath[],
  beyond: readonly TouchedPath[],
  folders: NamingFolders,
): Effect {
  return {
    act: {
      kind: 'patch',
      names: touched.slice(0, mostNames).map(({ place }) => namedPath(place, folders)),
      files: touched.length,
      removes: touched.filter(({ effect }) => effect === 'remove').length,
      beyond: beyond.length,
    },
  }
}
