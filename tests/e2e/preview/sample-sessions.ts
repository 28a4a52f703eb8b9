import type { ApprovalRequest } from '@shared/domain/approval'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { SessionSummary } from '@shared/domain/session'
import { deletesHome, high, low, medium, timedOut } from './sample-assessments'
import { sceneHash } from './scene-hash'

/** So long before now, as the domain writes times. */
export function ago(seconds: number): string {
  return new Date(Date.now() - seconds * 1000).toISOString()
}

const workspace: SandboxPolicy = {
  mode: 'workspace-write',
  writable_roots: [],
  network_access: false,
  exclude_tmpdir_env_var: false,
  exclude_slash_tmp: false,
}

type SessionStart = Pick<SessionSummary, 'id' | 'title' | 'cwd' | 'status' | 'activity'> & { age: number }

function session({ age, ...rest }: SessionStart): SessionSummary {
  return {
    provider: 'ollama',
    model: 'qwen3-coder:30b',
    approvalPolicy: 'on-request',
    sandboxPolicy: workspace,
    pendingApprovals: rest.status === 'needs-you' ? 1 : 0,
    createdAt: ago(age + 600),
    updatedAt: ago(age),
    branch: 'fix/compaction-clock',
    ...rest,
  }
}

const rows: readonly [string, string, string, SessionSummary['status'], string, number][] = [
  ['s1', 'Fix flaky compaction test', 'pi-mono', 'needs-you', '', 38],
  ['s2', 'Upgrade pandas to 2.3', 'forecast', 'needs-you', '', 120],
  ['s3', 'Share ESLint base config', 'storefront', 'needs-you', '', 360],
  ['s4', 'Speed up Go test suite', 'relay', 'needs-you', '', 540],
  ['s10', 'Fetch release notes', 'relay', 'needs-you', '', 45],
  ['s11', 'Tidy the lint config', 'storefront', 'needs-you', '', 90],
  ['s5', 'Add CSV export', 'reports', 'running', 'Running npm test', 240],
  ['s6', 'Explain the retry queue', 'relay', 'running', 'Reading internal/queue', 20],
  ['s7', 'Pin Actions by hash', 'ci', 'done', '', 3700],
  ['s8', 'Rename WorkItem to Job', 'jobs', 'done', '', 11000],
  ['s9', 'Try Bun for the test run', 'jobs', 'interrupted', '', 200000],
]

/** One works in a worktree of its own. */
const worktree = {
  root: '/home/me/src/jobs.worktrees/rename-workitem',
  repository: '/home/me/src/jobs',
  branch: 'countersign/rename-workitem',
  base: 'main',
  writable: [],
}

/** An agent that works for the session above it, in its place. */
const agent: SessionSummary = {
  ...session({
    id: 's12',
    title: 'tester',
    cwd: '/home/me/src/relay',
    status: 'running',
    activity: 'Running go vet',
    age: 12,
  }),
  child: { parentId: 's6', name: 'tester', kind: 'agent' },
}

export const sessions: SessionSummary[] = rows
  .map(([id, title, folder, status, activity, age]) => ({
    ...session({ id, title, cwd: `/home/me/src/${folder}`, status, activity, age }),
    ...(id === 's7' && sceneHash === '#demo' && { provider: 'demo', model: 'demo' }),
    ...(id === 's9' && { forked: true as const }),
    ...(id === 's8' && { cwd: worktree.root, branch: worktree.branch, worktree }),
  }))
  .concat(sceneHash === '#agents' ? [agent] : [])

type RequestStart = Pick<
  ApprovalRequest,
  'id' | 'sessionId' | 'sessionTitle' | 'cwd' | 'command' | 'effect' | 'stop' | 'assessment'
> & { age: number; justification: string; grant: string }

/** A request about a command that the sandbox stopped. */
export function request({ age, grant, ...rest }: RequestStart): ApprovalRequest {
  return {
    turnId: 't1',
    naming: { roots: [rest.cwd], home: '/home/me' },
    turnNumber: 4,
    callId: `call-${rest.id}`,
    stage: 'retry',
    sandboxPolicy: workspace,
    createdAt: ago(age),
    state: 'pending',
    offers: [
      {
        id: 'only-this',
        kind: 'only-this',
        grants: [{ kind: 'write', path: grant, extent: 'tree' }],
        scopes: ['once', 'turn', 'session', 'rule'],
        rule: rest.command.at(-1) ?? '',
        means: { kind: 'run-again', before: 0, stays: [] },
      },
      {
        id: 'outside',
        kind: 'outside',
        grants: [{ kind: 'unsandboxed' }],
        scopes: ['once', 'turn', 'session'],
        means: { kind: 'run' },
      },
    ],
    ...rest,
  }
}

