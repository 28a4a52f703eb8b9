import { FaultError } from '@shared/domain/fault'
import type { SessionStatus } from '@shared/domain/session'
import { expect, test, vi } from 'vitest'
import { loadDrafts, loadGiven, saveDrafts, saveGiven } from '../../../../src/renderer/lib/draft-storage'
import {
  givenBefore,
  leaveQueues,
  queuedIn,
  takeQueues,
  textsToKeep,
} from '../../../../src/renderer/state/queued-messages'
import { fakeBridge } from '../fake-bridge'
import { numbered, session, snapshot } from '../samples'

const prompts = [
  { name: 'fix', path: '/p/fix.md', content: 'Fix $1, and mind $ARGUMENTS' },
  { name: 'empty', path: '/p/empty.md', content: '\n' },
]

const notSent = ['app.hello', 'session.open', 'prompts.list']

async function open(status: SessionStatus, answers: Record<string, () => unknown> = {}) {
  const fake = fakeBridge({
    'app.hello': () => snapshot({ sessions: [session('s1', { status })] }),
    'session.open': () => ({ session: session('s1', { status }), events: [] }),
    'turn.start': () => ({ turnId: 't' }),
    'turn.interrupt': () => ({}),
    'session.compact': () => ({ turnId: 't' }),
    'review.start': () => ({ turnId: 't' }),
    'session.delete': () => ({}),
    'prompts.list': () => ({ prompts }),
    ...answers,
  })
  await fake.sync.hello()
  let seq = 0
  return {
    ...fake,
    sent: () => fake.calls.filter(([channel]) => !notSent.includes(channel)),
    queue: () => queuedIn(fake.store.getState(), 's1').map(({ text }) => text),
    draft: () => fake.store.getState().drafts['s1'],
    write: (text: string) => {
      fake.actions.setDraft('s1', text)
      return fake.actions.send('s1')
    },
    become: (next: SessionStatus) => {
      seq += 1
      const updatedAt = `2090-07-01T10:00:0${String(seq)}.000Z`
      fake.push({ seq, kind: 'session', session: session('s1', { status: next, updatedAt }) })
    },
  }
}
const started = (text: string): unknown => ['turn.start', { sessionId: 's1', text }]

test.each(['running', 'needs-you'] as const)(
  'a message written while a session is %s waits, and goes out when the turn ends by itself, one a turn',
  async (status) => {
    const { write, sent, queue, draft, become } = await open(status)
    await write('first')
    await write('second')
    expect([sent(), queue(), draft()]).toEqual([[], ['first', 'second'], ''])
    become('done')
    await vi.waitFor(() => {
      expect([sent(), queue()]).toEqual([[started('first')], ['second']])
    })
    become('running')
    become('done')
    await vi.waitFor(() => {
      expect([sent(), queue()]).toEqual([[started('first'), started('second')], []])
    })
  },
)

test.each(['interrupted', 'failed'] as const)(
  'after a turn that is %s nothing goes out by itself',
  async (end) => {
    const { write, sent, queue, become, actions, store } = await open('running')
    await write('later')
    become(end)
    await Promise.resolve()
    expect([sent(), queue()]).toEqual([[], ['later']])
    const [message] = queuedIn(store.getState(), 's1')
    await actions.sendQueued('s1', message?.id ?? 0)
    expect([sent(), queue()]).toEqual([[started('later')], []])
  },
)

test('a message of the queue can stop the turn and go out, be taken out, and be taken back into the field', async () => {
  const { write, sent, queue, draft, actions, store } = await open('running')
  for (const text of ['a', 'b', 'c']) await write(text)
  const [a, b, c] = queuedIn(store.getState(), 's1').map(({ id }) => id)
  actions.unqueue('s1', a ?? 0)
  actions.setDraft('s1', 'half')
  actions.editQueued('s1', b ?? 0)
  expect([queue(), draft()]).toEqual([['c'], 'b\nhalf'])
  await Promise.all([actions.sendQueued('s1', c ?? 0), actions.sendQueued('s1', c ?? 0)])
  expect([sent(), queue()]).toEqual([[['turn.interrupt', { sessionId: 's1' }], started('c')], []])
})

