import { inflateSync } from 'node:zlib'
import { join } from 'node:path'
import { readBytes, readText, type Look } from './read-text'

/**
 * Where a repository's parts lie. `own` are the real folders that its files are taken from, wherever these lie; empty: one
 * that a pointer or a link names without being named by it, of which only what lies inside is read.
 */
export interface RepositoryPlace {
  readonly root: string
  readonly gitDir: string
  readonly commonDir: string
  readonly own: readonly string[]
}

/** The part of a repository that its refs and objects are read from. */
type Refs = Pick<RepositoryPlace, 'commonDir' | 'own'>

const isId = (text: string): boolean => /^[0-9a-f]{40}$/.test(text)
/** A ref's name becomes part of a path: nothing that could lead elsewhere is followed. */
const isSafe = (ref: string): boolean => /^refs\/[\w./@+-]+$/.test(ref) && !ref.includes('..')

/** The commit that a ref points to: its own file, else packed-refs. Undefined when it is not there or not followed. */
export async function readRef(
  { commonDir, own }: Refs,
  ref: string,
  look: Look,
): Promise<string | undefined> {
  if (!isSafe(ref)) return undefined
  const loose = await readText(join(commonDir, ref), look, { within: own })
  if (loose.kind === 'text') {
    const text = loose.text.trim()
    return isId(text) ? text : undefined
  }
  const packed = await readText(join(commonDir, 'packed-refs'), look, { within: own })
  if (packed.kind === 'not-read') return undefined
  const line = packed.text.split('\n').find((each) => each.slice(41) === ref)
  const id = line?.slice(0, 40) ?? ''
  return isId(id) ? id : undefined
}

/** The parents of a commit that lies as a loose object; undefined when it is packed or no commit. */
async function parentsOf({ commonDir, own }: Refs, id: string, look: Look): Promise<string[] | undefined> {
  try {
    const path = join(commonDir, 'objects', id.slice(0, 2), id.slice(2))
    const bytes = await look.deadline.race(() => readBytes(path, 256 * 1024, look, { within: own }))
    if (bytes === undefined || typeof bytes === 'string') return undefined
    const text = inflateSync(bytes, { maxOutputLength: 1024 * 1024 }).toString('latin1')
    const header = text.slice(text.indexOf('\0') + 1).split('\n\n', 1)[0] ?? ''
    return text.startsWith('commit ')
      ? [...header.matchAll(/^parent ([0-9a-f]{40})$/gm)].map(([, parent = '']) => parent)
      : undefined
  } catch {
    return undefined // packed, damaged or gone: the count is not known then
  }
}

const maxSteps = 200

/** A commit and what came before it, as long as the history is one line of loose objects. */
async function lineOf(place: Refs, id: string, look: Look, stop: string): Promise<string[] | undefined> {
  const line = [id]
  for (let at = id; line.length < maxSteps;) {
    if (at === stop) return line
    const parents = await parentsOf(place, at, look)
    if (parents?.length === 0) return line
    const [only, ...others] = parents ?? []
    // A merge would need a walk over all of the history.
    if (only === undefined || others.length > 0) return undefined
    line.push(only)
    at = only
  }
  return undefined
}

/** How far a branch is ahead of and behind another commit; undefined where that cannot be told cheaply. */
export async function aheadBehind(
  place: Refs,
  ids: { readonly local: string; readonly remote: string },
  look: Look,
): Promise<{ ahead: number | undefined; behind: number | undefined }> {
  const { local, remote } = ids
  if (local === remote) return { ahead: 0, behind: 0 }
  const own = await lineOf(place, local, look, remote)
  if (own?.at(-1) === remote) return { ahead: own.length - 1, behind: 0 }
  const theirs = await lineOf(place, remote, look, local)
  if (theirs?.at(-1) === local) return { ahead: 0, behind: theirs.length - 1 }
  const base = own?.find((id) => theirs?.includes(id))
  if (!own || !theirs || base === undefined) return { ahead: undefined, behind: undefined }
  return { ahead: own.indexOf(base), behind: theirs.indexOf(base) }
}
