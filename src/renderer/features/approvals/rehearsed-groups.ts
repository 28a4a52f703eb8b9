import type { RehearsedChange } from '@shared/domain/request-rehearsal'

/** Changes of one folder that are alike and have nothing to be looked at, by their places in the list; or one alone. */
export interface RehearsedGroup {
  readonly at: readonly number[]
  /** Of a group: the folder, and how much its files are together. */
  readonly folder?: string
  readonly bytes: number
}

/** Fewer than this stand each in a row of their own. */
const fewest = 3

const folderOf = ({ path }: RehearsedChange): string =>
  path.slice(0, Math.max(path.lastIndexOf('/'), 0)) || '/'

/** What two must share to be told together; undefined for what has something of its own to say: what may be a secret is named. */
function standing(change: RehearsedChange): string | undefined {
  const { kind, type, content, diff, git, modes } = change
  const plain = type === 'file' && diff === undefined && git === undefined && modes === undefined
  if (!plain || content === 'secret' || (kind !== 'deleted' && kind !== 'created')) return undefined
  return JSON.stringify([kind, content, folderOf(change)])
}

/** The first `most` rows of what a rehearsal showed, with like files of one folder as one. */
export function groupRehearsed(changes: readonly RehearsedChange[], most: number): readonly RehearsedGroup[] {
  const groups: RehearsedGroup[] = []
  for (let at = 0; at < changes.length && groups.length < most;) {
    const [first, ...rest] = changes.slice(at)
    if (first === undefined) break
    const of = standing(first)
    const end = rest.findIndex((each) => of === undefined || standing(each) !== of)
    const alike = [first, ...(end === -1 ? rest : rest.slice(0, end))]
    const together = of !== undefined && alike.length >= fewest
    const these = together ? alike : [first]
    groups.push({
      at: these.map((_, index) => at + index),
      bytes: these.reduce((sum, { bytes }) => sum + bytes, 0),
      ...(together && { folder: folderOf(first) }),
    })
    at += these.length
  }
  return groups
}
