import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentEvent } from '@shared/domain/agent-event'

/** The items that one turn of such a record shows. */
export const itemsPerTurn = 10

const prose = [
  'The store writes each line once and never looks at it again; a reader that comes later meets a **torn last line**',
  'and has to leave it out. What follows from that:\n\n- `append` adds whole lines only\n- `load` skips what does not parse\n',
  '\n```ts\nexport function load(file: string): Line[] {\n  return read(file).flatMap(parse)\n}\n```\n\n',
  '| case | before | after |\n| --- | --- | --- |\n| torn | throws | skipped |\n| whole | read | read |\n',
].join('\n')

const added = (rows: number): string =>
  Array.from({ length: rows }, (_, row) => `+  const row${String(row)} = read(line, ${String(row)})\n`).join(
    '',
  )

/** One turn with an item of every common kind; its texts and lengths vary with the number, the same each time. */
export function longTurn(number: number): readonly AgentEvent[] {
  const id = String(number)
  const command = (nth: number, rows: number): AgentEvent[] => {
    const callId = `c${id}-${String(nth)}`
    const text = `turn ${id}, run ${String(nth)}: 12 tests passed, "ünï" and \\ among them\n`.repeat(rows)
    const output = { stdout: text, stderr: '', aggregated: text, omittedBytes: 0 }
    const outcome = { kind: 'exited' as const, exitCode: nth === 1 ? 1 : 0, durationMs: 1200, output }
    return [
      {
        type: 'command.started',
        callId,
        attempt: 1,
        command: ['bash', '-lc', `npm test -- store-${id} | grep -v "ok $PWD" && ls -la`],
        cwd: '/work',
        confinement: 'bubblewrap',
        grants: [],
      },
      { type: 'command.finished', callId, outcome },
    ]
  }
  const diff = `@@ -1,3 +1,9 @@\n import { read } from './read'\n-const old = 1\n${added(1 + (number % 12))}`
  const changes = { [`/work/src/store-${id}.ts`]: { type: 'update' as const, unified_diff: diff } }
  const invocation = {
    server: 'notes',
    tool: 'look',
    arguments: { path: `note-${id}.txt`, tags: ['a', 'b'] },
  }
  const turnId = `t${id}`
  return [
    { type: 'turn.started', turnId, turnNumber: number },
    { type: 'user.message', text: `Question ${id}: why does the reader stop at a torn line?` },
    { type: 'reasoning.delta', itemId: `r${id}`, text: 'Where is the line torn? Look at the writer first.' },
    { type: 'message.completed', itemId: `m${id}`, text: prose.slice(0, 120 + ((number * 97) % 400)) },
    ...command(0, 1 + (number % 30)),
    ...command(1, 2),
    {
      type: 'patch.started',
      callId: `p${id}`,
      attempt: 1,
      changes,
      autoApproved: true,
      confinement: 'bubblewrap',
      grants: [],
    },
    {
      type: 'patch.finished',
      callId: `p${id}`,
      outcome: {
        kind: 'exited',
        exitCode: 0,
        durationMs: 4,
        output: { stdout: '', stderr: '', aggregated: '', omittedBytes: 0 },
      },
    },
    { type: 'mcp.started', callId: `n${id}`, invocation },
    {
      type: 'mcp.finished',
      callId: `n${id}`,
      invocation,
      result: { kind: 'answered', failed: false, text: 'Line one\nLine two', images: [], durationMs: 3 },
    },
    {
      type: 'plan.updated',
      callId: `l${id}`,
      plan: [
        { step: `Find where line ${id} is torn`, status: 'completed' },
        { step: 'Write whole lines only', status: 'in_progress' },
      ],
    },
    {
      type: 'turn.diff',
      turnId,
      unifiedDiff: `diff --git a/src/store-${id}.ts b/src/store-${id}.ts\n--- a/src/store-${id}.ts\n+++ b/src/store-${id}.ts\n${diff}`,
    },
    { type: 'message.completed', itemId: `a${id}`, text: `Answer ${id}: ${prose}` },
    { type: 'turn.finished', turnId, outcome: 'completed' },
  ]
}

const at = '2026-11-21T09:00:00.000Z'

function line(event: AgentEvent): string {
  const of = (type: string, payload: unknown): string =>
    `${JSON.stringify({ timestamp: at, type, payload })}\n`
  if (event.type === 'user.message') return of('event_msg', { type: 'user_message', message: event.text })
  if (event.type === 'message.completed')
    return of('event_msg', { type: 'agent_message', message: event.text, countersign_item_id: event.itemId })
  return of('countersign_event', event)
}

/** Puts a session's record into a state folder, as this program would have left it. Throws what the disk does. */
export function writeRecord(
  home: string,
  { id, cwd, events }: { readonly id: string; readonly cwd: string; readonly events: readonly AgentEvent[] },
): void {
  const folder = join(home, 'sessions/2026/11/21')
  mkdirSync(folder, { recursive: true })
  const meta = { id, timestamp: at, cwd, originator: 'countersign', cli_version: '0', source: 'cli' }
  const head = `${JSON.stringify({ timestamp: at, type: 'session_meta', payload: meta })}\n`
  writeFileSync(join(folder, `rollout-2026-11-21T09-00-00-${id}.jsonl`), head + events.map(line).join(''))
}

/** So many turns, numbered from 1. */
export const longRecord = (turns: number): readonly AgentEvent[] =>
  Array.from({ length: turns }, (_, index) => longTurn(index + 1)).flat()