/** A window in which a message was written and given to the turn that runs. */
async function given(answers: Record<string, () => unknown> = {}) {
  const opened = await open('running', { 'turn.steer': () => ({ turnId: 't' }), ...answers })
  await opened.write('and this')
  const [message] = queuedIn(opened.store.getState(), 's1')
  await opened.sync.ensureOpen('s1')
  await opened.actions.steerQueued('s1', message?.id ?? 0)
  const waiting = () => (opened.store.getState().given['s1'] ?? []).map(({ text }) => text)
  return { ...opened, waiting, clientId: opened.store.getState().given['s1']?.[0]?.clientId ?? '' }
}

test('a message of the queue goes to the turn that runs; it is kept until that has taken it', async () => {
  const { sent, queue, waiting, store, push, clientId, become } = await given()
  expect([sent(), queue(), waiting()]).toEqual([
    [['turn.steer', { sessionId: 's1', text: 'and this', clientId }]],
    [],
    ['and this'],
  ])
  const storage = memory()
  saveGiven(storage, store.getState().given, {})
  expect(loadGiven(storage)).toEqual({ s1: [{ clientId, text: 'and this' }] })
  const before = store.getState().given
  const event = { type: 'user.message', text: 'and this', steered: true, clientId } as const
  push({ seq: 1, kind: 'events', events: [{ sessionId: 's1', seq: 9, at: '2026-01-01', event }] })
  saveGiven(storage, store.getState().given, before)
  expect([waiting(), loadGiven(storage), loadDrafts(storage)]).toEqual([[], {}, {}])
  become('interrupted')
  expect(queue()).toEqual([])
})

test('what the turn ended without waits in the queue again, and goes out when the person says so', async () => {
  const { queue, waiting, become, sent } = await given()
  become('interrupted')
  expect([queue(), waiting(), sent().length]).toEqual([['and this'], [], 1])
})

test.each([
  ['the record has it', [{ type: 'user.message', text: 'and this', steered: true, clientId: 'w' }], []],
  ['the engine was killed before', [], ['and this']],
] as const)('after a restart: %s', async (_, events, waits) => {
  const { sync, store, queue } = await open('interrupted', {
    'session.open': () => ({
      session: session('s1', { status: 'interrupted' }),
      events: numbered([...events]),
    }),
  })
  store.setState({ given: givenBefore({ s1: [{ clientId: 'w', text: 'and this' }] }) })
  expect(queue()).toEqual([])
  await sync.ensureOpen('s1')
  expect([queue(), store.getState().given['s1']]).toEqual([waits, []])
})

test('a connection that breaks meanwhile loses nothing and sends nothing twice', async () => {
  const { queue, waiting, become, sent } = await given({
    'turn.steer': () => {
      throw new FaultError({ code: 'connection-failed', message: 'Not connected.' })
    },
  })
  expect([queue(), waiting()]).toEqual([[], ['and this']])
  become('interrupted')
  expect([queue(), waiting(), sent().length]).toEqual([['and this'], [], 1])
})

test('a turn that ended meanwhile is followed by one with the message', async () => {
  const { sent, queue, waiting } = await given({
    'turn.steer': () => {
      throw new FaultError({ code: 'no-turn', message: 'No turn runs.' })
    },
  })
  expect([sent().at(-1), queue(), waiting()]).toEqual([started('and this'), [], []])
})

test('what takes no message leaves it in the queue, and says why', async () => {
  const { queue, waiting, store } = await given({
    'turn.steer': () => {
      throw new FaultError({ code: 'not-steerable', message: 'A review takes no message.' })
    },
  })
  expect([queue(), waiting(), store.getState().faults['s1']?.code]).toEqual([
    ['and this'],
    [],
    'not-steerable',
  ])
})

test('a turn that this window had not heard of is no fault: the message waits for its end', async () => {
  const { write, queue, draft, store } = await open('done', {
    'turn.start': () => {
      throw new FaultError({ code: 'turn-running', message: 'A turn is running.' })
    },
  })
  await write('hello')
  expect([queue(), draft(), store.getState().faults['s1']]).toEqual([['hello'], '', undefined])
})

