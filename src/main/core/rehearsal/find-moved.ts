import type { RehearsalChange } from '@shared/domain/rehearsal'

/** A change as it was found, with what tells whether two are the same thing. */
export interface FoundChange {
  readonly change: RehearsalChange
  /**
   * The same for things with the same content, names below them and times; undefined: it cannot be told. Made from what was
   * read, never from what the command says.
   */
  readonly sameAs?: string
}

/**
 * What was found, with a deletion and a creation of the same thing as one move. Where more than one of either could be meant
 * nothing is guessed: they stay what they are. Sorted by path.
 */
export function findMoved(found: readonly FoundChange[]): readonly RehearsalChange[] {
  const byKey = new Map<string, { readonly deleted: FoundChange[]; readonly created: FoundChange[] }>()
  for (const each of found) {
    const { kind } = each.change
    if (each.sameAs === undefined || (kind !== 'deleted' && kind !== 'created')) continue
    const pair = byKey.get(each.sameAs) ?? { deleted: [], created: [] }
    pair[kind].push(each)
    byKey.set(each.sameAs, pair)
  }
  const gone = new Set<FoundChange>()
  const moved: RehearsalChange[] = []
  for (const { deleted, created } of byKey.values()) {
    const [from, to] = [deleted[0], created[0]]
    if (!from || !to || deleted.length > 1 || created.length > 1) continue
    gone.add(from).add(to)
    const { files } = from.change
    moved.push({
      ...to.change,
      kind: 'moved',
      from: from.change.path,
      ...(files === undefined ? {} : { bytes: from.change.bytes, files }),
    })
  }
  // What lies in a folder that moved as a whole moved with it.
  const folders = moved.filter(({ type }) => type === 'folder').map(({ path }) => `${path}/`)
  const rest = found
    .filter((each) => !gone.has(each))
    .map(({ change }) => change)
    .filter(({ path }) => !folders.some((folder) => path.startsWith(folder)))
  return [...rest, ...moved].sort((one, other) =>
    one.path < other.path ? -1 : one.path > other.path ? 1 : 0,
  )
}
