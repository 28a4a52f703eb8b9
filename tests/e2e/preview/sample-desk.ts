import type { ApprovalRequest } from '@shared/domain/approval'
import type { HookAgent } from '@shared/domain/hook-agent'
import type { SessionSummary } from '@shared/domain/session'
import { low, medium } from './sample-assessments'
import { request, sessions } from './sample-sessions'

const [sample] = sessions

const deskSession = (id: string, title: string, agent: HookAgent, folder: string): SessionSummary => ({
  ...(sample as SessionSummary),
  ...{ id, title, cwd: `/home/me/src/${folder}`, status: 'needs-you', pendingApprovals: 1 },
  sandboxPolicy: { mode: 'danger-full-access' },
  desk: { agent, session: `1cad8a54-ec36-43c7-a4ae-${id}` },
})

/** Two agents of other makers, each with a request that waits. */
export const deskSessions: SessionSummary[] = [
  deskSession('d1', 'Claude Code', 'claude-code', 'storefront'),
  deskSession('d2', 'Codex', 'codex', 'relay'),
]

const asked = (
  agent: HookAgent,
  of: 'command' | 'patch',
  start: Omit<Parameters<typeof request>[0], 'stop' | 'grant' | 'sessionId' | 'sessionTitle' | 'cwd'> & {
    session: SessionSummary
  },
): ApprovalRequest => {
  const { session, ...rest } = start
  return {
    ...request({
      ...rest,
      ...{ sessionId: session.id, sessionTitle: session.title, cwd: session.cwd, grant: '' },
      stop: { boundary: 'approval-policy', why: { kind: 'desk', agent }, evidence: [] },
    }),
    stage: 'first',
    sandboxPolicy: { mode: 'danger-full-access' },
    desk: { agent, session: session.desk?.session ?? '', stops: agent === 'claude-code' },
    ...(agent === 'claude-code' && of === 'command' && { editable: true }),
    offers: [
      {
        ...{ id: 'only-this', kind: 'only-this', grants: [], means: { kind: 'answer', agent, of } },
        scopes: of === 'patch' ? ['once', 'session'] : ['once', 'session', 'rule'],
      },
    ],
  }
}

const [claude, codex] = deskSessions as [SessionSummary, SessionSummary]

export const deskRequests: ApprovalRequest[] = [
  asked('claude-code', 'command', {
    ...{ id: 'd1', session: claude, age: 12, assessment: medium },
    command: ['bash', '-lc', 'npm publish --access public && git push --tags'],
    effect: { act: { kind: 'said', text: 'Publishes the package storefront to the public registry.' } },
    justification: 'Publish the new version',
  }),
  {
    ...asked('codex', 'patch', {
      ...{ id: 'd2', session: codex, age: 40, assessment: low },
      command: ['apply_patch'],
      effect: {
        act: {
          ...{ kind: 'patch', files: 1, removes: 0, beyond: 0, elsewhere: true },
          names: [{ name: 'retry.ts', path: '/home/me/src/relay/retry.ts' }],
        },
      },
      justification: '',
    }),
    kind: 'patch',
    changes: {
      '/home/me/src/relay/retry.ts': {
        type: 'update',
        unified_diff: '@@ -3,3 +3,3 @@\n export const retry = {\n-  most: 3,\n+  most: 8,\n };\n',
      },
    },
  },
]
