import { createFolders } from './adapters/folder-look/folders'
import type { FoundDocs } from './adapters/project-docs/project-docs'
import { projectSettings, trustOf } from './adapters/config-toml/project-layer'
import type { SettingsFile } from './adapters/config-toml/settings-file'
import { worktreeFolders } from './adapters/worktree-folders/worktree-folders'
import type { RunTyped } from './core/commands/run-typed'
import type { EngineParts } from './core/engine-parts'
import type { Workspace } from './core/workspace'
import { Worktrees } from './core/worktrees/worktrees'

/** What is known and made of folders before a session begins in one. */
export function composeFolders(
  runTyped: RunTyped,
  { docs, settings, workspace }: { docs: FoundDocs; settings: SettingsFile; workspace: Workspace },
): Pick<EngineParts, 'docs' | 'folders' | 'worktrees'> {
  const worktrees = new Worktrees(runTyped, worktreeFolders)
  const folders = createFolders({
    ...{ workspace, settings },
    trusted: async (cwd) => trustOf((await settings.fresh()).projects, cwd),
    projectSettings,
    documents: async (cwd) => (await docs.documents(cwd)).map(({ path, bytes }) => ({ path, bytes })),
    repository: (cwd) => worktrees.look(cwd),
  })
  return { docs, folders, worktrees }
}
