import type { FolderLook } from '@shared/domain/folder-look'
import type { AcpAgentListing } from '@shared/domain/acp-agent-settings'
import type { TrustLevel } from '@shared/domain/settings'
import type { WorktreeState } from '@shared/domain/worktree'
import { sessionFragment } from '../lib/window-route'
import type { SessionActionParts } from './session-actions'

/** What a person can ask about folders. None rejects: undefined and nothing found stand for what cannot be told. */
export interface FolderActions {
  /** Folders whose path begins with what is typed, an absolute path; with a host those of that machine, also from its ~/. */
  completeFolders(typed: string, host?: string): Promise<readonly string[]>
  /** The agents of other makers that a session can be begun with. */
  listAgents(): Promise<readonly AcpAgentListing[]>
  lookAtFolder(path: string, host?: string): Promise<FolderLook | undefined>
  /** Writes the answer to config.toml; a fault is left under 'start'. */
  trustFolder(path: string, trust: TrustLevel): Promise<FolderLook | undefined>
  /** How a session's worktree stands. */
  lookAtWorktree(sessionId: string): Promise<WorktreeState | undefined>
  /** Shows a session in a window of its own: the host's, or another one of the browser's. */
  openInWindow(sessionId: string): Promise<void>
}

/** Makes them over one bridge. */
export function createFolderActions({
  bridge,
  attempt,
}: Pick<SessionActionParts, 'bridge' | 'attempt'>): FolderActions {
  return {
    completeFolders: (typed, host) =>
      bridge.request('folder.complete', { typed, host }).then(
        ({ folders }) => folders,
        () => [],
      ),
    listAgents: () =>
      bridge.request('agents.list', {}).then(
        ({ agents }) => agents,
        () => [],
      ),
    lookAtFolder: (path, host) => bridge.request('folder.look', { path, host }).catch(() => undefined),
    async trustFolder(path, trust) {
      let look: FolderLook | undefined
      await attempt('start', async () => {
        look = await bridge.request('folder.trust', { path, trust })
      })
      return look
    },
    lookAtWorktree: (sessionId) =>
      bridge.request('worktree.state', { sessionId }).then(
        ({ state }) => state,
        () => undefined,
      ),
    async openInWindow(sessionId) {
      await attempt(sessionId, async () => {
        const { kind } = await bridge.request('window.open', { sessionId })
        if (kind === 'unsupported') window.open(sessionFragment(sessionId), '_blank', 'noopener')
      })
    },
  }
}
