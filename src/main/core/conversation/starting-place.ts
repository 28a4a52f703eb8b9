import type { SessionWorktree } from '@shared/domain/worktree'
import type { SessionInput } from '../engine/engine-service'
import type { DemoProject } from '../ports/system'
import type { Workspace } from '../ports/workspace'
import type { WorktreeService } from '../worktrees/worktrees'

/** Where a session begins. `written` is the folder as the person wrote it. `undo` takes back what was made for it. */
export interface StartingPlace {
  readonly cwd: string
  readonly written: string | undefined
  readonly branch: string | undefined
  readonly worktree?: SessionWorktree
  undo(): Promise<void>
}

const nothing = (): Promise<void> => Promise.resolve()

/** The folder of a new session, `folder` being the real one that was asked for; undefined: the demo makes its own. Throws FaultError. */
export async function startingPlace(
  { cwd: written, worktree: wish }: Pick<SessionInput, 'cwd' | 'worktree'>,
  folder: string | undefined,
  parts: { readonly workspace: Workspace; readonly worktrees: WorktreeService; readonly demo: DemoProject },
): Promise<StartingPlace> {
  const { workspace, worktrees, demo } = parts
  if (folder !== undefined && wish !== undefined) {
    const { cwd, worktree } = await worktrees.add(folder, wish)
    return {
      ...{ cwd, worktree, written: undefined, branch: worktree.branch },
      undo: () => worktrees.remove(worktree),
    }
  }
  const cwd = folder ?? (await demo.create()).cwd
  return { cwd, written: folder && written, branch: await workspace.branch(cwd), undo: nothing }
}
