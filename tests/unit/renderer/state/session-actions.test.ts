import type { AgentEvent } from '@shared/domain/agent-event'
import { expect, test } from 'vitest'
import { fakeBridge } from '../fake-bridge'
import { numbered, session as sample, snapshot } from '../samples'

const session = sample('s1')

async function ready(answers: Record<string, () => unknown>) {
  const fake = fakeBridge({ 'app.hello': () => snapshot({ sessions: [session] }), ...answers })
  await fake.sync.hello()
  return fake
}
test('a renamed session has its new title at once', async () => {
  const { store, actions } = await ready({ 'session.rename': () => ({ ...session, title: 'Better' }) })
  await actions.rename(session.id, 'Better')
  expect(store.getState().sessions[session.id]?.title).toBe('Better')
})

test('a deleted session leaves with the push that follows, and what cannot be deleted says why', async () => {
  let fails = false
  const { store, actions, push } = await ready({
    'session.delete': () => {
      if (fails) throw new Error('no trash')
      return {}
    },
  })
  actions.show({ kind: 'session', sessionId: session.id })
  fails = true
  await actions.remove(session.id)
  expect([store.getState().faults[session.id]?.message, session.id in store.getState().sessions]).toEqual([
    'no trash',
    true,
  ])
  fails = false
  await actions.remove(session.id)
  push({ seq: 1, kind: 'removed', sessionId: session.id })
  expect([session.id in store.getState().sessions, store.getState().view.kind]).toEqual([false, 'start'])
})

test('a fork is shown', async () => {
  const { store, actions } = await ready({
    'session.fork': () => ({ ...session, id: 's9' }),
    'session.open': () => ({ session: { ...session, id: 's9' }, events: [] }),
  })
  await actions.fork(session.id, 1)
  expect(store.getState().view).toEqual({ kind: 'session', sessionId: 's9' })
})

test.each([
  ['saved', []],
  ['cancelled', []],
  ['unsupported', ['# a']],
])('an export that the host calls %s is handed over as %j', async (kind, texts) => {
  const file = { fileName: 'a.md', mediaType: 'text/markdown', text: '# a' }
  const { actions } = await ready({ 'session.save': () => ({ kind }), 'session.export': () => file })
  const saved: string[] = []
  await actions.export(session.id, 'markdown', ({ text }) => saved.push(text))
  expect(saved).toEqual(texts)
})

const listed = (id: string) => ({ ...sample(id), rolloutPath: '/r', preview: '', archived: false })

test('older sessions come a page at a time, past what is known, until there are no more', async () => {
  const many = Array.from({ length: 200 }, (_, index) => sample(`n${String(index)}`))
  const pages = [
    { items: many.map(({ id }) => listed(id)), nextCursor: 'two' },
    { items: [listed('n0'), listed('old1')], nextCursor: 'three' },
    { items: [listed('old2')] },
  ]
  const { actions, store, asked } = await ready({
    'app.hello': () => snapshot({ sessions: many }),
    'session.list': () => pages.shift(),
  })
  const state = () => {
    const { older, sessions } = store.getState()
    return [older, Object.keys(sessions).length, sessions['old1'] !== undefined, asked.length]
  }
  expect(state()).toEqual(['unread', 200, false, 1])
  await actions.loadOlder()
  expect(state()).toEqual(['three', 201, true, 3])
  await actions.loadOlder()
  expect(state()).toEqual(['none', 202, true, 4])
})

test('older sessions of a host are read by its name, and one that says for ever that there is more is left', async () => {
  const { actions, store, asked } = await ready({
    'session.list': () => ({ items: [], nextCursor: 'more' }),
  })
  const before = store.getState().older
  await actions.loadOlder('build1')
  expect(asked.filter((channel) => channel === 'session.list').length).toBe(30)
  expect([store.getState().older, store.getState().olderOf]).toEqual([before, { build1: 'more' }])
})

test('a host that cannot be searched finds nothing, and no fault is left for it', async () => {
  const { actions, store } = await ready({
    'session.list': () => {
      throw new Error('gone')
    },
    'records.find': () => {
      throw new Error('gone')
    },
  })
  expect(await actions.search('x', 'build1')).toBeUndefined()
  expect(await actions.findInRecords('x', undefined, 'build1')).toBeUndefined()
  expect(store.getState().faults).toEqual({})
})

test('a search that fails says so and finds nothing', async () => {
  const { actions, store } = await ready({
    'session.list': () => {
      throw new Error('no disk')
    },
  })
  expect([await actions.search('x'), store.getState().faults['rail']?.message]).toEqual([
    undefined,
    'no disk',
  ])
})

test('a server that was added can be chosen at once, and one that was refused says why', async () => {
  const choice = { provider: 'ours', providerName: 'Ours', model: 'large', demo: false }
  let refused = true
  const { store, actions } = await ready({
    'model.add-provider': () => {
      if (refused) throw new Error('no room')
      return { provider: 'ours', file: '/c/config.toml' }
    },
    'model.list': () => ({ choices: [choice], local: [], problems: [] }),
  })
  const wanted = { name: 'Ours', address: 'https://models.example.org/v1', wireApi: 'chat' } as const
  expect(await actions.addProvider(wanted)).toBeUndefined()
  expect(store.getState().faults['provider']?.message).toBe('no room')
  refused = false
  expect(await actions.addProvider(wanted)).toEqual({ provider: 'ours', file: '/c/config.toml' })
  expect([store.getState().engine?.models, store.getState().faults]).toEqual([[choice], {}])
})

test('a long record is shown from its end, and the turns before come when asked for', async () => {
  const said = (text: string): AgentEvent[] => [
    { type: 'turn.started', turnId: text, turnNumber: 1 },
    { type: 'user.message', text },
  ]
  const pages = [
    { session, events: numbered(said('third'), 5), older: { before: 5, userMessages: 2 } },
    { session, events: numbered(said('second'), 3), older: { before: 3, userMessages: 1 } },
    { session, events: numbered(said('first'), 1) },
  ]
  const { store, sync, actions } = await ready({ 'session.open': () => pages.shift() })
  const shown = () => {
    const { items, older } = store.getState().transcripts[session.id] ?? { items: [] }
    const users = items.flatMap((item) => (item.kind === 'user' ? [`${String(item.nth)} ${item.text}`] : []))
    return [users, older !== undefined]
  }
  await sync.ensureOpen(session.id)
  expect(shown()).toEqual([['2 third'], true])
  await Promise.all([actions.loadEarlier(session.id), actions.loadEarlier(session.id)])
  expect(shown()).toEqual([['1 second', '2 third'], true])
})

test('the first turns of a record leave nothing to ask for', async () => {
  const pages = [
    { session, events: numbered([], 3), older: { before: 3, userMessages: 1 } },
    { session, events: numbered([{ type: 'user.message', text: 'first' }], 1) },
  ]
  const { store, sync, actions, asked } = await ready({ 'session.open': () => pages.shift() })
  await sync.ensureOpen(session.id)
  await actions.loadEarlier(session.id)
  await actions.loadEarlier(session.id)
  expect(store.getState().transcripts[session.id]?.older).toBeUndefined()
  expect(asked.filter((channel) => channel === 'session.open')).toHaveLength(2)
})
