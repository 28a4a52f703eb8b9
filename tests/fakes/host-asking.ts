import { expect, vi } from 'vitest'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { StoredGrant } from '@shared/domain/stored-grant'
import { textDiff } from '../../src/main/adapters/text-diff/text-diff'
import { ApprovalQueue } from '../../src/main/core/approvals/approval-queue'
import { GrantBook } from '../../src/main/core/approvals/grant-book'
import { createHostAsker } from '../../src/main/core/execution/host-action'
import type { CommandCall, TurnContext } from '../../src/main/core/turn/turn-context'
import { fakeClock, fakeIds, fakeRules } from './fake-world'
import { fakeRequestAssessor } from './request-assessor'

const call: CommandCall = {
  callId: 'call-1',
  command: ['curl', 'https://example.org'],
  cwd: '/work',
  timeoutMs: 1000,
  escalated: false,
  justification: 'fetches the list',
}

/** A turn whose command asks about hosts, with everything that a question passes. */
export async function world(over: Partial<TurnContext> = {}, stored: readonly StoredGrant[] = []) {
  const recorded: ApprovalRequest[] = []
  const events: AgentEvent[] = []
  const turn: TurnContext = {
    sessionId: 's',
    sessionTitle: 'Session',
    turnId: 't',
    turnNumber: 1,
    provider: 'fake',
    model: 'fake-1',
    cwd: '/work',
    approvalPolicy: 'on-request',
    sandboxPolicy: { mode: 'read-only', network_access: false },
    stop: () => undefined,
    signal: new AbortController().signal,
    emit: (event) => {
      events.push(event)
    },
    recordQuestion: () => Promise.resolve(),
    recordApproval: (request) => {
      recorded.push(request)
      return Promise.resolve()
    },
    ...over,
  }
  const approvals = new ApprovalQueue(() => '2026-11-21T09:00:00.000Z')
  let aborts = 0
  const [clock, ids] = [fakeClock(), fakeIds()]
  const grants = new GrantBook(Object.assign(fakeRules(), { saved: stored }), () => undefined)
  const assessments = fakeRequestAssessor({ clock, ids })
  const workspace = { home: () => '/home/me', environment: () => ({}) }
  const parts = { approvals, assessments, grants, workspace, clock, ids, textDiff }
  const ask = await createHostAsker(call, turn, parts, () => {
    aborts += 1
  })
  /** The requests that wait, once there are so many: facts and checks come first. */
  const waiting = async (count = 1): Promise<readonly ApprovalRequest[]> => {
    await vi.waitFor(() => {
      expect(approvals.pending()).toHaveLength(count)
    })
    return approvals.pending()
  }
  return { ask, approvals, grants, recorded, events, waiting, aborts: () => aborts }
}
