import type { StoredGrant } from '@shared/domain/stored-grant'
import { expect, test } from 'vitest'
import { fakeBridge } from '../fake-bridge'
import { snapshot, storedGrant } from '../samples'

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
