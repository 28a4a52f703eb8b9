import { isAbsolute, join } from 'node:path'
import {
  homeStores,
  hostKeys,
  machineStores,
  mixedSettings,
  storeFiles,
} from '../../../core/policy/credential-stores'
import { Looks } from '../looks'
import { cachesFolder } from './own-caches'
import { listNow, type ListFolder } from './known-listings'
import type { Mask } from '../mounts/mask'
import type { PrivateKeys } from './private-keys'
import { isUnder } from '../writable-roots'

/** Whose stores are closed, and what the person said about them in config.toml. */
export interface UnreadableSettings {
  /** The home directory; undefined: only the machine's stores and `unreadable` are closed. */
  readonly home: string | undefined
  /** The engine's own home: records and configuration of the very thing that watches the command. */
  readonly engineHome: string | undefined
  /** More paths to close, and stores to leave open: absolute or beginning with `~/`. Others are left out. */
  readonly unreadable: readonly string[]
  readonly readable: readonly string[]
  /** Private keys by what they are; those in folders that a run works in stay open. Absent: none are looked for. */
  readonly keys?: PrivateKeys | undefined
}

/** `~/x` from the home directory, an absolute path as it is, anything else undefined. */
export function expandHome(path: string, home: string | undefined): string | undefined {
  if (path === '~' || path.startsWith('~/')) return home === undefined ? undefined : join(home, path.slice(1))
  return isAbsolute(path) ? path : undefined
}

/** The paths that are there, of those below one folder. */
function existing(base: string, below: readonly string[], list: ListFolder): string[] {
  const has = (folder: string, name: string): boolean => list(folder).has(name)
  const isThere = (path: string): boolean => {
    for (let from = 0; ;) {
      const end = path.indexOf('/', from)
      const folder = from === 0 ? base : `${base}/${path.slice(0, from - 1)}`
      if (end === -1) return has(folder, path.slice(from))
      if (!has(folder, path.slice(from, end))) return false
      from = end + 1
    }
  }
  return below.filter(isThere).map((path) => join(base, path))
}

/** The places to close, and whether they are settings that are shown empty instead. */
function wanted(
  { home, engineHome, unreadable }: UnreadableSettings,
  listNow: ListFolder,
  looks: Looks,
): Map<string, Mask['kind']> {
  // Each folder is listed once, which is faster than asking for what could lie in it.
  const listings = new Map<string, ReadonlySet<string>>()
  const list: ListFolder = (folder) => {
    const listing = listings.get(folder) ?? listNow(folder)
    listings.set(folder, listing)
    return listing
  }
  const keys = [...list(hostKeys.folder)].filter((name) => hostKeys.pattern.test(name))
  const paths = [...machineStores, ...keys.map((name) => join(hostKeys.folder, name))]
  const mixed: string[] = []
  if (home !== undefined) {
    const databases = storeFiles.folders.flatMap((folder) =>
      [...list(join(home, folder))]
        .filter((name) => storeFiles.endings.some((ending) => name.endsWith(ending)))
        .map((name) => join(folder, name)),
    )
    paths.push(...existing(home, [...homeStores, ...databases], list))
    mixed.push(...existing(home, mixedSettings, list))
  }
  if (engineHome !== undefined) paths.push(engineHome, cachesFolder(engineHome, looks))
  for (const path of unreadable) paths.push(expandHome(path, home) ?? '')
  return new Map<string, Mask['kind']>([
    ...mixed.map((path) => [path, 'emptied'] as const),
    ...paths.map((path) => [path, 'closed'] as const),
  ])
}

/**
 * Closes one place, except what lies open in it: then each of its entries is closed for itself. A place that holds
 * something open but cannot be listed has nothing closed in it, since nobody can read it anyway.
 */
function close(path: string, open: readonly string[], looks: Looks): Mask[] {
  if (open.some((each) => isUnder(path, each))) return []
  const found = looks.at(path)
  const folder = found.kind === 'there' && found.stats.isDirectory()
  if (!folder || !open.some((each) => isUnder(each, path))) return [{ kind: 'closed', path, folder }]
  return [...listNow(path)].flatMap((name) => {
    const real = looks.real(join(path, name))
    return real === undefined || !isUnder(real, path) ? [] : close(real, open, looks)
  })
}

/** The stores that the person leaves open, by their real paths. */
export const readablePlaces = (
  { readable, home }: UnreadableSettings,
  looks = new Looks(),
): readonly string[] => readable.flatMap((path) => looks.real(expandHome(path, home) ?? '') ?? [])

/**
 * The masks over everything that commands may not read: over the stores that exist, by their real paths, so that a link
 * to a store elsewhere closes it there. `granted` opens a place and what is below it. `used` are the folders that the run
 * works in: a store that holds one is closed around it, but a store inside one stays closed. `list` says what folders hold
 * now, `looks` what lies where.
 */
export function unreadablePlaces(
  settings: UnreadableSettings,
  granted: readonly string[],
  used: readonly string[],
  { list = listNow, looks = new Looks() }: { readonly list?: ListFolder; readonly looks?: Looks } = {},
): readonly Mask[] {
  const found = new Map<string, Mask['kind']>()
  for (const [path, kind] of wanted(settings, list, looks)) {
    // What this user cannot come to, no command of theirs can.
    const real = looks.real(path)
    if (real !== undefined && real !== '/') found.set(real, kind)
  }
  for (const path of settings.keys?.found() ?? [])
    if (!used.some((folder) => isUnder(path, folder)) && looks.real(path) === path) found.set(path, 'closed')
  const places = [...found.keys()].sort()
  const open = [
    ...granted,
    ...readablePlaces(settings, looks),
    ...used.filter((path) => places.some((place) => isUnder(path, place))),
  ]
  return places
    .filter((path) => !places.some((other) => other !== path && isUnder(path, other)))
    .flatMap((path) => {
      const masks = close(path, open, looks)
      return found.get(path) === 'emptied' ? masks.map(() => ({ kind: 'emptied', path }) as const) : masks
    })
}
