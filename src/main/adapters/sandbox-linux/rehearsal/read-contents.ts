import { lstat, readlink, realpath } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { RehearsalChange } from '@shared/domain/rehearsal'
import type { FoundContent, ShowingRules } from '../../../core/rehearsal/rehearser'
import { readRegularFile } from '../../regular-file/read-regular-file'
import { isUnder } from '../writable-roots'
import type { ChangedModes, ViewedPlace } from './read-changes'

/** What contents are read with. */
interface ContentParts {
  readonly viewed: readonly ViewedPlace[]
  readonly modes: ReadonlyMap<string, ChangedModes>
  readonly shows: ShowingRules
}

type Side = { readonly text: string } | { readonly content: FoundContent['content'] }

const nothing = { content: 'none' } as const

/** Where a path of the real world is in the view; undefined for one that no place holds. */
function inView(path: string, viewed: readonly ViewedPlace[]): string | undefined {
  const over = viewed.find(({ place }) => isUnder(path, place))
  return over && join(over.upper, relative(over.place, path))
}

/**
 * The text of a file that lies at `at` and stands for `path`. Judged by what was opened: what another program put in its place
 * meanwhile, has a second name, or cannot be told, is not shown.
 */
async function textAt(at: string, path: string, { maxBytes, judge }: ShowingRules): Promise<Side> {
  const read = await readRegularFile(at, { limit: maxBytes, links: 'refuse' })
  if (read.kind !== 'read' || read.stats.nlink > 1) return nothing
  const { dev, ino } = read.stats
  const real = await realpath(at)
  const now = await lstat(real)
  if (now.dev !== dev || now.ino !== ino) return nothing
  const place = at === path ? real : path
  const standing = await judge.standing({ realPath: place, device: dev, inode: ino, links: 1 })
  if (standing !== 'inside') return { content: standing === 'closed' ? 'secret' : 'outside' }
  if (!read.whole) return { content: 'large' }
  if (read.bytes.includes(0)) return { content: 'binary' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(read.bytes) }
  } catch {
    return { content: 'binary' }
  }
}

/** Where a link leads, as a text of one line. */
const linkAt = async (at: string): Promise<Side> => ({ text: `${await readlink(at)}\n` })

async function contentOf(change: RehearsalChange, { viewed, shows }: ContentParts): Promise<FoundContent> {
  const { kind, type, path, from } = change
  if ((type !== 'file' && type !== 'link') || kind === 'mode' || kind === 'moved') return nothing
  if (shows.secret(path) || (from !== undefined && shows.secret(from))) return { content: 'secret' }
  const upper = inView(path, viewed)
  if (upper === undefined) return nothing
  const read = (at: string): Promise<Side> => (type === 'link' ? linkAt(at) : textAt(at, path, shows))
  const empty: Side = { text: '' }
  try {
    // A folder on the way that leads elsewhere would be another file.
    const before = kind === 'created' ? empty : await read(path)
    if (!('text' in before)) return before
    const after = kind === 'deleted' ? empty : await read(upper)
    if (!('text' in after)) return after
    return { content: type === 'link' ? 'link' : 'text', diff: shows.hunks(before.text, after.text) }
  } catch (error) {
    if (error instanceof Error && 'code' in error) return nothing
    throw error
  }
}

/**
 * What of the first changes can be looked at, while the view is still there. Reads regular files and links only, never what may
 * hold a secret or lies beyond the session's folders. Never rejects for what the files are.
 */
export async function readContents(
  changes: readonly RehearsalChange[],
  parts: ContentParts,
  signal: AbortSignal,
): Promise<ReadonlyMap<RehearsalChange, FoundContent>> {
  const contents = new Map<RehearsalChange, FoundContent>()
  let left = parts.shows.maxShown
  const { secret } = parts.shows
  // A secret that was moved to another name may stand there as deleted and created, where it cannot be told what was moved.
  const gone = changes.filter(({ kind, type, path }) => kind === 'deleted' && type === 'file' && secret(path))
  const sizes = new Set(gone.map(({ bytes }) => bytes))
  for (const change of changes.slice(0, parts.shows.most)) {
    if (signal.aborted) break
    const isMoved = change.kind === 'created' && change.type === 'file' && sizes.has(change.bytes)
    const found: FoundContent = isMoved
      ? { content: 'secret' }
      : left > 0
        ? await contentOf(change, parts)
        : { content: 'large' }
    const size = found.diff?.length ?? 0
    const fits = size <= left
    // What is read counts as well, shown or not: comparing takes its time, and a command can make many files that compare badly.
    if (found.diff !== undefined) left -= size + change.bytes
    const modes =
      change.kind === 'mode' || change.kind === 'changed' ? parts.modes.get(change.path) : undefined
    contents.set(change, { ...(fits ? found : { content: 'large' }), ...(modes && { modes }) })
  }
  return contents
}
