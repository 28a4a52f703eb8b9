import type { AgentEvent } from '@shared/domain/agent-event'
import type { CommandOutcome } from '@shared/domain/command-outcome'

const folder = '/home/me/src/ci'
const output = { stdout: '', stderr: '', aggregated: '', omittedBytes: 0 }
const exited = (exitCode: number): CommandOutcome => ({ kind: 'exited', exitCode, durationMs: 900, output })

const invocation = (tool: string) => ({
  server: 'tickets',
  tool,
  arguments: { project: 'CI', title: 'Pin the actions', labels: ['security', 'chore'] },
})

function ran(callId: string, script: string, outcome: CommandOutcome): AgentEvent[] {
  const command = ['bash', '-lc', script]
  return [
    {
      type: 'command.started',
      ...{ callId, attempt: 1, command, cwd: folder, confinement: 'bubblewrap', grants: [] },
    },
    { type: 'command.finished', callId, outcome },
  ]
}

/** Calls of tools, answered, failed, stopped, and refused by the policy. */
const tools: readonly AgentEvent[] = [
  { type: 'mcp.started', callId: 'm1', invocation: invocation('create_ticket') },
  {
    type: 'mcp.finished',
    callId: 'm1',
    invocation: invocation('create_ticket'),
    result: { kind: 'answered', failed: false, text: 'Made CI-218.', images: [], durationMs: 420 },
  },
  { type: 'mcp.started', callId: 'm2', invocation: invocation('close_ticket') },
  {
    type: 'mcp.finished',
    callId: 'm2',
    invocation: invocation('close_ticket'),
    result: {
      kind: 'stopped',
      cause: 'timed-out',
      reason: 'nothing came within 60 s',
      durationMs: 60_000,
    },
  },
  {
    type: 'mcp.finished',
    callId: 'm3',
    invocation: invocation('delete_project'),
    result: {
      kind: 'stopped',
      cause: 'refused',
      reason:
        'A tool of the server “tickets” acts outside the sandbox. That needs an approval, and approval_policy = never: it was not called',
      durationMs: 0,
    },
  },
]

/** What was written outside the folder and can be taken back, or was, or cannot be. */
const restored: readonly AgentEvent[] = [
  ...ran('u1', 'cp dist/*.yml ../shared-ci/', exited(0)),
  { type: 'call.undoable', callId: 'u1', id: 'r1', files: 3, not: [] },
  ...ran('u2', 'rm -f ../shared-ci/old.yml', exited(0)),
  { type: 'call.undoable', callId: 'u2', id: 'r2', files: 1, not: [] },
  {
    type: 'files.restored',
    way: 'undo',
    run: { id: 'r2', callId: 'u2', title: 'rm -f ../shared-ci/old.yml' },
    files: 1,
    left: [],
  },
  ...ran('u3', 'tar xf ../shared-ci/media.tar -C ../shared-ci', exited(2)),
  {
    type: 'call.undoable',
    callId: 'u3',
    files: 0,
    not: [{ path: '/home/me/src/shared-ci/recording.mp4', why: 'too-large' }],
  },
  { type: 'files.restored', way: 'undo', turnNumber: 3, files: 2, left: ['README.md'] },
  {
    type: 'session.rewound',
    ...{ id: 'w1', turnNumber: 2, lastTurn: 3, turns: 2, messages: 2 },
    files: { files: 4, left: [] },
  },
]

const review: readonly AgentEvent[] = [
  {
    type: 'review.entered',
    turnId: 't1',
    target: { kind: 'uncommitted' },
    hint: 'what is not committed',
    prompt: 'Review it.',
  },
  {
    type: 'review.exited',
    turnId: 't1',
    output: {
      findings: [
        {
          id: 'f1',
          title: 'The retry never stops when the clock stands still',
          body: 'With a fake clock `elapsed()` stays 0, so the loop has no end. Give it a number of tries as well.',
          priority: 1,
          confidence: 0.8,
          place: { path: `${folder}/src/retry.ts`, lines: { start: 12, end: 18 } },
        },
        { id: 'f2', title: 'Two names for one thing', body: 'Say worker everywhere.', priority: 3 },
      ],
      correctness: 'The patch is incorrect',
      explanation: 'It works as long as time goes on.',
      leftOut: 1,
    },
    files: [
      {
        path: `${folder}/src/retry.ts`,
        unifiedDiff:
          'diff --git a/src/retry.ts b/src/retry.ts\n--- a/src/retry.ts\n+++ b/src/retry.ts\n@@ -12,2 +12,2 @@\n-  for (;;) {\n+  while (clock.elapsed() < most) {\n     await again()\n',
      },
    ],
  },
]

/** The dot of tests, with so many bytes behind it as a picture of a server may have. */
const heavyPicture = `iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg${'A'.repeat(6_000_000)}`

/** Lines of a megabyte, in both directions, and a picture as large as the engine passes on. */
export const heavyCards = (): AgentEvent[] => [
  ...['x', 'א'].flatMap((letter) =>
    ran(`long-${letter}`, 'cat bundle.js', {
      ...{ kind: 'exited', exitCode: 0, durationMs: 900 },
      output: { ...output, stdout: letter.repeat(1_000_000), aggregated: letter.repeat(1_000_000) },
    }),
  ),
  { type: 'mcp.started', callId: 'm4', invocation: invocation('take_picture') },
  {
    type: 'mcp.finished',
    callId: 'm4',
    invocation: invocation('take_picture'),
    result: {
      ...{ kind: 'answered', failed: false, text: 'א'.repeat(1_000_000), durationMs: 420 },
      images: [{ mimeType: 'image/png', data: heavyPicture }],
    },
  },
  { type: 'turn.finished', turnId: 't1', outcome: 'completed' },
]

/** One of each card and note that no other scene shows. */
export const sampleCards = (): AgentEvent[] => [
  {
    type: 'plan.updated',
    callId: 'plan',
    explanation: 'Pin first, then mend what breaks.',
    plan: [
      { step: 'List the actions that are used', status: 'completed' },
      { step: 'Pin each by its hash', status: 'in_progress' },
      { step: 'Run the workflows', status: 'pending' },
    ],
  },
  ...tools,
  ...restored,
  { type: 'image.viewed', callId: 'i1', path: `${folder}/shot.png`, label: 'shot.png, PNG, 34 KB' },
  { type: 'context.compacting', trigger: 'automatic' },
  {
    type: 'context.compacted',
    trigger: 'automatic',
    summary: 'The actions are listed; three are pinned. What is left: release.yml.',
    tokensBefore: 240_000,
  },
  {
    type: 'turn.noted',
    turnId: 't1',
    text: 'The agent changed .git/hooks/pre-commit: it runs outside the sandbox.',
  },
  ...review,
  { type: 'turn.finished', turnId: 't1', outcome: 'completed' },
]
