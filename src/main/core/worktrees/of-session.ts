import { FaultError } from '@shared/domain/fault'
import type { SessionSummary } from '@shared/domain/session'
import type { WorktreeState } from '@shared/domain/worktree'
import type { WorktreeService } from './worktrees'

/** What is asked of the sessions. */
export interface WorktreeSessions {
  get(sessionId: string): Promise<{ readonly summary: SessionSummary }>
  /** Every session that works in this folder or below it, archived ones left out. */
  within(folder: string): Promise<readonly SessionSummary[]>
}

/** How the worktree of a session stands; undefined: it has none of its own. */
export async function worktreeState(
  sessionId: string,
  sessions: WorktreeSessions,
  worktrees: WorktreeService,
): Promise<WorktreeState | undefined> {
  const { worktree } = (await sessions.get(sessionId)).summary
  if (worktree === undefined) return undefined
  const others = (await sessions.within(worktree.root)).filter(
    ({ id, child }) => id !== sessionId && child?.parentId !== sessionId,
  )
  return others.length > 0 ? { kind: 'shared' } : worktrees.state(worktree)
}

/**
 * What removes the worktree of a session once nothing of it runs; undefined: it has none. Throws FaultError `bad-request`, as what is
 * returned does, for a worktree that another session works in or that holds what is not committed.
 */
export async function worktreeRemoval(
  sessionId: string,
  sessions: WorktreeSessions,
  worktrees: WorktreeService,
): Promise<(() => Promise<void>) | undefined> {
  const { worktree } = (await sessions.get(sessionId)).summary
  if (worktree === undefined) return undefined
  const state = await worktreeState(sessionId, sessions, worktrees)
  const why = { shared: 'another session works in it', changed: 'it holds what is not committed' } as const
  if (state?.kind === 'shared' || state?.kind === 'changed')
    throw new FaultError({
      code: 'bad-request',
      message: `The worktree ${worktree.root} was not removed: ${why[state.kind]}.`,
    })
  return () => worktrees.remove(worktree)
}
