import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { LentKey } from '@shared/domain/lent-key'
import { createLentKeys } from '../../../../../src/main/adapters/lent-keys/lent-keys'
import { ClientFrame, HostFrame } from '../../../../../src/main/core/host-link/host-frames'

const baseUrl = 'https://api.example/v1'
const key = (provider: string, text = `key-of-${provider}`): LentKey => ({ provider, baseUrl, key: text })

test('a key is found in work for the connection that lends it, however late, and in no other', async () => {
  const lent = createLentKeys()
  const [one, other] = [lent.lender(), lent.lender()]
  one.hold([key('openai')])
  const find = async (): Promise<unknown> => {
    await delay(1)
    return lent.find('openai', baseUrl)
  }
  const held = { kind: 'held', key: 'key-of-openai' }
  expect(await Promise.all([lent.within(one, find), lent.within(other, find), find()])).toEqual([
    expect.objectContaining(held),
    undefined,
    undefined,
  ])
  expect(lent.within(one, () => lent.find('local', baseUrl))).toBeUndefined()
  expect(lent.secrets()).toEqual(['key-of-openai'])
})

test.each([
  [`${baseUrl}/`, 'held'],
  ['https://API.example:443/v1', 'held'],
  ['http://api.example/v1', 'elsewhere'],
  ['https://api.example/v2', 'elsewhere'],
  ['https://api.example.org/v1', 'elsewhere'],
])('lent for one address, it is %s: %s', (address, kind) => {
  const lent = createLentKeys()
  const lender = lent.lender()
  lender.hold([key('openai')])
  expect(lent.within(lender, () => lent.find('openai', address))?.kind).toBe(kind)
})

test('what is dropped is held by nobody, and is back when it is lent again, unless the connection has ended', async () => {
  const lent = createLentKeys()
  const lender = lent.lender()
  const kind = (): string | undefined => lent.within(lender, () => lent.find('openai', baseUrl)?.kind)
  expect(kind()).toBeUndefined()
  lender.hold([key('openai')])
  const found = lent.within(lender, () => lent.find('openai', baseUrl))
  lender.drop()
  expect([kind(), lent.secrets(), found?.kind === 'held' && found.isHeld()]).toEqual(['lost', [], false])
  const again = lent.within(lender, () => lent.again())
  lender.hold([key('openai')])
  await again
  expect(kind()).toBe('held')
  lender.hold([])
  expect([kind(), lent.secrets()]).toEqual(['lost', []])
  lender.drop(true)
  expect(kind()).toBe('over')
})

test.each([
  ['a key with a line in it', [key('openai', 'a\r\nHost: evil')]],
  ['no key', [key('openai', '')]],
  ['a key that is too long', [key('openai', 'x'.repeat(4_097))]],
  ['an address of another kind', [{ ...key('openai'), baseUrl: 'file:///etc/passwd' }]],
  ['a name without letters', [key('')]],
  ['more than can be', Array.from({ length: 21 }, (_, at) => key(String(at)))],
  ['something else besides', [{ ...key('openai'), root: true }]],
])('an engine lets go whoever lends %s', (_, lend) => {
  expect(ClientFrame.safeParse({ ack: 0, lend }).success).toBe(false)
})

test('an engine lends nothing to who attaches', () => {
  const frame = { ack: 0, lend: [key('openai')] }
  expect([ClientFrame.safeParse(frame).success, HostFrame.safeParse(frame).success]).toEqual([true, false])
})
