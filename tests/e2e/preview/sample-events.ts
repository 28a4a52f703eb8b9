import type { AgentEvent, SessionEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import { ago } from './sample-sessions'

const none = { stdout: '', stderr: '', omittedBytes: 0 }

/** A record that shows every kind of item; the request, when there is one, stands at its end. */
export function sampleEvents(sessionId: string, request: ApprovalRequest | undefined): SessionEvent[] {
  const events: AgentEvent[] = [...opening(sessionId), ...middle(sessionId)]
  if (request !== undefined) {
    const { callId, command, cwd } = request
    events.push(
      { type: 'command.started', callId, attempt: 1, command, cwd, confinement: 'bubblewrap', grants: [] },
      {
        type: 'command.finished',
        callId,
        outcome: {
          kind: 'denied',
          exitCode: 1,
          durationMs: 800,
          output: { ...none, aggregated: '' },
          evidence: request.stop.evidence.length > 0 ? request.stop.evidence : [fallback],
        },
      },
      { type: 'approval.requested', request },
    )
  }
  return events.map((event, index) => ({ sessionId, seq: index + 1, at: ago(60 - index / 10), event }))
}

const fallback = { kind: 'write', target: '/home/me', source: 'kernel', backend: 'bubblewrap' } as const

function opening(sessionId: string): AgentEvent[] {
  return [
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
