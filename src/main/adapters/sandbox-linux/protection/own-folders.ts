import { readlinkSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, resolve } from 'node:path'
import { Looks } from '../looks'
import { isUnder } from '../writable-roots'

/** A person's home folder and the engine's own, as the environment names them; undefined: not known, and not looked for. */
export interface OwnFolders {
  readonly home: string | undefined
  readonly engineHome: string | undefined
}

/** What a folder is, whatever it is called: bind mounts and links lead to the same one. Undefined: there is none. */
function identity(path: string, looks: Looks): string | undefined {
  const found = looks.follow(path)
  return found.kind === 'there' ? `${String(found.stats.dev)} ${String(found.stats.ino)}` : undefined
}

/** The home folder that the system has for this user, which HOME may have been turned away from. */
function systemHome(): string | undefined {
  try {
    return userInfo().homedir
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined // a user without an entry
    throw error
  }
}

const isSame = (one: string, other: string, looks: Looks): boolean => {
  const known = identity(one, looks)
  return one === other || (known !== undefined && known === identity(other, looks))
}

function holds(folder: string, place: string, looks: Looks): boolean {
  const wanted = identity(folder, looks)
  for (let at = looks.real(place) ?? resolve(place); ; at = dirname(at)) {
    if (at === folder || (wanted !== undefined && identity(at, looks) === wanted)) return true
    if (dirname(at) === at) return false
  }
}

/** True for the home folder and each folder around it, under whatever name. `home` undefined: for none. */
export function holdsHome(folder: string, home: string | undefined, looks = new Looks()): boolean {
  if (home === undefined) return false
  return [home, systemHome()].some((each) => each !== undefined && holds(folder, each, looks))
}

/** True for the engine's own folder itself, under whatever name. */
export function isEngineHome(folder: string, { engineHome }: OwnFolders, looks = new Looks()): boolean {
  return engineHome !== undefined && isSame(folder, engineHome, looks)
}

/** A path goes through no more links than the kernel would. */
const maxLinks = 40

/**
 * A link in one of these folders, or below one, by which the engine's own folder is reached; undefined: there is none. No mount holds a link
 * in place: a command that turns it decides which configuration the next start has. `folders` are real paths.
 */
export function linkToEngineHome(
  folders: readonly string[],
  { engineHome }: OwnFolders,
  looks = new Looks(),
): string | undefined {
  if (engineHome === undefined) return undefined
  const rest = engineHome.split('/')
  let at = '/'
  let links = 0
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    const next = resolve(at, name)
    const target = linkAt(next, looks)
    if (target === undefined) {
      at = next
      continue
    }
    if (folders.some((folder) => isUnder(next, folder))) return next
    links += 1
    if (links > maxLinks) return undefined
    rest.unshift(...target.split('/'))
    if (target.startsWith('/')) at = '/'
  }
  return undefined
}

function linkAt(path: string, looks: Looks): string | undefined {
  const found = looks.at(path)
  if (found.kind !== 'there' || !found.stats.isSymbolicLink()) return undefined
  try {
    return readlinkSync(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined // gone meanwhile
    throw error
  }
}
