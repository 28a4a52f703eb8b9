import { expect, test } from 'vitest'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { CommandOutcome } from '@shared/domain/command-outcome'
import { lineText, ThreadLines } from '../../../../../src/main/hosts/terminal/thread-lines'
import { sampleRequest } from '../../../../fakes/sample-request'

/** The lines of these events without the thread's, each short: type, id, kind and how it stands. */
function told(...events: AgentEvent[]) {
  const lines = new ThreadLines()
  return events
    .flatMap((event, at) => lines.take({ sessionId: 's', seq: at + 1, at: '', event }))
    .slice(1)
    .map((line) => {
      const item = line['item'] as Record<string, unknown> | undefined
      if (!item) return line
      const { id, type, status, ...shown } = item
      return [
        line.type.replace('item.', ''),
        id,
        type,
        ...(status === undefined ? [] : [status]),
        ...('message' in shown ? [shown['message']] : []),
      ].join(' ')
    })
}

const output = (aggregated: string) => ({ stdout: '', stderr: '', aggregated, omittedBytes: 0 })
const started = (callId: string, attempt = 1): AgentEvent => ({
  type: 'command.started',
  ...{ callId, attempt, command: ['x'], cwd: '/', confinement: 'bubblewrap', grants: [] },
})
const finished = (callId: string, outcome: CommandOutcome): AgentEvent => ({
  type: 'command.finished',
  callId,
  outcome,
})
const denied: CommandOutcome = {
  kind: 'denied',
  exitCode: 1,
  durationMs: 1,
  output: output('no'),
  evidence: sampleRequest.stop.evidence,
}
const fine: CommandOutcome = { kind: 'exited', exitCode: 0, durationMs: 1, output: output('') }
const end = (outcome: 'completed' | 'interrupted' | 'failed' = 'completed'): AgentEvent => ({
  type: 'turn.finished',
  turnId: 't',
  outcome,
})
const completed = {
  type: 'turn.completed',
  usage: {
    input_tokens: 0,
    cached_input_tokens: 0,
    cache_write_input_tokens: 0,
    output_tokens: 0,
    reasoning_output_tokens: 0,
  },
}
const fault = (message: string, remedy?: string): AgentEvent => ({
  type: 'error.reported',
  fault: { code: 'internal', message, ...(remedy === undefined ? {} : { remedy }) },
})
const answered = { ...sampleRequest, state: 'answered', decidedBy: 'engine' } as const
const refused: AgentEvent = {
  type: 'approval.resolved',
  request: { ...answered, decision: { kind: 'deny' } },
}
const allowed: AgentEvent = {
  type: 'approval.resolved',
  request: { ...answered, decision: { kind: 'allow', offerId: 'only-this' } },
}
const asked: AgentEvent = { type: 'approval.requested', request: sampleRequest }
const message = 'Denied, because nobody could be asked: Writes /b, outside the workspace.'

