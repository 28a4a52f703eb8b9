/** No longer path can be opened on Linux (PATH_MAX); with the name of an option before it there is room for some more. */
export const longestPath = 4096
/** An option that a path is tied to. */
export const longestOption = longestPath + 200

/** A path without `.`, `..` and doubled slashes, absolute if it was; links are not followed. */
export function normalise(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else if (part !== '..' || !path.startsWith('/')) parts.push(part)
  }
  const joined = parts.join('/')
  return path.startsWith('/') ? `/${joined}` : joined || '.'
}

/** The kernel's names for the root and the folder of a process. */
const ofProcess = /^\/proc\/(?:self|thread-self|\d+)\/(?:task\/\d+\/)?(root|cwd)(?=\/|$)/

/**
 * A path taken from each folder it may be relative to; empty when it is relative and no folder is known. What goes by way of a process is
 * taken for what it is of the command itself.
 */
export function resolveAll(path: string, folders: readonly string[]): readonly string[] {
  if (path.startsWith('/')) {
    const plain = normalise(path)
    const [whole, way] = ofProcess.exec(plain) ?? []
    if (whole === undefined) return [plain]
    const rest = plain.slice(whole.length)
    return resolveAll(way === 'root' ? rest || '/' : rest.slice(1) || '.', folders)
  }
  return folders.map((folder) => normalise(`${folder}/${path}`))
}

/** The folder that holds a path; `/` for the root. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0)) || '/'
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** True when a path is the folder itself or lies below it. Both are absolute and normalised. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || folder === '/' || path.startsWith(`${folder}/`)
}

/** A folder and all that hold it, nearest first. */
export function upwards(folder: string): readonly string[] {
  const all: string[] = []
  for (let at = folder; all.length < 40; at = parentOf(at)) {
    all.push(at)
    if (at === '/') break
  }
  return all
}

/** The kernel's own links (`/dev/stdout`, `/dev/fd/63`) are nobody's to make. */
export const isKernels = (path: string): boolean =>
  /^\/(dev|proc)\//.test(path) && !/^\/dev\/(shm|mqueue)\//.test(path)
