import { isWithin, parentOf } from '../../shell/paths'

/**
 * Where a path lies, seen from the session. `above` holds the workspace or the home folder; `git` is inside the
 * repository's own folder; `harmless-device` is /dev/null and its kin.
 */
export type Place =
  | 'workspace'
  | 'workspace-root'
  | 'git'
  | 'temporary'
  | 'home'
  | 'outside'
  | 'system'
  | 'above'
  | 'device'
  | 'harmless-device'

/** The folders that give places their meaning: absolute, links followed. `engineHome`: the engine's own, with what decides who is asked. */
export interface Landmarks {
  readonly roots: readonly string[]
  readonly home: string
  readonly engineHome?: string | undefined
  readonly temporary: readonly string[]
}

const system =
  /^\/(bin|sbin|boot|etc|lib\w*|opt|proc|root|run|srv|sys|usr|var|System|Library|Applications|private\/etc|private\/var|cores)(\/|$)/
const harmlessDevice =
  /^\/dev\/(null|zero|full|random|urandom|stdin|stdout|stderr|tty|fd(\/\d+)?|ptmx|pts\/\d+)$/

/** Folders of the system's in which people have projects of their own. */
const sharedGround = /^\/(srv|opt|root|var\/(www|local|lib\/[^/]+)|usr\/(local\/)?src|run\/user\/\d+)(\/|$)/

/** True for what lies in the folder that holds a workspace, where that is no folder of the system's alone. */
function isBeside(path: string, root: string): boolean {
  const folder = parentOf(root)
  return sharedGround.test(folder) && path !== folder && isWithin(path, folder)
}

/** Where an absolute, normalised path lies. The workspace counts first, so that it may itself lie in a temporary folder. */
export function placeAt(path: string, { roots, home, temporary }: Landmarks): Place {
  if (harmlessDevice.test(path)) return 'harmless-device'
  if (isWithin(path, '/dev')) return isWithin(path, '/dev/shm') ? 'temporary' : 'device'
  for (const root of roots) {
    if (path === root) return 'workspace-root'
    if (isWithin(path, root)) return /(^|\/)\.git(\/|$)/.test(path.slice(root.length)) ? 'git' : 'workspace'
  }
  if (path === home) return 'home'
  if (roots.some((root) => isWithin(root, path)) || isWithin(home, path)) return 'above'
  if (isWithin(path, home)) return 'outside'
  if (temporary.some((folder) => path !== folder && isWithin(path, folder))) return 'temporary'
  if (roots.some((root) => isBeside(path, root))) return 'outside'
  return system.test(path) || path === '/' || temporary.includes(path) ? 'system' : 'outside'
}

/** True for places that are the workspace's own. */
export const isInside = (place: Place): boolean =>
  place === 'workspace' || place === 'workspace-root' || place === 'git'
