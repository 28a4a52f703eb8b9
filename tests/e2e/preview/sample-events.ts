import type { AgentEvent, SessionEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { CommandOutcome } from '@shared/domain/command-outcome'
import type { Evidence } from '@shared/domain/evidence'
import { heavyCards, sampleCards } from './sample-cards'
import { demoEvents } from './sample-demo'
import { anotherTurn, sampleTurnDiff } from './sample-diffs'
import { faultyTurn } from './sample-faults'
import { grants } from './sample-grants'
import { staying } from './sample-processes'
import { promisedRuns } from './sample-promises'
import { approvals, ago } from './sample-sessions'
import { sceneHash } from './scene-hash'

const none = { stdout: '', stderr: '', omittedBytes: 0 }

/** A record that shows every kind of item; the request, when there is one, stands at its end. */
export function sampleEvents(sessionId: string, request: ApprovalRequest | undefined): SessionEvent[] {
  if (sceneHash === '#faults') return numbered(sessionId, [...opening(sessionId), ...faultyTurn()])
  if (sceneHash === '#cards') return numbered(sessionId, [...opening(sessionId), ...sampleCards()])
  if (sceneHash === '#heavy') return numbered(sessionId, [...opening(sessionId), ...heavyCards()])
  if (sceneHash === '#demo') return numbered(sessionId, [...opening(sessionId), ...demoEvents()])
  if (sessionId === 's7') return numbered(sessionId, [...opening(sessionId), ...patches(sessionId)])
  if (sessionId === 's9') return numbered(sessionId, [...opening(sessionId), ...expired()])
  const events: AgentEvent[] = [...opening(sessionId), ...middle(sessionId)]
  if (sessionId === 's5') events.push(...staying())
  if (request?.kind === 'patch') {
    events.push({ type: 'approval.requested', request })
  } else if (request !== undefined) {
    const { callId, command, cwd, stage } = request
    events.push({
      type: 'command.started',
      callId,
      attempt: 1,
      command,
      cwd,
      confinement: 'bubblewrap',
      grants: [],
    })
    if (stage !== 'network')
      events.push({
        type: 'command.finished',
        callId,
        outcome: {
          kind: 'denied',
          exitCode: 1,
          durationMs: 800,
          output: { ...none, aggregated: '' },
          evidence: request.stop.evidence.length > 0 ? request.stop.evidence : [fallback],
        },
      })
    events.push({ type: 'approval.requested', request })
  }
  return numbered(sessionId, events)
}

function numbered(sessionId: string, events: readonly AgentEvent[]): SessionEvent[] {
  return events.map((event, index) => ({ sessionId, seq: index + 1, at: ago(60 - index / 10), event }))
}

const sourceDiff = `@@ -87,3 +87,3 @@
   private scheduleFlush() {
-    this.timer = setTimeout(() => this.flush(), FLUSH_AFTER_MS)
+    this.timer = this.clock.after(FLUSH_AFTER_MS, () => this.flush())
   }
`

/** What an engine that ended left behind: a request before a run, one after a denial, and one about a patch. */
function expired(): AgentEvent[] {
  const [first, retry, patch] = approvals.map(
    (request) => ({ ...request, state: 'expired', sessionId: 's9' }) as const,
  )
  const changes = { '/home/me/src/jobs/a.ts': { type: 'add', content: 'export {}\n' } } as const
  if (first === undefined || retry === undefined || patch === undefined) return []
  return [
    { type: 'approval.requested', request: { ...first, stage: 'first' } },
    { type: 'approval.requested', request: retry },
    { type: 'approval.requested', request: { ...patch, kind: 'patch', changes } },
    { type: 'turn.finished', turnId: 't1', outcome: 'interrupted' },
  ]
}

/** Patches in every state, a run let through by a grant, and what the turn comes to. */
function patches(sessionId: string): AgentEvent[] {
  const measured = { durationMs: 30, output: { ...none, aggregated: '' } }
  const done: CommandOutcome = { kind: 'exited', exitCode: 0, ...measured }
  const stopped: CommandOutcome = { kind: 'denied', exitCode: 1, evidence: [fallback], ...measured }
  const started: Omit<Extract<AgentEvent, { type: 'patch.started' }>, 'callId' | 'changes'> = {
    type: 'patch.started',
    attempt: 1,
    autoApproved: true,
    confinement: 'bubblewrap',
    grants: [],
  }
  const path = (name: string): string => `/home/me/src/ci/${name}`
  const update = { type: 'update', unified_diff: sourceDiff } as const
  const callId = (name: string): string => `${sessionId}-${name}`
  const command = ['bash', '-lc', 'npm run build && npm test']
  const [, grant] = grants
  return [
    { ...started, callId: callId('p1'), changes: { [path('src/compaction.ts')]: update } },
    { type: 'patch.finished', callId: callId('p1'), outcome: done },
    {
      ...started,
      callId: callId('p2'),
      changes: {
        [path('src/clock.ts')]: {
          type: 'add',
          content: 'export interface Clock {\n\tafter(ms: number): void\n}\n',
        },
        [path('src/old\u202ename.ts')]: { type: 'delete', content: 'export {}\n' },
        [path('src/timer.ts')]: { ...update, move_path: path('src/flush-timer.ts') },
        [path('data.json')]: {
          type: 'add',
          content: '[\n[... 912345 characters not shown ...]\n]\n',
          omitted: 912345,
        },
      },
    },
    { type: 'patch.finished', callId: callId('p2'), outcome: stopped },
    {
      type: 'patch.finished',
      callId: callId('p3'),
      outcome: { kind: 'refused', reason: 'the approval policy is never: nothing was changed.' },
    },
    ...(grant === undefined ? [] : [{ type: 'grant.applied', callId: callId('c9'), grant } as const]),
    {
      type: 'command.started',
      callId: callId('c9'),
      attempt: 1,
      command,
      cwd: '/',
      confinement: 'none',
      grants: [{ kind: 'unsandboxed' }],
    },
    { type: 'command.output', callId: callId('c9'), stream: 'stdout', text: 'ok\n' },
    { type: 'command.finished', callId: callId('c9'), outcome: done },
    {
      type: 'plan.updated',
      callId: callId('plan'),
      explanation: 'The build fails before the tests run.',
      plan: [
        { step: 'Find why the build fails', status: 'completed' },
        { step: 'Mend src/compaction.ts', status: 'in_progress' },
        { step: 'Run the tests', status: 'pending' },
      ],
    },
    {
      type: 'turn.diff',
      turnId: 't1',
      unifiedDiff: sampleTurnDiff(sceneHash.slice(1)),
    },
    ...(sceneHash === '#promises' ? promisedRuns(sessionId) : []),
    { type: 'turn.finished', turnId: 't1', outcome: 'completed' },
    ...(sceneHash === '#turns' ? anotherTurn() : []),
  ]
}

const fallback: Evidence = { kind: 'write', target: '/home/me', source: 'kernel', backend: 'bubblewrap' }

function opening(sessionId: string): AgentEvent[] {
  const totalTokens = sessionId === 's9' ? 228_600 : 100_800
  return [
    {
      type: 'session.configured',
      cwd: '/home/me/src/pi-mono',
      provider: 'ollama',
      model: 'qwen3-coder:30b',
      approvalPolicy: 'on-request',
      sandboxPolicy: { mode: 'read-only', network_access: false },
    },
    {
      type: 'usage.updated',
      last: { inputTokens: totalTokens - 900, cachedInputTokens: 0, outputTokens: 900, totalTokens },
      contextWindow: 272_000,
    },
    { type: 'turn.started', turnId: 't1', turnNumber: 4 },
    {
      type: 'user.message',
      text: 'The compaction test in packages/agent fails about one run in five on CI. Find out why and fix it. Leave the public API as it is.',
    },
    {
      type: 'command.started',
      callId: `${sessionId}-c1`,
      attempt: 1,
      command: ['bash', '-lc', "rg -n 'setTimeout|setImmediate' packages/agent/src packages/agent/test"],
      cwd: '/home/me/src/pi-mono',
      confinement: 'bubblewrap',
      grants: [],
      summary: [
        {
          type: 'search',
          cmd: "rg -n 'setTimeout|setImmediate' packages/agent/src packages/agent/test",
          query: 'setTimeout|setImmediate',
          path: 'packages/agent/src',
        },
      ],
    },
    {
      type: 'command.output',
      callId: `${sessionId}-c1`,
      stream: 'stdout',
      text: 'packages/agent/src/compaction.ts\u001b[32m:88:\u001b[0m    this.timer = setTimeout(() => this.flush(), FLUSH_AFTER_MS)\npackages/agent/test/compaction.test.ts:41:  await new Promise((done) => setImmediate(done))\u202e\n',
    },
    {
      type: 'command.finished',
      callId: `${sessionId}-c1`,
      outcome: { kind: 'exited', exitCode: 0, durationMs: 120, output: { ...none, aggregated: 'x' } },
    },
    {
      type: 'message.completed',
      itemId: 'm1',
      text: 'The test races a real timer. `compact()` flushes after 50 ms, but the assertion waits for a single macrotask, so a busy runner loses the race.\n\n- `src/compaction.ts:88` calls `setTimeout` directly\n- `test/compaction.test.ts:41` waits with `setImmediate`\n\nI will pass the clock in as an internal option and drive it from the test. See [the issue](https://example.org/issue) for more.',
    },
  ]
}

function middle(sessionId: string): AgentEvent[] {
  const callId = `${sessionId}-c2`
  const command = ['bash', '-lc', 'mkdir -p ~/.cache/pi && touch ~/.cache/pi/x']
  return [
    {
      type: 'command.started',
      callId,
      attempt: 1,
      command,
      cwd: '/',
      confinement: 'bubblewrap',
      grants: [],
    },
    {
      type: 'command.output',
      callId,
      stream: 'stderr',
      text: "mkdir: cannot create directory '/home/me/.cache/pi': Read-only file system\n",
    },
    {
      type: 'command.finished',
      callId,
      outcome: {
        kind: 'denied',
        exitCode: 1,
        durationMs: 40,
        output: { ...none, aggregated: '' },
        evidence: [fallback],
      },
    },
    {
      type: 'command.started',
      callId,
      attempt: 2,
      command,
      cwd: '/',
      confinement: 'bubblewrap',
      grants: [{ kind: 'write', path: '/home/me/.cache/pi', extent: 'tree' }],
    },
    { type: 'command.output', callId, stream: 'stdout', text: 'done\n' },
    {
      type: 'command.finished',
      callId,
      outcome: { kind: 'exited', exitCode: 0, durationMs: 90, output: { ...none, aggregated: '' } },
    },
    { type: 'search.started', callId: 'ws' },
    { type: 'search.finished', callId: 'ws', query: 'setTimeout flaky test fake clock' },
    { type: 'tool.rejected', callId: 'x', name: 'web_search', reason: 'There is no tool of that name.' },
    {
      type: 'error.reported',
      fault: {
        code: 'connection-failed',
        message: 'Ollama does not answer at 127.0.0.1:11434.',
        remedy: 'ollama serve',
      },
    },
    {
      type: 'command.started',
      callId: `${sessionId}-c3`,
      attempt: 1,
      command: ['bash', '-lc', 'npx vitest packages/agent -t compaction --repeat 50'],
      cwd: '/',
      confinement: 'bubblewrap',
      grants: [],
    },
    {
      type: 'command.output',
      callId: `${sessionId}-c3`,
      stream: 'stdout',
      text: ' RUN  v3.2.4 ~/src/pi-mono/packages/agent\n ✓ compaction.test.ts (run 36 of 50) 212 ms\n',
    },
  ]
}
