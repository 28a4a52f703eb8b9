import type { StoredGrant } from '@shared/domain/stored-grant'
import { FaultError } from '@shared/domain/fault'
import { expect, test } from 'vitest'
import { fakeBridge } from '../fake-bridge'
import { approval, snapshot, storedGrant } from '../samples'

const ids = (grants: readonly StoredGrant[] | undefined) => grants?.map((grant) => grant.id)

async function ready(answers: Record<string, () => unknown>) {
  const fake = fakeBridge({ 'app.hello': () => snapshot(), ...answers })
  await fake.sync.hello()
  return fake
}

test('the grants in force are unknown until they are asked for, and again after a new snapshot', async () => {
  const { store, actions, sync } = await ready({ 'grant.list': () => ({ grants: [storedGrant('g')] }) })
  const before = ids(store.getState().grants)
  await actions.loadGrants()
  const asked = ids(store.getState().grants)
  await sync.hello()
  expect([before, asked, ids(store.getState().grants)]).toEqual([undefined, ['g'], undefined])
})

test('what was pushed while the list was on its way stays', async () => {
  const { store, actions, push } = await ready({ 'grant.list': () => ({ grants: [storedGrant('old')] }) })
  const loading = actions.loadGrants()
  push({ seq: 1, kind: 'grants', grants: [storedGrant('new')] })
  await loading
  expect(ids(store.getState().grants)).toEqual(['new'])
})

test('asking twice at once asks once', async () => {
  const { asked, actions } = await ready({ 'grant.list': () => ({ grants: [] }) })
  await Promise.all([actions.loadGrants(), actions.loadGrants()])
  expect(asked.filter((channel) => channel === 'grant.list').length).toBe(1)
})

test.each([
  ['a revoked grant leaves with the push that follows', true, ['app.hello', 'grant.revoke']],
  ['a grant that was gone already asks for the list', false, ['app.hello', 'grant.revoke', 'grant.list']],
])('%s', async (_title, revoked, channels) => {
  const { asked, actions } = await ready({
    'grant.revoke': () => ({ revoked }),
    'grant.list': () => ({ grants: [] }),
  })
  await actions.revoke('g', 'grants')
  expect(asked).toEqual(channels)
})

test('a revocation that fails says so and takes nothing off the list', async () => {
  const { store, actions, push } = await ready({
    'grant.revoke': () => {
      throw new Error('the rules cannot be written')
    },
  })
  push({ seq: 1, kind: 'grants', grants: [storedGrant('g')] })
  await actions.revoke('g', 'grants')
  const { grants, faults } = store.getState()
  expect([ids(grants), faults['grants']?.message]).toEqual([['g'], 'the rules cannot be written'])
})

const waiting = () => snapshot({ approvals: [approval('a')] })

test('an edited command that is refused leaves the request waiting, with the reason', async () => {
  const refuse = () => {
    throw new FaultError({ code: 'bad-request', message: 'This does not parse.' })
  }
  const { store, actions, sync } = fakeBridge({ 'app.hello': waiting, 'approval.decide': refuse })
  await sync.hello()
  expect(await actions.edit('a', ['bash', '-c', '"'])).toBe('This does not parse.')
  expect([Object.keys(store.getState().approvals), store.getState().faults]).toEqual([['a'], {}])
})

test('an edited command that is taken closes the request', async () => {
  const accept = () => ({ kind: 'accepted' })
  const { store, actions, sync } = fakeBridge({ 'app.hello': waiting, 'approval.decide': accept })
  await sync.hello()
  expect(await actions.edit('a', ['true'])).toBeUndefined()
  const { approvals, closed } = store.getState()
  expect([approvals, closed['s1']?.request.decision]).toEqual([{}, { kind: 'edit', command: ['true'] }])
})

test.each([
  ['here', 'accepted'],
  ['elsewhere', 'already-answered'],
])(
  'what was written about a request, and left out of it, goes with it when it is answered %s',
  async (_where, kind) => {
    const { store, actions, sync } = fakeBridge({
      'app.hello': () => snapshot({ approvals: [approval('a'), approval('b')] }),
      'approval.decide': () => ({ kind, request: approval('a') }),
    })
    await sync.hello()
    const left = { files: ['f'], hunks: {} }
    store.setState({
      leftOut: { a: left, 'a x': left, b: left },
      denyTexts: { a: 'no', b: 'not so' },
      editTexts: { a: 'ls', b: 'pwd' },
    })
    await actions.decide('a', { kind: 'deny' })
    const { leftOut, denyTexts, editTexts } = store.getState()
    expect({ leftOut, denyTexts, editTexts }).toEqual({
      ...{ leftOut: { b: left }, denyTexts: { b: 'not so' }, editTexts: { b: 'pwd' } },
    })
  },
)

test('Retry asks for the view of a request that waits, and for no other', async () => {
  const { asked, actions } = await ready({
    'app.hello': waiting,
    'approval.view-again': () => ({ asked: true }),
  })
  await actions.viewAgain('a')
  await actions.viewAgain('gone')
  expect(asked).toEqual(['app.hello', 'approval.view-again'])
})
