import { changeSetSays } from '@shared/messages/change-set'
import { inflateStart } from './adapters/change-set/inflate-start'
import { scratchFolder } from './adapters/change-set/scratch-folder'
import { worktreeFolders } from './adapters/worktree-folders/worktree-folders'
import type { RunTyped } from './core/commands/run-typed'
import { BringBack, type GuardedGit } from './core/host-link/fleet/bring-back'

/** What brings the work of a sandbox of a fleet to this machine. */
export const composeBringBack = (runTyped: RunTyped, git: GuardedGit): BringBack =>
  new BringBack({
    ...{ runTyped, git, inflateStart, done: changeSetSays.done },
    scratch: scratchFolder,
    ensureFolder: (folder) => worktreeFolders().ensure(folder),
  })
