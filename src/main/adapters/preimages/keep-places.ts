import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { absent, isSameState, type KeptPath, type PathState } from '../../core/preimages/path-state'
import type { NotKept, PlaceToKeep } from '../../core/preimages/preimages'
import { readable } from '../../core/text/readable-path'
import { withAttributes } from './attributes'
import { bytesOf, codeOf, HeldFolder, isRoot, onDisk } from './held-folder'
import { hashed, PackWriter } from './pack'
import type { KeptPlace } from './run-record'
import { stateNow, walkPlace } from './walk-place'

/** What one run may keep at most. */
export interface KeepLimits {
  readonly bytes: number
  readonly entries: number
}

/** Where its copies go, what is never kept, and what ends it. */
interface Keeping {
  readonly store: string
  readonly skip: readonly string[]
  readonly limits: KeepLimits
  readonly signal?: AbortSignal | undefined
}

/** What was kept, the paths as they are before the run. */
export interface KeptPlaces {
  readonly places: readonly KeptPlace[]
  readonly paths: readonly KeptPath[]
  readonly not: readonly NotKept[]
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/'
const isBelow = (path: string, folder: string): boolean => path.startsWith(`${folder}/`)

/** The place with the links above it followed, up to the first folder that would be made. Undefined: it has no name. */
async function realPlace({ path, extent }: PlaceToKeep): Promise<KeptPlace | undefined> {
  const wanted = bytesOf(path).replace(/\/+$/, '')
  if (!wanted.startsWith('/') || wanted.includes('\0')) return undefined
  for (let top = wanted; ;) {
    try {
      const around = await realpath(onDisk(folderOf(top)), 'latin1')
      const real = join(around, top.slice(top.lastIndexOf('/') + 1))
      if (extent === 'tree' || top !== wanted) return { path: real }
      const folder = await HeldFolder.open(around)
      const names = await folder?.names()
      await folder?.close()
      return names ? { path: real, names } : { path: real }
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || folderOf(top) === '/') throw error
      top = folderOf(top)
    }
  }
}

/** Whether a place is within the bounds, without reading any file. */
async function fits(path: string, { skip, signal }: Keeping, left: KeepLimits): Promise<boolean> {
  let [bytes, entries] = [0, 0]
  for await (const { state } of walkPlace(path, skip)) {
    signal?.throwIfAborted()
    entries += 1
    if (state.kind === 'file') bytes += state.size
    if (bytes > left.bytes || entries > left.entries) return false
  }
  return true
}

/**
 * Copies what lies at the places and below them. What cannot be kept is told, and nothing of it is kept. Throws what the disk says, and the
 * signal's reason.
 */
export async function keepPlaces(wanted: readonly PlaceToKeep[], keeping: Keeping): Promise<KeptPlaces> {
  const { store, skip, limits, signal } = keeping
  const pack = new PackWriter(store, 'pack-1')
  const places: KeptPlace[] = []
  const paths: KeptPath[] = []
  const not: NotKept[] = []
  const real = new Map<string, KeptPlace>()
  for (const place of wanted) {
    const found = await realPlace(place).catch((): undefined => undefined)
    if (!found) not.push({ path: place.path, why: 'unreadable' })
    else real.set(found.path, { ...real.get(found.path), ...found })
  }
  const apart = [...real.values()].filter(
    ({ path }) => !skip.includes(path) && ![...real.keys(), ...skip].some((other) => isBelow(path, other)),
  )
  try {
    for (const place of apart) {
      const left = { bytes: limits.bytes - pack.length, entries: limits.entries - paths.length }
      if (!(await fits(place.path, keeping, left))) {
        not.push({ path: readable(place.path), why: 'too-large' })
        continue
      }
      places.push(place)
      const found: KeptPath[] = []
      for await (const { path, at, state } of walkPlace(place.path, skip)) {
        signal?.throwIfAborted()
        const kept = state.kind === 'file' ? await pack.add(at, state) : state
        const is: PathState = kept ?? { kind: 'other', why: 'unreadable' }
        // The first half of what it comes to: `left` is told when the run is over.
        found.push({ path, way: 'undo', wanted: is, left: is })
      }
      if (found.length === 0) found.push({ path: place.path, way: 'undo', wanted: absent, left: absent })
      const more = await withAttributes(havingRights(found))
      for (const each of found) {
        const wanted: PathState = more.has(each.path) ? { kind: 'other', why: 'attributes' } : each.wanted
        if (wanted.kind === 'other') not.push({ path: readable(each.path), why: wanted.why })
        paths.push({ ...each, wanted, left: wanted })
      }
    }
  } finally {
    await pack.close()
  }
  return { places, paths, not }
}

