import { expect, test } from 'vitest'
import type { AgentEvent, SessionEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import { HostFault } from '../../../../../../src/main/core/host-link/greet-host'
import type { HostClient, HostNotice } from '../../../../../../src/main/core/host-link/host-client'
import { HostEngine } from '../../../../../../src/main/hosts/terminal/remote/host-engine'
import { sampleQuestion } from '../../../../../fakes/sample-question'
import { sampleRequest } from '../../../../../fakes/sample-request'

const engineId = 'e'.repeat(32)
const numbered = (seq: number, event: AgentEvent): SessionEvent => ({ sessionId: 's', seq, at: 'now', event })
const searched = (seq: number): SessionEvent => numbered(seq, { type: 'search.started', callId: String(seq) })
const begun = (seq: number): SessionEvent =>
  numbered(seq, { type: 'turn.started', turnId: 'turn-1', turnNumber: 1 })

/** A host whose record is `record`, of which a page holds three events. */
function world(record: SessionEvent[], approvals: ApprovalRequest[] = []) {
  const asked: string[] = []
  const state = { seq: 0, startFails: 0 }
  let hear: (notice: HostNotice) => void = () => undefined
  const answers: Record<string, (payload: { before?: number }) => unknown> = {
    'app.hello': () => ({
      ...{ seq: state.seq, approvals },
      sandbox: { kind: 'available', backend: 'bubblewrap', version: '1' },
    }),
    'session.open': ({ before = Infinity }) => {
      const events = record.filter(({ seq }) => seq < before).slice(-3)
      const first = events[0]?.seq ?? 1
      return { session: { id: 's' }, events, ...(first > 1 && { older: { before: first, userMessages: 0 } }) }
    },
    'turn.start': () => {
      state.startFails -= 1
      if (state.startFails >= 0) throw new HostFault({ kind: 'line-lost' }, { said: '' })
      return { turnId: 'turn-2' }
    },
  }
  const client = {
    request: (channel: string, payload: object) => {
      asked.push(channel)
      return Promise.resolve().then(() => answers[channel]?.(payload))
    },
    subscribe: (listener: typeof hear) => {
      hear = listener
      return () => undefined
    },
  } as unknown as HostClient
  const engine = new HostEngine(client, engineId)
  const told: SessionEvent[] = []
  engine.subscribe((notice) => {
    if (notice.kind === 'event') told.push(notice.event)
  })
  const back = (engine: string): void => {
    hear({ kind: 'back', resumed: false, engine, aheadMs: 0 })
  }
  const push = (seq: number, ...events: SessionEvent[]): void => {
    hear({ kind: 'push', push: { seq, kind: 'events', events } })
  }
  return { engine, told, asked, state, back, push, seqs: () => told.map(({ seq }) => seq) }
}

test('a gap is read from the record, page by page, and what comes meanwhile follows it, each event once', async () => {
  const record = [searched(1)]
  const { engine, state, push, seqs } = world(record)
  await engine.begin()
  await engine.openSession('s')
  push(1, searched(2))
  record.push(...Array.from({ length: 9 }, (_, at) => searched(at + 2)))
  state.seq = 7
  push(5, searched(8))
  push(8, searched(10), searched(11))
  await expect.poll(seqs).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  push(9, searched(11), searched(12))
  expect(seqs().slice(-1)).toEqual([12])
})

test('an engine that does not know the line any more is asked for what was missed', async () => {
  const record = [searched(1)]
  const { engine, back, seqs } = world(record)
  await engine.begin()
  await engine.openSession('s')
  record.push(searched(2), searched(3), searched(4), searched(5))
  back(engineId)
  await expect.poll(seqs).toEqual([2, 3, 4, 5])
})

test.each([
  ['is on record: it is not begun again', true, 1, 'turn-1'],
  ['is not on record: it is begun', false, 2, 'turn-2'],
])('a turn of which it is not known whether it began, and that %s', async (_, onRecord, times, turnId) => {
  const record = [searched(1)]
  const { engine, asked, state } = world(record)
  await engine.begin()
  await engine.openSession('s')
  state.startFails = 1
  const starting = engine.startTurn('s', 'go')
  if (onRecord) record.push(begun(2))
  expect(await starting).toEqual({ turnId })
  expect(asked.filter((channel) => channel === 'turn.start').length).toBe(times)
})

test('a request of an agent whose events were not followed is told once, and waits', async () => {
  const request = { ...sampleRequest, sessionId: 'child' }
  const { engine, told, back } = world([searched(1)], [request])
  await engine.begin()
  await engine.openSession('s')
  back(engineId)
  await expect.poll(() => told.map(({ event }) => event.type)).toEqual(['approval.requested'])
  back(engineId)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect([told.length, engine.pendingApproval(request.id)]).toEqual([1, request])
})

test('what an MCP server asks is declined for the session that is followed, and for no other', async () => {
  const { engine, asked, push } = world([searched(1)])
  await engine.begin()
  await engine.openSession('s')
  push(1, {
    ...numbered(2, { type: 'question.asked', question: sampleQuestion({ sessionId: 'other' }) }),
    sessionId: 'other',
  })
  expect(asked).not.toContain('question.answer')
  push(2, numbered(2, { type: 'question.asked', question: sampleQuestion({ sessionId: 's' }) }))
  expect(asked).toContain('question.answer')
})

test('another engine in its place is the end of the run', async () => {
  const { engine, back } = world([])
  await engine.begin()
  back('f'.repeat(32))
  await expect(engine.failed).rejects.toThrow('the engine there was ended, and what ran in it')
})

test('a message that is known whole alone is told to the end of what was told of it', async () => {
  const { engine, told, push } = world([])
  await engine.begin()
  push(1, numbered(1, { type: 'message.delta', itemId: 'm', text: 'one ' }))
  push(2, numbered(3, { type: 'message.completed', itemId: 'm', text: 'one two' }))
  expect(told.map(({ event }) => ('text' in event ? event.text : ''))).toEqual(['one ', 'two', 'one two'])
})
