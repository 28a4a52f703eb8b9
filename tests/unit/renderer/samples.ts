import { Assessment } from '@shared/domain/assessment'
import type { AgentEvent, SessionEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { SessionSummary } from '@shared/domain/session'
import type { StoredGrant } from '@shared/domain/stored-grant'
import type { AppSnapshot } from '@shared/ipc/contract'

/** Sample data for the renderer's tests, each with the one thing a test is about to vary. */
const sandboxPolicy = { mode: 'read-only', network_access: false } as const

export function session(id: string, change: Partial<SessionSummary> = {}): SessionSummary {
  return {
    id,
    title: `Session ${id}`,
    cwd: '/home/me/project',
    provider: 'demo',
    model: 'demo',
    approvalPolicy: 'on-request',
    sandboxPolicy,
    status: 'idle',
    activity: '',
    pendingApprovals: 0,
    createdAt: '2026-11-21T10:00:00.000Z',
    updatedAt: '2026-11-21T10:00:00.000Z',
    ...change,
  }
}

export function approval(id: string, change: Partial<ApprovalRequest> = {}): ApprovalRequest {
  return {
    id,
    sessionId: 's1',
    sessionTitle: 'Session s1',
    turnId: 't1',
    turnNumber: 1,
    callId: 'c1',
    stage: 'retry',
    command: ['bash', '-lc', 'touch /srv/x'],
    cwd: '/home/me/project',
    effect: { act: { kind: 'said', text: 'Writes /srv/x, outside the workspace.' } },
    stop: {
      boundary: 'sandbox',
      why: { kind: 'said', text: 'Sandbox: a write to /srv/x.', policyLine: '' },
      evidence: [],
    },
    sandboxPolicy,
    assessment: Assessment.parse({ level: 'not-assessed', categories: [] }),
    offers: [
      {
        id: 'only-this',
        kind: 'only-this',
        grants: [],
        scopes: ['once'],
        means: { kind: 'said', text: 'Only this.' },
      },
      {
        id: 'outside',
        kind: 'outside',
        grants: [{ kind: 'unsandboxed' }],
        scopes: ['once'],
        means: { kind: 'said', text: 'Outside.' },
      },
    ],
    createdAt: '2026-11-21T10:00:00.000Z',
    state: 'pending',
    ...change,
  }
}

export function storedGrant(id: string, change: Partial<StoredGrant> = {}): StoredGrant {
  return {
    id,
    scope: 'session',
    sessionId: 's1',
    turnId: 't1',
    key: 'key',
    command: ['touch', '/srv/x'],
    cwd: '/home/me/project',
    kind: 'only-this',
    grants: [{ kind: 'write', path: '/srv/x', extent: 'file' }],
    createdAt: '2026-11-21T10:00:00.000Z',
    ...change,
  }
}

export function snapshot(change: Partial<AppSnapshot> = {}): AppSnapshot {
  return {
    seq: 0,
    version: '0.1.0',
    host: 'browser',
    platform: 'linux',
    home: '/home/me',
    appearance: {},
    sandbox: { kind: 'available', backend: 'bubblewrap', version: '0.11.0' },
    models: [],
    defaults: { provider: 'demo', model: 'demo', approvalPolicy: 'on-request', sandboxMode: 'read-only' },
    sessions: [],
    approvals: [],
    questions: [],
    ...change,
  }
}

/** Events of one session, numbered from `from`. */
export function numbered(events: readonly AgentEvent[], from = 1, sessionId = 's1'): SessionEvent[] {
  return events.map((event, index) => ({
    sessionId,
    seq: from + index,
    at: '2026-11-21T10:00:00.000Z',
    event,
  }))
}
