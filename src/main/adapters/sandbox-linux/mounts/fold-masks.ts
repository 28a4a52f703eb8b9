import { dirname } from 'node:path'
import type { Mask } from './mask'
import { isUnder } from '../writable-roots'

/** What a mount costs grows with how many there are: a thousand take seconds before each command. */
const usual = 1000
/** The launcher takes 9000 words, three for each and some besides. */
const most = 2800

/** A folder in which more stays as it is than can be mounted one by one, so that all of it does. */
export interface FoldedFolder {
  readonly path: string
  readonly places: number
}

/** The folders around a mask below the roots, itself among them where it is a folder that changes. */
function foldersOf(mask: Mask, roots: ReadonlySet<string>): readonly string[] {
  const around: string[] = mask.kind === 'pinned' && !roots.has(mask.path) ? [mask.path] : []
  for (let at = dirname(mask.path); dirname(at) !== at; at = dirname(at)) {
    if (roots.has(at)) return around
    around.push(at)
  }
  return []
}

/** Folders that together hold so many masks that the rest and they are no more than `limit`; undefined: there are none. The smallest one that is enough, or the largest. */
function toFold(
  counts: ReadonlyMap<string, number>,
  all: number,
  limit: number,
): readonly FoldedFolder[] | undefined {
  const found = [...counts].map(([path, places]) => ({ path, places })).filter(({ places }) => places > 1)
  const sorted = found.toSorted(
    (one, other) => one.places - other.places || other.path.length - one.path.length,
  )
  const enough = sorted.find(({ places }) => all - places + 1 <= limit)
  if (enough) return [enough]
  const taken: FoldedFolder[] = []
  let left = all
  // Of as many the deepest, which is the last but for its like.
  for (const each of sorted.toSorted(
    (one, other) => other.places - one.places || other.path.length - one.path.length,
  )) {
    if (taken.some(({ path }) => isUnder(path, each.path) || isUnder(each.path, path))) continue
    taken.push(each)
    left -= each.places - 1
    if (left <= limit) return taken
  }
  return undefined
}

/** Whether a folder that is read-only as a whole does what this mask does: what is closed or emptied may not even be read. */
const isKeptByFolder = ({ kind }: Mask): boolean => kind === 'pinned' || kind === 'read-only'

/**
 * The masks of a run as they can be laid. With more than some hundreds the folders that hold the most of them are read-only as a whole, which is less
 * than was asked for in nothing; none is that holds a root or a writable place, or what a person granted (`open`). Where even that leaves too many, the
 * problem in words. `masks` are in the order of their paths, and so is what is given back.
 */
export function foldMasks(
  masks: readonly Mask[],
  { roots, open }: { readonly roots: readonly string[]; readonly open: readonly string[] },
):
  | { readonly masks: readonly Mask[]; readonly folded: readonly FoldedFolder[] }
  | { readonly problem: string } {
  if (masks.length <= usual) return { masks, folded: [] }
  const counts = new Map<string, number>()
  const rootSet = new Set(roots)
  for (const mask of masks.filter(isKeptByFolder))
    for (const folder of foldersOf(mask, rootSet)) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  for (const folder of counts.keys()) if (open.some((path) => isUnder(path, folder))) counts.delete(folder)
  const folded =
    toFold(counts, masks.length, usual) ?? (masks.length <= most ? [] : toFold(counts, masks.length, most))
  if (!folded) {
    const [root = ''] = roots.toSorted(
      (one, other) =>
        masks.filter(({ path }) => isUnder(path, other)).length -
        masks.filter(({ path }) => isUnder(path, one)).length,
    )
    return {
      problem: `the folder ${root} holds ${String(masks.length)} places that commands may not change, such as git folders and settings of agents, and no more than ${String(most)} can be kept one by one: remove or move some of them, or choose a smaller folder`,
    }
  }
  const whole = new Set(folded.map(({ path }) => path))
  const isIn = (path: string): boolean => {
    for (let at = path; ; at = dirname(at)) {
      if (whole.has(at)) return true
      if (dirname(at) === at) return false
    }
  }
  const left = [
    ...masks.filter((mask) => !isKeptByFolder(mask) || !isIn(mask.path)),
    ...folded.map(({ path }): Mask => ({ kind: 'read-only', path })),
  ]
  return { masks: left.toSorted((one, other) => (one.path < other.path ? -1 : 1)), folded }
}
