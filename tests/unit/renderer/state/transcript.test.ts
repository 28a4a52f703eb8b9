import type { AgentEvent } from '@shared/domain/agent-event'
import { emptyOutput, type CommandOutcome } from '@shared/domain/command-outcome'
import { expect, test } from 'vitest'
import { appendEvent, buildTranscript, emptyTranscript } from '../../../../src/renderer/state/transcript'
import { approval, numbered } from '../samples'
import { shortly } from './shortly'

function started(attempt: number, callId = 'c1'): AgentEvent {
  return {
    type: 'command.started',
    callId,
    attempt,
    command: ['ls'],
    cwd: '/',
    confinement: 'bubblewrap',
    grants: attempt > 1 ? [{ kind: 'write', path: '/srv/x', extent: 'file' }] : [],
  }
}
function finished(outcome: CommandOutcome, callId = 'c1'): AgentEvent {
  return { type: 'command.finished', callId, outcome }
}
const ok: CommandOutcome = { kind: 'exited', exitCode: 0, durationMs: 1, output: emptyOutput }
const printed = (text: string): AgentEvent => ({
  type: 'command.output',
  callId: 'c1',
  stream: 'stdout',
  text,
})
const delta = (text: string, itemId = 'm'): AgentEvent => ({ type: 'message.delta', itemId, text })

function patchStarted(attempt: number): AgentEvent {
  return {
    type: 'patch.started',
    callId: 'c1',
    attempt,
    changes: { '/w/a': { type: 'add', content: 'x' } },
    autoApproved: attempt === 1,
    confinement: 'bubblewrap',
    grants: [],
  }
}
const patchFinished = (outcome: CommandOutcome): AgentEvent => ({
  type: 'patch.finished',
  callId: 'c1',
  outcome,
})
const diff = (unifiedDiff: string): AgentEvent => ({ type: 'turn.diff', turnId: 't', unifiedDiff })
const ended = (outcome: 'completed' | 'interrupted' = 'completed'): AgentEvent => ({
  type: 'turn.finished',
  turnId: 't',
  outcome,
})
const patchRequest = approval('p', {
  kind: 'patch',
  stage: 'first',
  command: ['apply_patch'],
  changes: { '/etc/x': { type: 'delete', content: 'x' } },
})
const stopped: CommandOutcome = {
  ...ok,
  kind: 'denied',
  exitCode: 1,
  evidence: [{ kind: 'write', target: '/etc/x', source: 'kernel', backend: 'b' }],
}
const refused: CommandOutcome = { kind: 'refused', reason: 'no' }
const pending = approval('a')
const denied = approval('a', { state: 'answered', decision: { kind: 'deny' } })
const first = approval('a', { stage: 'first' })
const edited = approval('a', {
  stage: 'first',
  state: 'answered',
  decision: { kind: 'edit', command: ['x'] },
})
const mine = approval('b', {
  stage: 'first',
  command: ['x'],
  edited: { command: first.command, level: 'high' },
})
const configured: AgentEvent = {
  type: 'session.configured',
  cwd: '/',
  provider: 'p',
  model: 'm',
  approvalPolicy: 'never',
  sandboxPolicy: { mode: 'danger-full-access' },
}

