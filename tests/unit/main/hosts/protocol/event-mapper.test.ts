import { expect, test } from 'vitest'
import { planAndReviewRows } from './plan-and-review-rows'
import { sampleRequest } from '../../../../fakes/sample-request'
import {
  denied,
  finished,
  last,
  noCount,
  patch,
  ran,
  started,
  turn,
  twice,
  usage,
  type Type,
} from '../../../../fakes/wire-events'

import { comparedEvent } from '../../../../../src/main/hosts/protocol/event-mapper'
import { background, toolRows, type Rows } from './tool-rows'

const keptPromise = { by: 'facts' as const, watched: 'all' as const, more: [], moreCount: 0, hosts: [] }

const counted = (total: number) => ({
  input_tokens: 10 * total,
  cached_input_tokens: 4 * total,
  output_tokens: 5 * total,
  reasoning_output_tokens: 3 * total,
  total_tokens: 15 * total,
})
const begin = {
  type: 'exec_command_begin',
  call_id: 'c1',
  command: ['ls'],
  cwd: '/work',
  parsed_cmd: [{ type: 'unknown', cmd: 'ls' }],
}

/** One row for each kind of event: what stood before it, the event, and what the wire tells of it. */
const table: Rows<Type> = {
  'session.configured': {
    event: {
      type: 'session.configured',
      cwd: '/work',
      provider: 'p',
      model: 'm-1',
      approvalPolicy: 'on-request',
      sandboxPolicy: { mode: 'read-only', network_access: false },
    },
    told: [
      {
        type: 'session_configured',
        session_id: 's1',
        model: 'm-1',
        history_log_id: 0,
        history_entry_count: 0,
        rollout_path: '/home/me/s1.jsonl',
      },
    ],
  },
  ...toolRows,
  'turn.started': {
    before: [{ type: 'usage.updated', last: usage, contextWindow: 64_000 }],
    event: turn,
    told: [{ type: 'task_started', model_context_window: 64_000 }],
  },
  'user.message': {
    before: [turn],
    event: { type: 'user.message', text: 'hello' },
    told: [
      ...twice({ UserMessage: { id: 'item', content: [{ type: 'text', text: 'hello' }] } }),
      { type: 'user_message', message: 'hello', images: [] },
      noCount,
    ],
  },
  'message.waiting': { event: { type: 'message.waiting', clientId: 'c', text: 'so' }, told: [] },
  'reasoning.delta': {
    event: { type: 'reasoning.delta', itemId: 'r', text: 'hm' },
    told: [{ type: 'agent_reasoning_delta', delta: 'hm' }],
  },
  'message.delta': {
    before: [
      { type: 'reasoning.delta', itemId: 'r', text: 'h' },
      { type: 'reasoning.delta', itemId: 'r', text: 'm' },
    ],
    event: { type: 'message.delta', itemId: 'm', text: 'He' },
    told: [
      { type: 'agent_reasoning', text: 'hm' },
      { type: 'agent_message_delta', delta: 'He' },
    ],
  },
  'message.completed': {
    before: [turn],
    event: { type: 'message.completed', itemId: 'm', text: 'Hello.' },
    told: [
      ...twice({ AgentMessage: { id: 'item', content: [{ Text: { text: 'Hello.' } }] } }),
      { type: 'agent_message', message: 'Hello.' },
    ],
  },
  'command.started': { event: started, told: [begin] },
  'command.output': {
    before: [started],
    event: { type: 'command.output', callId: 'c1', stream: 'stderr', text: 'é' },
    told: [{ type: 'exec_command_output_delta', call_id: 'c1', stream: 'stderr', chunk: 'w6k=' }],
  },
  'command.kept': {
    event: { type: 'command.kept', callId: 'c1', processId: 7 },
    told: background('it runs on as session 7'),
  },
  'command.ports': {
    event: { type: 'command.ports', callId: 'c1', ports: [3000, 8080] },
    told: background('it listens on port 3000, 8080'),
  },
  'command.input': {
    event: { type: 'command.input', callId: 'c1', text: 'y' },
    told: background('input sent: y'),
  },
  'command.finished': {
    before: [started],
    event: finished(ran(2, 'out')),
    told: [
      {
        type: 'exec_command_end',
        call_id: 'c1',
        stdout: 'out',
        stderr: '',
        aggregated_output: 'out',
        exit_code: 2,
        duration: { secs: 1, nanos: 500_000_000 },
        formatted_output: 'out',
      },
    ],
  },
  'patch.started': {
    event: patch,
    told: [
      {
        type: 'patch_apply_begin',
        call_id: 'p1',
        auto_approved: true,
        changes: { '/work/a.txt': { add: { content: 'one\n' } } },
      },
    ],
  },
  'patch.finished': {
    before: [patch],
    event: { type: 'patch.finished', callId: 'p1', outcome: ran(0) },
    told: [{ type: 'patch_apply_end', call_id: 'p1', stdout: '', stderr: '', success: true }],
  },
  'command.compared': {
    event: { type: 'command.compared', callId: 'c1', promise: keptPromise },
    told: [comparedEvent({ type: 'command.compared', callId: 'c1', promise: keptPromise })],
  },
  'files.restored': {
    event: { type: 'files.restored', way: 'undo', turnNumber: 2, files: 1, left: ['a.txt'] },
    told: background(
      'Took back what turn 2 changed: 1 file as before it. Left, since changed meanwhile: a.txt.',
    ),
  },
  'session.rewound': {
    event: { type: 'session.rewound', id: 'r1', turnNumber: 2, lastTurn: 3, turns: 2, messages: 2 },
    told: background('Took the conversation back by 2 turns; files stay as they are.'),
  },
  'call.undoable': {
    event: {
      ...{ type: 'call.undoable', callId: 'c1', id: 'k1', files: 2 },
      not: [{ path: '/opt/huge', why: 'too-large' }],
    },
    told: background(
      'Outside the folder it changed 2 files, which can be undone. /opt/huge cannot be undone: too large.',
    ),
  },
  'turn.noted': {
    event: { type: 'turn.noted', turnId: 't1', text: 'This turn changed .envrc.' },
    told: background('This turn changed .envrc.'),
  },
  'turn.diff': {
    event: { type: 'turn.diff', turnId: 't1', unifiedDiff: '--- a' },
    told: [{ type: 'turn_diff', unified_diff: '--- a' }],
  },
  ...planAndReviewRows,
  'tool.rejected': {
    event: { type: 'tool.rejected', callId: 'c1', name: 'shell', reason: 'no command' },
    told: background('the agent called shell wrongly: no command'),
  },
  'approval.requested': {
    before: [started, finished(denied)],
    event: { type: 'approval.requested', request: sampleRequest },
    told: [expect.objectContaining({ type: 'exec_approval_request', call_id: 'c1' })],
  },
  'approval.resolved': {
    before: [started, finished(denied)],
    event: {
      type: 'approval.resolved',
      request: { ...sampleRequest, state: 'answered', decision: { kind: 'deny' } },
    },
    told: [
      expect.objectContaining({
        type: 'exec_command_end',
        exit_code: -1,
        stderr: 'exec command rejected by user',
      }),
    ],
  },
  'approval.assessed': {
    event: {
      type: 'approval.assessed',
      requestId: 'r1',
      update: {
        level: 'low',
        categories: [],
        view: { status: 'disabled', reason: 'no model was asked' },
        differs: [],
      },
    },
    told: [],
  },
  'approval.rehearsed': {
    event: { type: 'approval.rehearsed', requestId: 'r1', rehearsal: { state: 'running' } },
    told: [],
  },
  'grant.applied': {
    event: {
      type: 'grant.applied',
      callId: 'c1',
      grant: {
        id: 'g1',
        scope: 'session',
        sessionId: 's1',
        turnId: 't1',
        key: 'k',
        command: ['ls'],
        cwd: '/work',
        kind: 'only-this',
        grants: [],
        createdAt: '2026-11-21T10:00:00.000Z',
      },
    },
    told: background('allowed by a grant for this session'),
  },
  'model.retrying': {
    event: { type: 'model.retrying', attempt: 2, reason: 'busy' },
    told: [{ type: 'stream_error', message: 'busy; trying again, attempt 2' }],
  },
  'limits.updated': {
    before: [
      { type: 'usage.updated', last: usage, contextWindow: 64_000 },
      { type: 'limits.updated', limits: { secondary: { usedPercent: 40 } } },
    ],
    event: {
      type: 'limits.updated',
      limits: { primary: { usedPercent: 12.5, windowMinutes: 300, resetsAt: 1_700_000_000 } },
    },
    told: [
      {
        type: 'token_count',
        info: { total_token_usage: counted(1), last_token_usage: counted(1), model_context_window: 64_000 },
        rate_limits: {
          primary: { used_percent: 12.5, window_minutes: 300, resets_at: 1_700_000_000 },
          secondary: { used_percent: 40, window_minutes: null, resets_at: null },
        },
      },
    ],
  },
  'usage.updated': {
    before: [{ type: 'usage.updated', last: usage, contextWindow: 64_000 }],
    event: { type: 'usage.updated', last: usage },
    told: [
      {
        ...noCount,
        info: {
          total_token_usage: counted(2),
          last_token_usage: counted(1),
          model_context_window: 64_000,
        },
      },
    ],
  },
  'context.compacting': {
    event: { type: 'context.compacting', trigger: 'manual' },
    told: background('compacting the conversation'),
  },
  'context.compacted': {
    event: { type: 'context.compacted', trigger: 'manual', summary: 's', tokensBefore: 9 },
    told: background('the conversation was compacted'),
  },
  'error.reported': {
    event: { type: 'error.reported', fault: { code: 'missing-key', message: 'No key.', remedy: 'Add one.' } },
    told: [{ type: 'error', message: 'No key. Add one.' }],
  },
  'turn.finished': {
    event: { type: 'turn.finished', turnId: 't1', outcome: 'completed', lastMessage: 'Done.' },
    told: [{ type: 'task_complete', last_agent_message: 'Done.' }],
  },
}

test.each(Object.entries(table))('%s in the wire’s names', async (_, { before = [], event, told }) => {
  expect(await last([...before, event])).toEqual(told)
})
