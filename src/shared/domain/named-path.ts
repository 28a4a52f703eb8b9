import { z } from 'zod'

/**
 * A path, and what it is called on screen: from the session's folder where it lies in it, else with `~` for the home folder.
 * `path` is absolute, and absent for a pattern or a name that only the shell knows.
 */
export const NamedPath = z.strictObject({ name: z.string(), path: z.string().optional() })
export type NamedPath = z.infer<typeof NamedPath>

/** The folders from which paths are named: absolute; `roots` are the session's. */
export const NamingFolders = z.strictObject({ roots: z.array(z.string()).readonly(), home: z.string() })
export type NamingFolders = Readonly<z.infer<typeof NamingFolders>>

/**
 * What a path is called: from the root that holds it, else with `~` for the home folder, else with `..` where it lies beside the first root. A name in a root that begins with `~`
 * is not the home folder, and says so with `./`.
 */
export function namedPath(path: string, { roots, home }: NamingFolders): NamedPath {
  const root = roots.find((each) => path.startsWith(`${each}/`))
  if (root !== undefined) {
    const name = path.slice(root.length + 1)
    return { path, name: name.startsWith('~') ? `./${name}` : name }
  }
  if (home !== '' && home !== '/') {
    if (path === home) return { path, name: '~' }
    if (path.startsWith(`${home}/`)) return { path, name: `~${path.slice(home.length)}` }
  }
  return { path, name: besideRoot(path, roots[0]) ?? path }
}

/** A path as it was written, from the home folder where it begins with `~` alone or `~/`. Without a known home it stays as it is. */
export function fromHome(path: string, home: string): string {
  return home !== '' && (path === '~' || path.startsWith('~/')) ? `${home}${path.slice(1)}` : path
}

/** From the session's folder where it lies beside it: "../shared-cache". The parent must be more than the top of the machine. */
function besideRoot(path: string, root: string | undefined): string | undefined {
  const parent = root?.slice(0, Math.max(root.lastIndexOf('/'), 0)) ?? ''
  return parent !== '' && path.startsWith(`${parent}/`) ? `../${path.slice(parent.length + 1)}` : undefined
}

/** What a name may hold to stand in a sentence as it is: no white space, quotes or commas, nothing that is not seen. */
const plainName = /^[^\s'",;\p{C}\p{Z}]+$/u

/** A name or path for a sentence: quoted with its escapes where it could be read as something else. */
export function quotedName(name: string): string {
  return plainName.test(name) || /^\$[\w{]/.test(name) ? name : JSON.stringify(name)
}