const ofCommands: ApprovalRequest[] = [
  request({
    id: 'a1',
    sessionId: 's1',
    sessionTitle: 'Fix flaky compaction test',
    cwd: '/home/me/src/pi-mono',
    command: ['bash', '-lc', 'cd packages/agent && npm run clean:all && npm ci'],
    effect: deletesHome,
    stop: {
      boundary: 'sandbox',
      why: { kind: 'stopped', what: 'write', target: '/home/me/.pi', count: 1, because: 'no-root' },
      evidence: [
        {
          kind: 'write',
          target: '/home/me/.pi',
          operation: 'unlinkat',
          source: 'kernel',
          backend: 'bubblewrap',
        },
      ],
    },
    assessment: high,
    justification: 'This only reads: it clears stale build output so the install starts from a clean tree.',
    grant: '/home/me/.pi',
    age: 38,
  }),
  request({
    id: 'a2',
    sessionId: 's2',
    sessionTitle: 'Upgrade pandas to 2.3',
    cwd: '/home/me/src/forecast',
    command: [
      'bash',
      '-lc',
      './scripts/sync-fixtures.sh --from staging --into "$HOME/golden" | tee log\u202e.txt',
    ],
    effect: { act: { kind: 'said', text: 'Writes ~/golden/fixtures.json, outside the workspace.' } },
    stop: {
      boundary: 'sandbox',
      why: {
        kind: 'stopped',
        what: 'write',
        target: '/home/me/golden/fixtures.json',
        count: 1,
        because: 'no-root',
      },
      evidence: [
        {
          kind: 'write',
          target: '/home/me/golden/fixtures.json',
          operation: 'open for writing',
          source: 'kernel',
          backend: 'bubblewrap',
        },
        { kind: 'network', target: 'fixtures.staging.acme.dev:443', source: 'guess', backend: 'bubblewrap' },
      ],
    },
    assessment: timedOut,
    justification: 'Refresh the golden files before the forecast tests run.',
    grant: '/home/me/golden/fixtures.json',
    age: 120,
  }),
  request({
    id: 'a3',
    sessionId: 's3',
    sessionTitle: 'Share ESLint base config',
    cwd: '/home/me/src/storefront',
    command: ['npm', 'install', 'exceljs@4.4.0', '--save-exact'],
    effect: { act: { kind: 'said', text: 'Installs exceljs@4.4.0 and changes 2 files.' } },
    stop: {
      boundary: 'sandbox',
      why: {
        kind: 'stopped',
        what: 'write',
        target: '/home/me/src/lint-config',
        count: 1,
        because: 'no-root',
      },
      evidence: [],
    },
    assessment: medium,
    justification: 'The shared config has to allow the new import order.',
    grant: '/home/me/src/lint-config',
    age: 360,
  }),
  request({
    id: 'a4',
    sessionId: 's4',
    sessionTitle: 'Speed up Go test suite',
    cwd: '/home/me/src/relay',
    command: ['bash', '-lc', 'go test ./internal/queue/... -run TestDrain -count=1'],
    effect: {
      act: { kind: 'said', text: 'Writes build cache in ~/.cache/go-build, outside the workspace.' },
    },
    stop: {
      boundary: 'sandbox',
      why: {
        kind: 'stopped',
        what: 'write',
        target: '/home/me/.cache/go-build',
        count: 1,
        because: 'no-root',
      },
      evidence: [
        { kind: 'write', target: '/home/me/.cache/go-build', source: 'guess', backend: 'bubblewrap' },
      ],
    },
    assessment: low,
    justification: '',
    grant: '/home/me/.cache/go-build',
    age: 540,
  }),
]

/** A command can be edited as long as it does not run. */
export const approvals = ofCommands.map((one): ApprovalRequest => ({ ...one, editable: true }))
