import { expect, test } from 'vitest'
import type { AgentEvent, SessionEvent } from '@shared/domain/agent-event'
import { appendMerged, eventSize } from '../../../../../src/main/hosts/bridge/merge-events'
import { delta, sampleEvent } from '../../../../fakes/fake-engine'

const reasoning = (seq: number, text: string) =>
  sampleEvent(seq, { type: 'reasoning.delta', itemId: 'm1', text })
const output = (seq: number, text: string, change: { callId?: string; stream?: 'stdout' | 'stderr' } = {}) =>
  sampleEvent(seq, { type: 'command.output', callId: 'c1', stream: 'stdout', text, ...change })

function batch(...events: SessionEvent[]): SessionEvent[] {
  const into: SessionEvent[] = []
  for (const event of events) appendMerged(into, event)
  return into
}

test.each([
  ['message deltas of one item', [delta(1, 'a'), delta(2, 'b'), delta(3, 'c')], [delta(3, 'abc')]],
  ['reasoning deltas of one item', [reasoning(1, 'a'), reasoning(2, 'b')], [reasoning(2, 'ab')]],
  ['output of one stream', [output(1, 'a'), output(2, 'b')], [output(2, 'ab')]],
  [
    'deltas around another session',
    [delta(1, 'a'), delta(1, 'x', { sessionId: 's2' }), delta(2, 'b')],
    [delta(2, 'ab'), delta(1, 'x', { sessionId: 's2' })],
  ],
])('%s become one event with the last seq', (_what, events, expected) => {
  expect(batch(...events)).toEqual(expected)
})

test.each([
  ['deltas of two items', [delta(1, 'a'), delta(2, 'b', { itemId: 'm2' })]],
  ['a message and a reasoning delta', [delta(1, 'a'), reasoning(2, 'b')]],
  ['output of two streams', [output(1, 'a'), output(2, 'b', { stream: 'stderr' })]],
  ['output of two calls', [output(1, 'a'), output(2, 'b', { callId: 'c2' })]],
  ['deltas of two sessions', [delta(1, 'a'), delta(2, 'b', { sessionId: 's2' })]],
  ['deltas with another event between them', [delta(1, 'a'), output(2, 'x'), delta(3, 'b')]],
  ['whole messages', [1, 2].map((seq) => sampleEvent(seq, { type: 'user.message', text: 'x' }))],
])('%s stay apart', (_what, events) => {
  expect(batch(...events)).toEqual(events)
})

test('merging leaves the events it was given unchanged', () => {
  const first = delta(1, 'a')
  batch(first, delta(2, 'b'))
  expect(first).toEqual(delta(1, 'a'))
})

test.each<AgentEvent>([
  { type: 'message.delta', itemId: 'm1', text: 'x'.repeat(1000) },
  { type: 'user.message', text: 'x'.repeat(1000) },
])('the size of $type counts its text', (event) => {
  const size = eventSize(sampleEvent(1, event))
  expect(size > 1000 && size < 1300).toBe(true)
})