const havingRights = (paths: readonly KeptPath[]): readonly string[] =>
  paths.flatMap(({ path, wanted }) => (wanted.kind === 'file' || wanted.kind === 'folder' ? [path] : []))

/** What lies at the kept places now, and what was made beside one that is an entry; each once, of how many it lies beside. */
async function* everything(places: readonly KeptPlace[], skip: readonly string[]) {
  const met = new Set(places.map(({ path }) => path))
  for (const { path, names } of places) {
    yield* walkPlace(path, skip)
    if (!names) continue
    const around = folderOf(path)
    const before = new Set([...names, path.slice(path.lastIndexOf('/') + 1)])
    const folder = await HeldFolder.open(around)
    const now = (await folder?.names()) ?? []
    await folder?.close()
    for (const name of now) {
      const beside = around === '/' ? `/${name}` : `${around}/${name}`
      if (before.has(name) || met.has(beside)) continue
      met.add(beside)
      yield* walkPlace(beside, skip)
    }
  }
}

/**
 * The paths that are not what they were when they were kept, with how they are now; none below a folder that could not be listed, of which nobody knows what
 * lay in it, and none below one whose list is gone, since another would show them to others. Throws what the disk says.
 */
export async function changedPaths(
  places: readonly KeptPlace[],
  before: readonly KeptPath[],
  skip: readonly string[],
): Promise<readonly KeptPath[]> {
  const owners = isRoot()
  const rest = new Map(before.map((each) => [each.path, each.wanted]))
  const changed: KeptPath[] = []
  for await (const { path, at, state } of everything(places, skip)) {
    const wanted = rest.get(path) ?? absent
    rest.delete(path)
    if (wanted.kind === 'other' || isSameState(state, wanted, owners)) continue
    const left = state.kind === 'file' ? ((await hashed(at, state)) ?? state) : state
    if (!isSameState(left, wanted, owners)) changed.push({ path, way: 'undo', wanted, left })
  }
  for (const [path, wanted] of rest)
    if (wanted.kind !== 'absent' && wanted.kind !== 'other')
      changed.push({ path, way: 'undo', wanted, left: absent })
  const pathsOf = (reason: NotKept['why']): readonly string[] =>
    before.flatMap(({ path, wanted }) => (wanted.kind === 'other' && wanted.why === reason ? [path] : []))
  const listed = pathsOf('attributes')
  const there = new Set<string>()
  for (const path of listed) if ((await stateNow(path)).kind === 'folder') there.add(path)
  const still = await withAttributes([...there])
  const closed = [...listed.filter((path) => !still.has(path)), ...pathsOf('unreadable')]
  return changed.filter(({ path }) => !closed.some((folder) => isBelow(path, folder)))
}

/** The same paths, their contents alone in a new pack where most of the old one is of no use. */
export async function packedAnew(
  store: string,
  name: string,
  paths: readonly KeptPath[],
): Promise<readonly KeptPath[]> {
  const pack = new PackWriter(store, name)
  const packed: KeptPath[] = []
  try {
    for (const each of paths) {
      const { wanted } = each
      packed.push(wanted.kind === 'file' ? { ...each, wanted: await pack.take(store, wanted) } : each)
    }
  } finally {
    await pack.close()
  }
  return packed
}
