import { basename, dirname, join } from 'node:path'
import type { ConfiguredRepository } from './configured-places'
import { pointerTarget } from './git-metadata'
import { lookAt, realPath } from './protected-entry'

/** A place that cannot be looked at holds no configuration that anybody could read; `protectMetadata` closes it. */
function isThere(path: string): boolean {
  try {
    return lookAt(path) !== undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}

/** A link to a folder is no pointer. */
const pointedTo = async (dotGit: string): Promise<string | undefined> =>
  (await pointerTarget(dotGit).catch(() => undefined)) ?? realPath(dotGit)

async function configsOf(dotGit: string): Promise<readonly string[]> {
  const folder = isThere(dotGit) ? await pointedTo(dotGit) : undefined
  if (folder === undefined) return []
  // A linked worktree's folder is .git/worktrees/name; what it shares lies two folders up.
  const shared = basename(dirname(folder)) === 'worktrees' ? [join(dirname(dirname(folder)), 'config')] : []
  return [join(folder, 'config'), join(folder, 'config.worktree'), ...shared]
}

/**
 * The repositories that git would find from these roots, the ones around them included, and the nested ones. A root
 * without any is its own: a person's own configuration holds there as soon as there is one.
 */
export async function findConfigured(
  roots: readonly string[],
  nested: readonly string[],
): Promise<readonly ConfiguredRepository[]> {
  const around = async (root: string): Promise<ConfiguredRepository> => {
    for (let at = root; ; at = dirname(at)) {
      if (isThere(join(at, '.git'))) return { top: at, configs: await configsOf(join(at, '.git')) }
      if (dirname(at) === at) return { top: root, configs: [] }
    }
  }
  return Promise.all([
    ...roots.map(around),
    ...nested.map(async (path) =>
      basename(path) === '.git'
        ? { top: dirname(path), configs: await configsOf(path) }
        : { top: path, configs: [join(path, 'config')] },
    ),
  ])
}
