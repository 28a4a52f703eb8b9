import { dirname } from 'node:path'
import { looksLikeGitFolder, makeGitFolder } from '../protection/git-metadata'

/** What comes at a path, with all that is in it. */
interface Coming {
  readonly path: string
  readonly name: string
  readonly children: readonly Coming[]
}

/** The names that come into each folder, of those that make a folder one of git's. */
function comingNames(steps: readonly { readonly made?: Coming }[]): ReadonlyMap<string, ReadonlySet<string>> {
  const coming = new Map<string, Set<string>>()
  const add = ({ path, name, children }: Coming): void => {
    const folder = dirname(path)
    if (makeGitFolder.includes(name)) coming.set(folder, (coming.get(folder) ?? new Set()).add(name))
    for (const child of children) add(child)
  }
  for (const { made } of steps) if (made) add(made)
  return coming
}

/**
 * A folder that git would take for a repository once these steps are done, and does not now: its parts may come one by one, and some
 * lie there already. Looks at the folders as they are now.
 */
export function madeRepository(steps: readonly { readonly made?: Coming }[]): string | undefined {
  for (const [folder, names] of comingNames(steps))
    if (!looksLikeGitFolder(folder) && looksLikeGitFolder(folder, names)) return folder
  return undefined
}
