import { expect, test } from 'vitest'
import { fakeBridge } from '../fake-bridge'
import { session as sample, snapshot } from '../samples'

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

test('an export is handed over to be saved', async () => {
  const file = { fileName: 'a.md', mediaType: 'text/markdown', text: '# a' }
  const { actions } = await ready({ 'session.export': () => file })
  const saved: unknown[] = []
  await actions.export(session.id, 'markdown', (each) => saved.push(each))
  expect(saved).toEqual([file])
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
