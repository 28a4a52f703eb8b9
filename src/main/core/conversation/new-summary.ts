import type { SessionSummary } from '@shared/domain/session'
import type { SessionDefaults } from '../settings/settings-store'
import { writtenOtherwise } from './session-change'

/**
 * The summary of a session that begins `now` (ISO 8601). An undefined `branch` is none; `written` is the folder as a person
 * wrote it, where one did.
 */
export function newSummary(
  place: Pick<SessionSummary, 'id' | 'title' | 'cwd'> & {
    readonly branch: string | undefined
    readonly written: string | undefined
  },
  { provider, model, approvalPolicy, sandboxPolicy, effort, summary }: SessionDefaults,
  now: string,
): SessionSummary {
  const { id, title, cwd, branch, written } = place
  const shownCwd = writtenOtherwise(written, cwd)
  return {
    id,
    title,
    cwd,
    ...(shownCwd === undefined ? {} : { shownCwd }),
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
