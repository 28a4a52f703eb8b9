import type { SessionListItem, SessionSummary } from '@shared/domain/session'
import type { StoredSession } from '../session-store'

/** What the configuration says where a record does not. */
export type InForceDefaults = Pick<SessionSummary, 'provider' | 'model' | 'approvalPolicy' | 'sandboxPolicy'>

/** What a record does not say comes from the configuration, and so does what a foreign file may not decide. */
export function inForce(stored: StoredSession, defaults: InForceDefaults): StoredSession {
  const { own } = stored
  // A foreign file is nobody's child: it would ask in another session's name, and use its grants.
  // Nor did it make a worktree, which would be removed by its word, or choose who works here.
  const { child, worktree, agent, ...summary } = stored.summary
  const { approvalPolicy, sandboxPolicy } = defaults
  const limits = own ? {} : { approvalPolicy, sandboxPolicy }
  const provider = summary.provider === '' ? defaults.provider : summary.provider
  const model = summary.model === '' ? defaults.model : summary.model
  const kept = own ? { ...(child && { child }), ...(worktree && { worktree }), ...(agent && { agent }) } : {}
  return { ...stored, summary: { ...summary, provider, model, ...limits, ...kept } }
}

/** How a session stands that is only on file: what ran when it was last written to, runs no more. */
export function atRest(item: SessionListItem): SessionListItem {
  const worked = item.status === 'running' || item.status === 'needs-you'
  return worked ? { ...item, status: 'interrupted', activity: '', pendingApprovals: 0 } : item
}
