import { lstatSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { ConfiguredRepository } from './configured-places'
import { pointerTarget } from './git-metadata'
import { realPath } from './protected-entry'

function configsOf(dotGit: string): readonly string[] {
  const found = lstatSync(dotGit, { throwIfNoEntry: false })
  const folder = found?.isFile() ? pointerTarget(dotGit) : realPath(dotGit)
  if (folder === undefined) return []
  // A linked worktree's folder is .git/worktrees/name; what it shares lies two folders up.
  const shared = basename(dirname(folder)) === 'worktrees' ? [join(dirname(dirname(folder)), 'config')] : []
  return [join(folder, 'config'), join(folder, 'config.worktree'), ...shared]
}

/**
 * The repositories that git would find from these roots, the ones around them included, and the nested ones. A root
 * without any is its own: a person's own configuration holds there as soon as there is one.
 */
export function findConfigured(
  roots: readonly string[],
  nested: readonly string[],
): readonly ConfiguredRepository[] {
  const around = (root: string): ConfiguredRepository => {
    for (let at = root; ; at = dirname(at)) {
      if (lstatSync(join(at, '.git'), { throwIfNoEntry: false }))
        return { top: at, configs: configsOf(join(at, '.git')) }
      if (dirname(at) === at) return { top: root, configs: [] }
    }
  }
  return [
    ...roots.map(around),
    ...nested.map((path) =>
      basename(path) === '.git'
        ? { top: dirname(path), configs: configsOf(path) }
        : { top: path, configs: [join(path, 'config')] },
    ),
  ]
}
