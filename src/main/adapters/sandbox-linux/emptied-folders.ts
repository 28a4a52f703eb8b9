import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isUnder } from './writable-roots'

const depth = (path: string): number => path.split('/').length

/**
 * Of what a run tried to remove, the folders that would have been empty then: a program that removes a tree never gets to the
 * folders while what is in them stays. Returns a look-up of the topmost such folder above a path; undefined: there is none.
 */
export async function emptiedFolders(
  paths: readonly string[],
): Promise<(path: string) => string | undefined> {
  const removed = new Set(paths)
  const found = new Set<string>()
  const open = new Set(paths.map((path) => dirname(path)))
  while (open.size > 0) {
    // The deepest first: what lies above depends on it.
    const folder = [...open].reduce((deepest, each) => (depth(each) > depth(deepest) ? each : deepest))
    open.delete(folder)
    const names = await readdir(folder).catch(() => []) // gone meanwhile, or not to be read
    if (folder === '/' || names.length === 0 || !names.every((name) => removed.has(join(folder, name))))
      continue
    removed.add(folder)
    found.add(folder)
    open.add(dirname(folder))
  }
  return (path) =>
    [...found]
      .filter((folder) => folder !== path && isUnder(path, folder))
      .reduce<string | undefined>(
        (top, each) => (top === undefined || isUnder(top, each) ? each : top),
        undefined,
      )
}
