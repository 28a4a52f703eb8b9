import { expect, test } from 'vitest'
import { keyHandlers } from '../../../../../src/main/hosts/app-server-v2/second-connection'
import { keyRequests } from '../../../../../src/main/hosts/app-server-v2/protocol/client-requests'
import type { Emitted } from '../../../../../src/main/hosts/app-server-v2/protocol/notifications'

/** A provider whose key is named, or that takes none, over a store in memory. */
function world(variable: string | undefined) {
  const kept = new Map<string, string>()
  const told: Emitted[] = []
  const keys = {
    place: 'memory',
    read: (name: string) => kept.get(name),
    save: (name: string, key: string) => Promise.resolve(void kept.set(name, key)),
    remove: (name: string) => Promise.resolve(void kept.delete(name)),
  }
  const handlers = keyHandlers(() =>
    Promise.resolve({
      modelKey: { variable, env: {}, keys },
      emit: (each) => {
        told.push(each)
      },
    }),
  )
  const login = (params: object) =>
    Promise.resolve(keyRequests['account/login/start'].params.parse(params)).then(
      handlers['account/login/start'],
    )
  const behind = async (): Promise<readonly Emitted[]> => {
    await new Promise((resolve) => setImmediate(resolve))
    return told
  }
  return { handlers, kept, login, behind }
}

test('a key is kept, told of and never told, and taken away again', async () => {
  const { handlers, kept, login, behind } = world('A_KEY')
  expect(await login({ type: 'apiKey', apiKey: 'sk-planted' })).toEqual({ type: 'apiKey' })
  expect([kept.get('A_KEY'), JSON.stringify(await behind()).includes('sk-planted')]).toEqual([
    'sk-planted',
    false,
  ])
  await handlers['account/logout']({})
  expect([kept.size, await behind()]).toEqual([
    0,
    [
      { method: 'account/login/completed', params: { loginId: null, success: true, error: null } },
      { method: 'account/updated', params: { authMode: 'apikey', planType: null } },
      { method: 'account/updated', params: { authMode: null, planType: null } },
    ],
  ])
  expect(await handlers['account/login/cancel']({ loginId: 'l1' })).toEqual({ status: 'notFound' })
})

test.each([
  ['another way to sign in', 'A_KEY', { type: 'chatgpt' }, 'no such sign-in here'],
  ['a provider that takes no key', undefined, { type: 'apiKey', apiKey: 'sk' }, 'takes no key'],
  ['a key with a line end', 'A_KEY', { type: 'apiKey', apiKey: 'sk\nHost: x' }, 'no key has'],
  ['a way that is none', 'A_KEY', { type: 'dance' }, ''],
])('%s: nothing is kept', async (_, variable, params, why) => {
  const { kept, login, behind } = world(variable)
  await expect((async () => login(params))()).rejects.toThrow(why)
  expect([kept.size, await behind()]).toEqual([0, []])
})
