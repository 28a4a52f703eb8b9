import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import type { SessionWorktree } from '@shared/domain/worktree'
import { removeFolder } from '../../../../src/main/adapters/preimages/held-folder'
import { worktreeFolders } from '../../../../src/main/adapters/worktree-folders/worktree-folders'
import type { RunTyped } from '../../../../src/main/core/commands/run-typed'
import { withWorktree, Worktrees, type WorktreeFolders } from '../../../../src/main/core/worktrees/worktrees'
import type { User, World } from './world'

const uid = 65_534
const asOther = (user: User): boolean => user === 'ordinary' && process.getuid?.() === 0
/** Who commits. */
export const identity = ['-c', 'user.name=a', '-c', 'user.email=a@b']

/** Git as the world's user, with no sandbox round it. */
export const plain = (world: World, folder: string, ...args: string[]): string =>
  execFileSync('git', [...identity, '-C', folder, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', HOME: world.home },
    ...(asOther(world.user) ? { uid, gid: uid } : {}),
  })

/** Writes a file of the world's user. */
export const put = (world: World, path: string, text: string, mode = 0o644): void => {
  writeFileSync(path, text, { mode })
  if (asOther(world.user)) chownSync(path, uid, uid)
}

let count = 0
/** A repository of the world's user, with a hook and a filter that leave a mark where they run. */
export function repository(world: World): { readonly root: string; readonly mark: string } {
  count += 1
  const root = join(world.workspace, `project-${String(count)}`)
  mkdirSync(root)
  if (asOther(world.user)) chownSync(root, uid, uid)
  const mark = join(world.outside, `ran-${String(count)}`)
  plain(world, root, 'init', '-q', '-b', 'main')
  put(world, join(root, 'a.txt'), 'one\n')
  put(world, join(root, '.gitignore'), 'node_modules\n.env\n')
  put(world, join(root, '.gitattributes'), '*.txt filter=evil\n')
  plain(world, root, 'add', '-A')
  plain(world, root, 'commit', '-qm', 'first')
  put(world, join(root, '.env'), 'SECRET=1\n')
  for (const hook of ['post-checkout', 'reference-transaction', 'post-index-change'])
    put(world, join(root, '.git/hooks', hook), `#!/bin/sh\ntouch ${mark}\n`, 0o755)
  plain(world, root, 'config', 'filter.evil.smudge', `touch ${mark}; cat`)
  plain(world, root, 'config', 'filter.evil.clean', `touch ${mark}; cat`)
  plain(world, root, 'config', 'core.fsmonitor', `touch ${mark}`)
  return { root, mark }
}

/** What the engine has, in a process of the world's user. */
export function worktreesOf(world: World): Worktrees {
  const runTyped: RunTyped = async ({ command, cwd, policy }, _signal, onOutput) => {
    const result = await world.run({ confined: true, command, cwd, workspace: cwd, policy })
    if ('output' in result) void onOutput.bytes?.('stdout', Buffer.from(result.output.stdout))
    return result
  }
  const machine = worktreeFolders(removeFolder)
  const folders: WorktreeFolders = {
    ...machine,
    async ensure(path) {
      const there = existsSync(path)
      await machine.ensure(path)
      if (there || !asOther(world.user)) return
      for (let at = path; statSync(at).uid === 0; at = dirname(at)) chownSync(at, uid, uid)
    },
  }
  return new Worktrees(runTyped, folders)
}

const policyIn = (worktree: SessionWorktree) => ({
  ...withWorktree(sandboxPolicyForMode('workspace-write'), worktree),
  exclude_slash_tmp: true,
  exclude_tmpdir_env_var: true,
})

/** A command of a session in the worktree. */
export const inSession = (world: World, worktree: SessionWorktree, script: string) =>
  world.run({
    confined: true,
    command: ['sh', '-c', script],
    cwd: worktree.root,
    workspace: worktree.root,
    policy: policyIn(worktree),
  })
