import { lstat, mkdir, realpath, rm, rmdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { FaultError } from '@shared/domain/fault'
import type { WorktreeFolders } from '../../core/worktrees/worktrees'

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error)

async function real(path: string): Promise<string | undefined> {
  try {
    return (await realpath(path)) === path && (await stat(path)).isDirectory() ? path : undefined
  } catch {
    return undefined // nothing there, or nothing that may be looked at
  }
}

const holds = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false, // nothing there
  )

/** What of the way to a path is there already. */
async function nearest(path: string): Promise<string> {
  let at = path
  while (at !== dirname(at) && !(await holds(at))) at = dirname(at)
  return at
}

async function refuseLinks(path: string, wanted: string): Promise<void> {
  if ((await real(path)) !== undefined) return
  const message = `A link leads from ${wanted} elsewhere; expected a plain folder.`
  throw new FaultError({ code: 'bad-request', message })
}

/**
 * The folders on this machine. `removeWhole` removes one with all in it: something else may work there and put links in the place of folders, and
 * what is removed by its path is then what they lead to. Absent: it goes by paths.
 */
export const worktreeFolders = (
  removeWhole = (path: string): Promise<void> => rm(path, { recursive: true }),
): WorktreeFolders => ({
  real,
  async ensure(path) {
    // Before anything is made behind a link, and once more behind what was made.
    await refuseLinks(await nearest(path), path)
    try {
      await mkdir(path, { recursive: true })
    } catch (error) {
      const message = `The folder ${path} cannot be made (${codeOf(error)}); expected a place that may be written to.`
      throw new FaultError({ code: 'bad-request', message }, error)
    }
    await refuseLinks(path, path)
  },
  holds,
  async removeTree(path) {
    try {
      await removeWhole(path)
    } catch (error) {
      const message = `${path} cannot be removed as a whole (${codeOf(error)}).`
      throw new FaultError({ code: 'store-failed', message }, error)
    }
  },
  async removeEmpty(path) {
    await rmdir(path).catch(() => undefined) // not empty, or gone: it stays as it is
  },
})