test.each<[string, AgentEvent[], string[]]>([
  [
    'deltas grow one message, which its completion settles',
    [delta('a'), delta('b'), { type: 'message.completed', itemId: 'm', text: 'ab.' }],
    ['assistant ab.'],
  ],
  [
    'a message that was never streamed appears whole',
    [{ type: 'message.completed', itemId: 'm', text: 'x' }],
    ['assistant x'],
  ],
  [
    'an item id of an earlier turn begins a new message',
    [{ type: 'message.completed', itemId: 'm', text: 'x' }, delta('y')],
    ['assistant x', 'assistant y …'],
  ],
  [
    'a retry voids what was streamed',
    [
      delta('half'),
      { type: 'model.retrying', attempt: 1, reason: 'r' },
      { type: 'model.retrying', attempt: 2, reason: 'r' },
    ],
    ['retrying 2'],
  ],
  [
    'the retry note goes when the answer comes',
    [{ type: 'model.retrying', attempt: 1, reason: 'r' }, delta('x')],
    ['assistant x …'],
  ],
  [
    'reasoning ends with what follows it',
    [{ type: 'reasoning.delta', itemId: 'r', text: 'hm' }, delta('x')],
    ['reasoning hm', 'assistant x …'],
  ],
  [
    'a command shows its output and end',
    [started(1), printed('a\n'), printed('b'), finished(ok)],
    ['command 1:a\nb:exited'],
  ],
  [
    'a second attempt stands in the same card',
    [
      started(1),
      finished({
        ...ok,
        kind: 'denied',
        exitCode: 1,
        evidence: [{ kind: 'write', target: '/srv/x', source: 'kernel', backend: 'b' }],
      }),
      { type: 'approval.requested', request: pending },
      started(2),
      printed('x'),
      finished(ok),
    ],
    ['command 1::denied 2:x:exited pending'],
  ],
  [
    'a call id that comes again is a new card',
    [started(1), finished(ok), started(1)],
    ['command 1::exited', 'command 1::running'],
  ],
  [
    'a request before any run opens the card',
    [{ type: 'approval.requested', request: first }, started(1)],
    ['command 1::running pending'],
  ],
  [
    'a command of the person’s own is a card of its own, before a run and after one',
    [
      { type: 'approval.requested', request: first },
      { type: 'approval.resolved', request: edited },
      finished(refused),
      { type: 'approval.requested', request: mine },
      started(1),
      finished(stopped),
    ],
    ['command answered refused', 'command 1::denied pending'],
  ],
  [
    'a refused call without a run ends the card',
    [
      { type: 'approval.requested', request: first },
      { type: 'approval.resolved', request: denied },
      finished(refused),
    ],
    ['command answered refused'],
  ],
  [
    'output without a running attempt is dropped',
    [started(1), finished(ok), printed('late')],
    ['command 1::exited'],
  ],
  [
    'an interrupted turn leaves nothing running',
    [started(1), delta('x'), { type: 'turn.finished', turnId: 't', outcome: 'interrupted' }],
    ['command 1::settled', 'assistant x', 'interrupted'],
  ],
  ['a completed turn adds no line', [{ type: 'turn.finished', turnId: 't', outcome: 'completed' }], []],
  [
    'a patch that is applied by itself is one card',
    [patchStarted(1), patchFinished(ok)],
    ['patch /w/a 1:exited'],
  ],
  [
    'a stopped patch, its request and its second attempt stand in one card',
    [
      patchStarted(1),
      patchFinished(stopped),
      { type: 'approval.requested', request: approval('p', { kind: 'patch', changes: {} }) },
      patchStarted(2),
      patchFinished(ok),
    ],
    ['patch /w/a 1:denied 2:exited pending'],
  ],
  [
    'a patch that is asked about first opens its card with the request’s files',
    [{ type: 'approval.requested', request: patchRequest }, patchFinished(refused)],
    ['patch /etc/x pending refused'],
  ],
  [
    'a patch and a command with one call id are two cards',
    [started(1), finished(ok), patchStarted(1)],
    ['command 1::exited', 'patch /w/a 1:running'],
  ],
  [
    'what the policy refused unasked is told, not dropped',
    [finished(refused), patchFinished(refused)],
    ['rejected shell', 'rejected apply_patch'],
  ],
  [
    'and with its command, where that is known',
    [finished({ ...refused, unasked: { command: ['rm', '-rf', '/srv'], cwd: '/w' } })],
    ['command refused'],
  ],
  [
    'the turn’s last diff stands once, at its end',
    [diff('one'), delta('x'), diff('two'), ended()],
    ['assistant x', 'diff two'],
  ],
  ['a turn whose files are back where they were has no diff', [diff('one'), diff(''), ended()], []],
  [
    'an interrupted turn tells its changes before its end',
    [diff('one'), ended('interrupted')],
    ['diff one', 'interrupted'],
  ],
  [
    'the next turn begins without the diff of the last',
    [diff('one'), ended(), { type: 'turn.started', turnId: 'u', turnNumber: 2 }, ended()],
    ['diff one'],
  ],
  [
    'faults and refused tools are shown',
    [
      { type: 'tool.rejected', callId: 'c', name: 'web', reason: 'no' },
      { type: 'error.reported', fault: { code: 'quota', message: 'm' } },
    ],
    ['rejected web', 'fault quota'],
  ],
  [
    'the first configuration is no line, a change is',
    [configured, { ...configured, model: 'other' }],
    ['configured other'],
  ],
])('%s', (_title, events, expected) => {
  expect(buildTranscript(numbered(events)).items.map(shortly)).toEqual(expected)
})

test('an event that is already there changes nothing', () => {
  const transcript = buildTranscript(numbered([delta('a')]))
  expect(numbered([delta('a')]).reduce(appendEvent, transcript)).toBe(transcript)
})

test('a jump of the number is a merge, not a loss', () => {
  const merged = numbered([delta('abc')], 7).reduce(appendEvent, emptyTranscript)
  expect([merged.lastSeq, merged.items.map(shortly)]).toEqual([7, ['assistant abc …']])
})

test('what waits for the running turn is shown until it is taken, where it was taken, and starts no turn of its own', () => {
  const begun = numbered([
    { type: 'turn.started', turnId: 't', turnNumber: 3 },
    { type: 'user.message', text: 'go' },
    delta('Well'),
    { type: 'message.waiting', clientId: 'a', text: 'also', images: ['PNG, 3 KB'] },
    { type: 'message.waiting', clientId: 'b', text: 'and' },
    delta(', yes'),
  ])
  const waits = buildTranscript(begun)
  expect(waits.waiting.map(({ text }) => text)).toEqual(['also', 'and'])
  expect(waits.items).toMatchObject([{ kind: 'user' }, { kind: 'assistant', text: 'Well, yes' }])
  const taken = numbered(
    [
      { type: 'message.completed', itemId: 'm', text: 'Well, yes' },
      { type: 'user.message', text: 'also', clientId: 'a', steered: true, images: ['PNG, 3 KB'] },
    ],
    begun.length + 1,
  ).reduce(appendEvent, waits)
  expect(taken.waiting.map(({ text }) => text)).toEqual(['and'])
  expect(taken.items).toMatchObject([
    { kind: 'user', nth: 0, turn: 3 },
    { kind: 'assistant' },
    { kind: 'user', nth: 1, text: 'also', images: ['PNG, 3 KB'] },
  ])
  expect(taken.items[2]).not.toHaveProperty('turn')
  expect(numbered([ended('interrupted')], begun.length + 3).reduce(appendEvent, taken).waiting).toEqual([])
})
