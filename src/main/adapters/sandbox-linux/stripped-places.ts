import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Mask } from './mask'
import { isUnder } from './writable-roots'

/**
 * The pinned folders of which a run removed everything that it could: what is left in them is what masks hold, and the run was
 * kept from removing that too. Whoever removes one needs the masks in it lifted together. Returns a look-up of the topmost such
 * folder at or above a path; `refused` are the places that the run was kept from removing.
 */
export async function strippedPlaces(
  masks: readonly Mask[],
  refused: readonly string[],
): Promise<(path: string) => string | undefined> {
  const kinds = new Map(masks.map(({ path, kind }) => [path, kind]))
  const wasTried = (path: string): boolean => refused.some((each) => isUnder(each, path))
  const isStripped = async (folder: string): Promise<boolean> => {
    const names = await readdir(folder).catch(() => []) // gone meanwhile, or closed
    const left = names.map((name) => join(folder, name))
    return left.length > 0 && left.every((path) => kinds.has(path) && wasTried(path))
  }
  // One that only holds others, as the folder of all worktrees, is left out: nobody needs all of them.
  const solid = new Set(masks.flatMap(({ path, kind }) => (kind === 'pinned' ? [] : [dirname(path)])))
  const pins = masks.filter(({ kind, path }) => kind === 'pinned' && solid.has(path) && wasTried(path))
  const found = await Promise.all(pins.map(async ({ path }) => ((await isStripped(path)) ? [path] : [])))
  const stripped = found.flat().sort((one, other) => one.length - other.length)
  return (path) => stripped.find((folder) => isUnder(path, folder))
}
