// oxlint-disable-next-line countersign/no-restricted-imports -- the kernel's own file
import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Mask } from './mask'
import { mayBeEntered } from '../repositories/nested-repositories'
import { isUnder, type WritablePlaces } from '../writable-roots'

/** One line of the kernel's list: at `point` is seen what in the file system of this device is `root`. */
interface Mounted {
  readonly device: string
  readonly root: string
  readonly point: string
}

/** Everything that is mounted; empty where nothing can be seen at two places, as on most machines. */
export type Mounts = readonly Mounted[]

const unescaped = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(parseInt(code, 8)))

const overlap = (one: string, other: string): boolean => isUnder(one, other) || isUnder(other, one)

/** Reads the kernel's list (proc_pid_mountinfo(5)). */
export function mountsIn(list: string): Mounts {
  const all: Mounted[] = []
  const byDevice = new Map<string, Mounted[]>()
  let twice = false
  for (const line of list.split('\n')) {
    const [, , device, root, point] = line.split(' ')
    if (device === undefined || root === undefined || point === undefined) continue
    const mounted = { device, root: unescaped(root), point: unescaped(point) }
    const others = byDevice.get(device) ?? []
    twice ||= others.some((other) => other.point !== mounted.point && overlap(other.root, mounted.root))
    others.push(mounted)
    byDevice.set(device, others)
    all.push(mounted)
  }
  return twice ? all : []
}

/** What is mounted now. */
export const mountsNow = (): Mounts => mountsIn(readFileSync('/proc/self/mountinfo', 'utf8'))

/** The path of what lies so far below one folder, below another. */
const moved = (path: string, from: string, to: string): string =>
  join(to, from === '/' ? path : path.slice(from.length))

/** Where a real path lies in its file system; of mounts at the same point the last one is seen. */
function sourceOf(mounts: Mounts, path: string): Pick<Mounted, 'device' | 'root'> | undefined {
  const over = mounts.filter(({ point }) => isUnder(path, point))
  const longest = Math.max(...over.map(({ point }) => point.length))
  const found = over.findLast(({ point }) => point.length === longest)
  return found && { device: found.device, root: moved(path, found.point, found.root) }
}

const identity = (path: string): string | undefined => {
  try {
    const { dev, ino } = statSync(path, { bigint: true })
    return `${String(dev)} ${String(ino)}`
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined // not there, or behind what is mounted over it
    throw error
  }
}

/** Whether a command can come to it: root's own, in a sandbox, come to less than root. */
function isReached(path: string): boolean {
  for (let folder = dirname(path); folder !== '/'; folder = dirname(folder))
    if (!mayBeEntered(folder)) return false
  return true
}

/** Where else what is at this real path can be seen, wholly or in part. */
function seenElsewhere(mounts: Mounts, path: string): readonly string[] {
  const source = sourceOf(mounts, path)
  const known = source && identity(path)
  if (!source || known === undefined) return []
  const found = mounts
    .filter(({ device }) => device === source.device)
    .flatMap(({ root, point }) => {
      if (isUnder(source.root, root)) {
        const other = moved(source.root, root, point)
        return identity(other) === known ? [other] : []
      }
      return isUnder(root, source.root) && identity(point) === identity(moved(root, source.root, path))
        ? [point]
        : []
    })
  return [...new Set(found)].filter((other) => !isUnder(other, path) && isReached(other))
}

/**
 * What is closed, wherever else it is seen: `/home/me` is often a mount of a folder elsewhere, which has everything of it under a name of its own.
 * Less what holds a place that the run works in (`used`), and what is `open`, holds that or lies in it.
 */
export function closedAgain(
  mounts: Mounts,
  closed: readonly Mask[],
  { used, open }: { readonly used: readonly string[]; readonly open: readonly string[] },
): readonly Mask[] {
  const isLeft = (path: string): boolean =>
    [...used, ...open].some((each) => isUnder(each, path)) ||
    [...open, ...closed.map((mask) => mask.path)].some((each) => isUnder(path, each))
  const as = (mask: Mask, path: string): Mask =>
    mask.kind === 'closed' ? { ...mask, path, folder: statSync(path).isDirectory() } : { ...mask, path }
  return closed.flatMap((mask) =>
    seenElsewhere(mounts, mask.path)
      .filter((path) => !isLeft(path))
      .map((path) => as(mask, path)),
  )
}

/**
 * The mounts inside writable places in which something could be written by another name that stays as it is (`kept`), or that nobody opened: what
 * holds the home; in a temporary folder any part of the home as well.
 */
export function openedAgain(
  mounts: Mounts,
  { roots, temporary }: WritablePlaces,
  { kept, home }: { readonly kept: readonly string[]; readonly home: string | undefined },
): readonly string[] {
  const sources = kept.map((path) => ({ path, ...sourceOf(mounts, path) }))
  const own = home === undefined ? undefined : sourceOf(mounts, home)
  const isIn = (folders: readonly string[], point: string): boolean =>
    folders.some((folder) => folder !== point && isUnder(point, folder))
  return mounts
    .filter(({ device, root, point }) => {
      if (!isIn([...roots, ...temporary], point) || [...roots, ...temporary].includes(point)) return false
      const around = sourceOf(
        mounts.filter((each) => each.point !== point),
        point,
      )
      // A folder that is mounted over itself shows what is there anyway.
      if (around?.device === device && around.root === root) return false
      const holdsHome = own?.device === device && isUnder(own.root, root)
      const isOfHome = own?.device === device && isUnder(root, own.root)
      return (
        holdsHome ||
        (isOfHome && isIn(temporary, point)) ||
        // What is known by a name in it is kept there.
        sources.some(
          ({ path, ...source }) =>
            !isUnder(path, point) && source.device === device && overlap(source.root ?? '/', root),
        )
      )
    })
    .map(({ point }) => point)
}
