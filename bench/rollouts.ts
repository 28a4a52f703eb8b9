import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createJsonlStore } from '../src/main/adapters/store-jsonl/jsonl-store'
import { restoreSession } from '../src/main/core/conversation/restore-session'
import { median, ms, printRows } from './measure'

/** A rollout of 200 MB is opened; 2,000 sessions are listed, with an index and without one. */
const home = mkdtempSync('/var/tmp/cs-bench-rollouts-')
const store = () =>
  createJsonlStore({ home, version: 'bench', trash: { put: () => Promise.reject(new Error('no trash')) } })

const at = '2026-11-21T09:00:00.000Z'
const line = (type: string, payload: unknown): string =>
  `${JSON.stringify({ timestamp: at, type, payload })}\n`
const policy = { mode: 'workspace-write', network_access: false }
const context = {
  cwd: '/work',
  approval_policy: 'on-failure',
  sandbox_policy: policy,
  model: 'm',
  summary: 'auto',
}
const tokens = { input_tokens: 10, cached_input_tokens: 0, output_tokens: 5, total_tokens: 15 }

/** A turn as it is on file: a message, ten commands with 8 KB of output each, an answer. */
function turn(number: number): string {
  const text = 'All tests pass but "ünï" \\ and 12 others. '.repeat(200)
  const output = { stdout: text, stderr: '', aggregated: text, omittedBytes: 0 }
  const calls = Array.from({ length: 10 }, (_, index) => {
    const callId = `c${String(number)}-${String(index)}`
    const command = ['bash', '-lc', 'npm test']
    return [
      line('response_item', {
        type: 'function_call',
        name: 'shell',
        call_id: callId,
        arguments: JSON.stringify({ command }),
      }),
      line('countersign_event', {
        type: 'command.started',
        callId,
        attempt: 1,
        command,
        cwd: '/work',
        confinement: 'bubblewrap',
        grants: [],
      }),
      line('countersign_event', {
        type: 'command.finished',
        callId,
        outcome: { kind: 'exited', exitCode: 0, durationMs: 5, output },
      }),
      line('response_item', { type: 'function_call_output', call_id: callId, output: text }),
      line('event_msg', {
        type: 'token_count',
        info: { total_token_usage: tokens, last_token_usage: tokens },
      }),
    ].join('')
  })
  return [
    line('response_item', {
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: 'go on' }],
    }),
    line('turn_context', context),
    line('countersign_event', { type: 'turn.started', turnId: `t${String(number)}`, turnNumber: number }),
    line('event_msg', { type: 'user_message', message: 'go on', images: [] }),
    ...calls,
    line('response_item', {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'done' }],
    }),
    line('event_msg', { type: 'agent_message', message: 'done' }),
    line('countersign_event', { type: 'turn.finished', turnId: `t${String(number)}`, outcome: 'completed' }),
  ].join('')
}

const meta = (id: string): string =>
  line('session_meta', {
    id,
    timestamp: at,
    cwd: '/work',
    originator: 'countersign',
    cli_version: '0',
    source: 'cli',
  })

const folder = join(home, 'sessions/2026/11/21')
mkdirSync(folder, { recursive: true })
const big = join(folder, 'rollout-2026-11-21T09-00-00-big.jsonl')
writeFileSync(big, meta('big'))
for (let number = 1; statSync(big).size < 200 * 1024 * 1024; number += 20)
  appendFileSync(big, Array.from({ length: 20 }, (_, index) => turn(number + index)).join(''))

const opens: number[] = []
for (let round = 0; round < 3; round += 1) {
  const begin = performance.now()
  const loaded = await store().load({ sessionId: 'big' })
  if (!loaded) throw new Error('the big session is gone')
  restoreSession(loaded)
  opens.push(performance.now() - begin)
}
rmSync(big)

for (let index = 0; index < 2000; index += 1) {
  const day = join(
    home,
    'sessions/2026',
    String(1 + (index % 12)).padStart(2, '0'),
    String(1 + (index % 28)).padStart(2, '0'),
  )
  mkdirSync(day, { recursive: true })
  const id = `s${String(index)}`
  writeFileSync(join(day, `rollout-2026-01-01T09-00-00-${id}.jsonl`), meta(id) + turn(1))
}
const list = async (): Promise<number> => {
  const begin = performance.now()
  const found = await store().list()
  if (found.length !== 2000) throw new Error(`${String(found.length)} sessions instead of 2000`)
  return performance.now() - begin
}
const rebuilt = await list()
const listed = [await list(), await list(), await list()]
rmSync(home, { recursive: true })

printRows([
  {
    what: 'open a rollout of 200 MB',
    figure: ms(median(opens)),
    goal: 'under 3 s',
    reached: median(opens) < 3000,
  },
  {
    what: 'list 2,000 sessions',
    figure: ms(median(listed)),
    goal: 'under 300 ms',
    reached: median(listed) < 300,
  },
  {
    what: 'list 2,000 sessions, index rebuilt from the files',
    figure: ms(rebuilt),
    goal: 'none',
    reached: true,
  },
])