test('what the engine does not take stays in the queue, with the fault told', async () => {
  const { write, queue, become, store } = await open('running', {
    'turn.start': () => {
      throw new FaultError({ code: 'missing-key', message: 'No key.' })
    },
  })
  await write('hello')
  become('done')
  await vi.waitFor(() => {
    expect([queue(), store.getState().faults['s1']?.message]).toEqual([['hello'], 'No key.'])
  })
})

test.each([
  ['/fix "a b" c', started('Fix a b, and mind a b c')],
  ['/compact', ['session.compact', { sessionId: 's1' }]],
  ['/review', ['review.start', { sessionId: 's1', target: { kind: 'uncommitted' } }]],
  [
    '/review the parser',
    ['review.start', { sessionId: 's1', target: { kind: 'custom', text: 'the parser' } }],
  ],
  ['/etc/hosts is odd', started('/etc/hosts is odd')],
])('%j is read after the prompts are known, and sends %j', async (text, call) => {
  const { write, sent, draft } = await open('done')
  await write(text)
  expect([sent(), draft()]).toEqual([[call], ''])
})

test('in a session of another machine a prompt of this one is no prompt; one that was shown for a new session there is', async () => {
  const there = session('build1:s1', { status: 'done' })
  const { write, actions, store, sent } = await open('done', {
    'session.create': () => there,
    'session.open': () => ({ session: there, events: [] }),
  })
  await write('/fix x')
  actions.setDraft(there.id, '/fix x')
  await actions.send(there.id)
  actions.setDraft('start', '/fix x')
  await actions.create({ host: 'build1', cwd: '/srv' }, 'start')
  expect(sent().filter(([channel]) => channel === 'turn.start')).toEqual([
    started('Fix x, and mind x'),
    ['turn.start', { sessionId: there.id, text: '/fix x' }],
    ['turn.start', { sessionId: there.id, text: 'Fix x, and mind x' }],
  ])
  expect(store.getState().drafts[there.id]).toBe('')
})

test('a prompt that is queued is queued as it will be sent; an empty one and a command while a turn runs stay in the field', async () => {
  const { write, sent, queue, draft, store } = await open('running')
  await write('/fix x')
  await write('/compact')
  expect([queue(), sent(), draft()]).toEqual([['Fix x, and mind x'], [], '/compact'])
  await write('/empty')
  expect([draft(), store.getState().faults['s1']?.message]).toEqual([
    '/empty',
    'This prompt holds no text: there is nothing to send.',
  ])
})

test('over a restart the queue is found in the draft again, and is no queue any more', async () => {
  const { write, actions, store } = await open('running')
  await write('one')
  actions.setDraft('s1', 'half')
  const storage = memory()
  saveDrafts(storage, textsToKeep(store.getState()), {})
  expect(loadDrafts(storage)).toEqual({ s1: 'one\n\nhalf' })
})

test('over a reload of its tab the queue is a queue still, once, with the draft behind it, and goes out when the turn ends', async () => {
  const before = await open('running')
  await before.write('one')
  before.actions.setDraft('s1', 'half')
  const storage = memory()
  leaveQueues(storage, before.store.getState())
  const { store, queue, draft, become, sent } = await open('running')
  store.setState(takeQueues(storage))
  expect([queue(), draft(), takeQueues(storage).queued]).toEqual([['one'], 'half', {}])
  become('done')
  await vi.waitFor(() => {
    expect([sent(), queue()]).toEqual([[started('one')], []])
  })
  leaveQueues(storage, store.getState())
  expect(storage.length).toBe(0)
})

test('each window keeps its own drafts beside those of another, and a deleted session keeps none', async () => {
  const storage = memory()
  saveDrafts(storage, { s1: 'mine' }, {})
  saveDrafts(storage, { s1: '', s2: 'other' }, { s1: '' })
  expect(loadDrafts(storage)).toEqual({ s1: 'mine', s2: 'other' })
  const { actions, store, write } = await open('running')
  await write('queued')
  actions.setDraft('s1', 'draft')
  await actions.remove('s1')
  saveDrafts(storage, textsToKeep(store.getState()), { s1: 'draft' })
  expect(loadDrafts(storage)).toEqual({ s2: 'other' })
})

function memory(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
    clear: () => {
      kept.clear()
    },
  }
}
