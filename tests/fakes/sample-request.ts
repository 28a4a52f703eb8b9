import { Assessment } from '@shared/domain/assessment'
import type { ApprovalRequest } from '@shared/domain/approval'

/** A pending request as the sandbox would cause it, for tests that only need one. */
export const sampleRequest: ApprovalRequest = {
  id: 'r1',
  sessionId: 's1',
  sessionTitle: 'Demo session',
  turnId: 't1',
  turnNumber: 1,
  callId: 'c1',
  stage: 'retry',
  command: ['bash', '-lc', 'cp a ../b'],
  cwd: '/work',
  effect: { act: { kind: 'said', text: 'Writes /b, outside the workspace.' } },
  stop: {
    boundary: 'sandbox',
    why: {
      kind: 'said',
      text: 'Sandbox: a write to /b (openat), which is under no writable root.',
      policyLine: 'Workspace write, no network',
    },
    evidence: [{ kind: 'write', target: '/b', operation: 'openat', source: 'kernel', backend: 'bubblewrap' }],
  },
  sandboxPolicy: {
    mode: 'workspace-write',
    writable_roots: [],
    network_access: false,
    exclude_slash_tmp: false,
    exclude_tmpdir_env_var: false,
  },
  assessment: Assessment.parse({ level: 'not-assessed', categories: [], reason: 'no checks' }),
  offers: [
    {
      id: 'only-this',
      kind: 'only-this',
      grants: [{ kind: 'write', path: '/b', extent: 'file' }],
      scopes: ['once'],
      means: { kind: 'said', text: 'Only this: …' },
    },
    {
      id: 'outside',
      kind: 'outside',
      grants: [{ kind: 'unsandboxed' }],
      scopes: ['once'],
      means: { kind: 'said', text: 'Outside: …' },
    },
  ],
  createdAt: '2026-11-21T09:00:00.000Z',
  state: 'pending',
}