test.each<[string, AgentEvent[], readonly unknown[]]>([
  [
    'a command that is run again after a yes is one item',
    [started('c1'), finished('c1', denied), asked, allowed, started('c1', 2), finished('c1', fine)],
    ['started item_0 command_execution in_progress', 'completed item_0 command_execution completed'],
  ],
  [
    'one that is not run again is over with the no',
    [started('c1'), finished('c1', denied), asked, refused],
    [
      'started item_0 command_execution in_progress',
      'completed item_0 command_execution failed',
      `completed item_1 error ${message}`,
    ],
  ],
  [
    'one that is denied where nobody is asked is over with what comes next',
    [started('c1'), finished('c1', denied), { type: 'message.completed', itemId: 'm', text: 'so' }],
    [
      'started item_0 command_execution in_progress',
      'completed item_0 command_execution failed',
      'completed item_1 agent_message',
    ],
  ],
  [
    'one that is asked about first and refused never ran, and is an item',
    [asked, refused, finished('c1', { kind: 'refused', reason: 'Denied.' })],
    [
      'started item_0 command_execution in_progress',
      `completed item_1 error ${message}`,
      'completed item_0 command_execution failed',
    ],
  ],
  [
    'one that the policy refuses says why',
    [finished('c9', { kind: 'refused', reason: 'The policy is never.' })],
    ['completed item_0 error Not run: The policy is never.'],
  ],
  [
    'what an agent of the session was denied is told, and is none of its items',
    [
      {
        type: 'approval.requested',
        request: { ...sampleRequest, askedBy: { parentId: 's', name: 'a', kind: 'worker' } as never },
      },
      refused,
    ],
    [`completed item_0 error ${message}`],
  ],
  [
    'what runs on, and what is still open, ends with the turn',
    [started('c1'), { type: 'command.kept', callId: 'c1', processId: 1 }, started('c2'), end()],
    [
      ...['started item_0 command_execution in_progress', 'started item_1 command_execution in_progress'],
      ...['completed item_0 command_execution failed', 'completed item_1 command_execution failed'],
      completed,
    ],
  ],
  [
    'sections of reasoning are items, raw reasoning is none',
    [
      { type: 'reasoning.delta', itemId: 'r', text: 'one' },
      { type: 'reasoning.delta', itemId: 'r', text: '', section: true },
      { type: 'reasoning.delta', itemId: 'r', text: 'tw' },
      { type: 'reasoning.delta', itemId: 'r', text: 'secret', raw: true },
      { type: 'reasoning.delta', itemId: 'r', text: 'o' },
      end(),
    ],
    ['completed item_0 reasoning', 'completed item_1 reasoning', completed],
  ],
  [
    'a plan is started, updated and completed',
    [
      { type: 'plan.updated', callId: 'p', plan: [{ step: 'a', status: 'pending' }] },
      { type: 'plan.updated', callId: 'q', plan: [{ step: 'a', status: 'completed' }] },
      end(),
    ],
    ['started item_0 todo_list', 'updated item_0 todo_list', 'completed item_0 todo_list', completed],
  ],
  [
    'a search is an item, also without its beginning',
    [
      { type: 'search.started', callId: 's1' },
      { type: 'search.finished', callId: 's1', query: 'q' },
      { type: 'search.finished', callId: 's2', query: 'q' },
    ],
    [
      ...['started item_0 web_search', 'completed item_0 web_search'],
      ...['started item_1 web_search', 'completed item_1 web_search'],
    ],
  ],
  [
    'a fault that was got over is an item, the last of a failure its reason',
    [
      fault('first'),
      fault('last', 'Do this'),
      { type: 'turn.diff', turnId: 't', unifiedDiff: '' },
      end('failed'),
    ],
    [
      'completed item_0 error first',
      { type: 'error', message: 'last. Do this' },
      { type: 'turn.failed', error: { message: 'last. Do this' } },
    ],
  ],
  [
    'a fault of a turn that completed is an item',
    [fault('first'), end()],
    ['completed item_0 error first', completed],
  ],
  [
    'a turn that was stopped failed',
    [end('interrupted')],
    [
      { type: 'error', message: 'The turn was stopped.' },
      { type: 'turn.failed', error: { message: 'The turn was stopped.' } },
    ],
  ],
])('%s', (_, events, lines) => {
  const first: AgentEvent = { type: 'user.message', text: 'go' }
  expect(told(first, ...events)).toEqual(lines)
})

test('what a run on copies did is set aside: the run after it is the same call', () => {
  const setAside = { kind: 'refused', reason: 'It ran on copies.', setAside: true } as const
  const calls = told(started('c'), finished('c', setAside), started('c', 2), finished('c', fine))
  expect(calls).toHaveLength(2)
  expect(told(started('c'), finished('c', setAside), end())).toHaveLength(3)
})

test('usage is the session’s, or the sum where only single answers are counted', () => {
  const last = { inputTokens: 5, cachedInputTokens: 1, outputTokens: 2, reasoningTokens: 1, totalTokens: 7 }
  const total = { inputTokens: 90, cachedInputTokens: 0, outputTokens: 9, totalTokens: 99 }
  const counted = told({ type: 'usage.updated', last }, { type: 'usage.updated', last }, end())
  const whole = told({ type: 'usage.updated', last, total }, end())
  expect([counted, whole]).toMatchObject([
    [{ usage: { input_tokens: 10, cached_input_tokens: 2, output_tokens: 4, reasoning_output_tokens: 2 } }],
    [{ usage: { input_tokens: 90, output_tokens: 9, reasoning_output_tokens: 0 } }],
  ])
})

test('a line is one line for every reader, and still the same text', () => {
  const text = 'a\u2028b\u2029c\nd\re\\u2028\ud800'
  const line = lineText({ type: 'x', text })
  expect(line.trimEnd().split(/\r?\n|\r|\u2028|\u2029/)).toHaveLength(1)
  expect(JSON.parse(line)).toEqual({ type: 'x', text })
})
