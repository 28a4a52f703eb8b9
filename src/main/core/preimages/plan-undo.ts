import type { RestoredFile } from '@shared/domain/turn-restore'
import { readable } from '../text/readable-path'
import { absent, isSameState, type KeptPath, type PathState } from './path-state'

/** What lies where now: of each kept path, and of everything below a folder that may have to go. */
export type StatesNow = ReadonlyMap<string, PathState>

/**
 * One entry of a folder that is exchanged as a whole. `below`: what is built in the new folder; `goes`: everything that lies in the old. A `mode`
 * is of a folder that stays.
 */
export interface UndoUnit {
  readonly kind: 'entry' | 'mode'
  readonly path: string
  readonly wanted: PathState
  readonly now: PathState
  readonly below: readonly KeptPath[]
  readonly goes: readonly string[]
}

/** `chosen` is what the units do, `left` what stays as it is although it was kept. */
export interface UndoPlan {
  readonly units: readonly UndoUnit[]
  readonly chosen: readonly KeptPath[]
  readonly left: readonly KeptPath[]
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

function* above(path: string): Iterable<string> {
  for (let each = parentOf(path); each !== ''; each = parentOf(each)) yield each
}

/** Splits kept paths into those that are as they were left, and those that somebody changed since; what is right already is in neither. */
export function sortKept(
  kept: readonly KeptPath[],
  now: StatesNow,
  owners: boolean,
): { readonly files: readonly KeptPath[]; readonly since: readonly KeptPath[] } {
  const at = ({ path }: KeptPath): PathState => now.get(path) ?? absent
  const open = kept.filter((each) => !isSameState(at(each), each.wanted, owners))
  const blocked = inTheWay(open, now)
  const isAsLeft = (each: KeptPath): boolean =>
    isSameState(at(each), each.left, owners) && !blocked.has(each.path)
  return { files: open.filter(isAsLeft), since: open.filter((each) => !isAsLeft(each)) }
}

/** The folders above what must not go: a folder goes only with everything in it. */
function inTheWay(going: readonly KeptPath[], now: StatesNow): ReadonlySet<string> {
  const goes = new Set(going.flatMap(({ path, wanted }) => (wanted.kind === 'absent' ? [path] : [])))
  const replaced = new Set(
    going.flatMap(({ path, wanted }) =>
      now.get(path)?.kind === 'folder' && wanted.kind !== 'folder' ? [path] : [],
    ),
  )
  const blocked = new Set<string>()
  for (const [path, state] of now) {
    if (state.kind === 'absent' || goes.has(path)) continue
    for (const folder of above(path)) if (replaced.has(folder)) blocked.add(folder)
  }
  return blocked
}

/** What a restore does. `also` are readable paths of those that were changed since. */
export function planUndo(
  kept: readonly KeptPath[],
  now: StatesNow,
  { owners, also }: { readonly owners: boolean; readonly also: readonly string[] },
): UndoPlan {
  const { files, since } = sortKept(kept, now, owners)
  const wanted = new Set(also)
  let chosen = [...files, ...since.filter(({ path }) => wanted.has(readable(path)))]
  // What stays keeps the folders above it, and what needs a folder that does not come stays away too.
  for (;;) {
    const blocked = inTheWay(chosen, now)
    const comes = new Map(chosen.map((each) => [each.path, each]))
    const kinds = new Map(kept.map((each) => [each.path, each]))
    const fits = ({ path, wanted: to }: KeptPath): boolean => {
      if (blocked.has(path)) return false
      const around = parentOf(path)
      if (to.kind === 'absent' || !kinds.has(around)) return true
      return comes.get(around)?.wanted.kind === 'folder' || now.get(around)?.kind === 'folder'
    }
    const fitting = chosen.filter(fits)
    if (fitting.length === chosen.length) break
    chosen = fitting
  }
  const taken = new Set(chosen)
  return {
    units: unitsOf(chosen, now),
    chosen,
    left: [...files, ...since].filter((each) => !taken.has(each)),
  }
}

function unitsOf(chosen: readonly KeptPath[], now: StatesNow): readonly UndoUnit[] {
  const at = (path: string): PathState => now.get(path) ?? absent
  const isWhole = ({ path, wanted }: KeptPath): boolean =>
    (at(path).kind === 'folder') !== (wanted.kind === 'folder')
  const whole = new Set(chosen.filter(isWhole).map(({ path }) => path))
  const topOf = (path: string): string | undefined => [...above(path)].findLast((each) => whole.has(each))
  const below = new Map<string, KeptPath[]>()
  const tops: KeptPath[] = []
  for (const each of chosen) {
    const top = topOf(each.path)
    if (top === undefined) tops.push(each)
    else if (each.wanted.kind !== 'absent') add(below, top, each)
  }
  const goes = new Map<string, string[]>()
  for (const [path, state] of now) {
    const top = state.kind === 'absent' ? undefined : topOf(path)
    if (top !== undefined) add(goes, top, path)
  }
  return tops.map((each) => ({
    kind: isWhole(each) || each.wanted.kind !== 'folder' ? 'entry' : 'mode',
    path: each.path,
    wanted: each.wanted,
    now: at(each.path),
    below: (below.get(each.path) ?? []).toSorted((one, other) => (one.path < other.path ? -1 : 1)),
    goes: goes.get(each.path) ?? [],
  }))
}

function add<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** For people: a folder is named only where nothing in it is. */
export function restoredFiles(kept: readonly KeptPath[], now: StatesNow): readonly RestoredFile[] {
  const there = [...now].flatMap(([path, state]) => (state.kind === 'absent' ? [] : [path]))
  const holding = new Set([...kept.map(({ path }) => path), ...there].flatMap((path) => [...above(path)]))
  const isFolder = ({ wanted }: KeptPath): boolean => wanted.kind === 'folder' || wanted.kind === 'absent'
  return kept
    .filter((each) => !isFolder(each) || !holding.has(each.path))
    .map(({ path, wanted }) => ({
      path: readable(path),
      becomes:
        wanted.kind === 'absent'
          ? 'removed'
          : (now.get(path) ?? absent).kind === 'absent'
            ? 'made'
            : 'changed',
    }))
}
