import type { AgentEvent } from '@shared/domain/agent-event'
import { emptyOutput } from '@shared/domain/command-outcome'
import { expect, test } from 'vitest'
import { appendEvent, buildTranscript } from '../../../../src/renderer/state/transcript'
import { waitsFor, type Asked } from '../../../../src/renderer/state/waits-for'
import { numbered } from '../samples'

const nothing: Asked = { approvals: [], questions: [] }
const begun: AgentEvent[] = [
  { type: 'turn.started', turnId: 't1', turnNumber: 1 },
  { type: 'user.message', text: 'Go' },
]
const run: AgentEvent = {
  type: 'command.started',
  callId: 'c1',
  attempt: 1,
  command: ['npm', 'test'],
  cwd: '/work',
  confinement: 'bubblewrap',
  grants: [],
}
const ran: AgentEvent = {
  type: 'command.finished',
  callId: 'c1',
  outcome: { kind: 'exited', exitCode: 0, durationMs: 1, output: emptyOutput },
}
const invocation = { server: 'notes', tool: 'look', arguments: {} }
const agent = (childId: string): AgentEvent => ({
  type: 'agent.started',
  callId: childId,
  childId,
  kind: 'agent',
  name: `agent ${childId}`,
  task: 'Look',
})

test.each<[string, AgentEvent[], unknown]>([
  ['the model, since the message', begun, { kind: 'model' }],
  [
    'the model while it reasons',
    [...begun, { type: 'reasoning.delta', itemId: 'r', text: 'a' }],
    { kind: 'model' },
  ],
  ['what it writes', [...begun, { type: 'message.delta', itemId: 'm', text: 'a' }], { kind: 'writing' }],
  ['a command', [...begun, run], { kind: 'command', command: ['npm', 'test'] }],
  ['the model after a command', [...begun, run, ran], { kind: 'model' }],
  [
    'the model beside a command that is kept',
    [...begun, run, { type: 'command.kept', callId: 'c1', processId: 1 }],
    { kind: 'model' },
  ],
  [
    'a server',
    [...begun, { type: 'mcp.started', callId: 'n1', invocation }],
    { kind: 'server', server: 'notes', tool: 'look' },
  ],
  [
    'the model again',
    [...begun, { type: 'model.retrying', attempt: 2, reason: 'x' }],
    { kind: 'again', attempt: 2 },
  ],
  ['room', [...begun, { type: 'context.compacting', trigger: 'manual' }], { kind: 'room' }],
  ['agents', [...begun, agent('a'), agent('b')], { kind: 'agents', names: ['agent a', 'agent b'] }],
])('a turn waits for %s', (_, events, expected) => {
  const record = buildTranscript(numbered(events))
  expect(waitsFor(record, nothing)).toMatchObject(expected as object)
})

test('the person goes before everything', () => {
  const record = buildTranscript(numbered([...begun, run]))
  const question = { createdAt: 'then', server: 'notes' }
  expect(waitsFor(record, { approvals: [{ createdAt: 'now' }], questions: [question] })).toEqual({
    kind: 'approval',
    since: 'now',
    count: 2,
  })
  expect(waitsFor(record, { approvals: [], questions: [question] })).toEqual({
    kind: 'question',
    since: 'then',
    server: 'notes',
  })
})

test('what streams begins nothing new: the time counts on', () => {
  const first = buildTranscript(numbered(begun))
  const [delta] = numbered([{ type: 'reasoning.delta', itemId: 'r', text: 'a' }], 3)
  if (delta === undefined) throw new Error('no event')
  const later = appendEvent(first, { ...delta, at: '2030-01-01T00:00:00.000Z' })
  expect(later.lastSeq).toBe(3)
  expect(waitsFor(later, nothing)?.since).toBe(waitsFor(first, nothing)?.since)
})
