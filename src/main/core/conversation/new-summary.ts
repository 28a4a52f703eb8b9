import type { SessionSummary } from '@shared/domain/session'
import type { SessionDefaults } from '../settings/settings-store'

/** The summary of a session that begins `now` (ISO 8601). An undefined `branch` is none. */
export function newSummary(
  place: Pick<SessionSummary, 'id' | 'title' | 'cwd'> & { readonly branch: string | undefined },
  { provider, model, approvalPolicy, sandboxPolicy, effort, summary }: SessionDefaults,
  now: string,
): SessionSummary {
  const { id, title, cwd, branch } = place
  return {
    id,
    title,
    cwd,
    provider,
    model,
    approvalPolicy,
    sandboxPolicy,
    status: 'idle',
    activity: '',
    pendingApprovals: 0,
    createdAt: now,
    updatedAt: now,
    ...(branch === undefined ? {} : { branch }),
    ...(effort ? { reasoningEffort: effort } : {}),
    ...(summary ? { reasoningSummary: summary } : {}),
  }
}
