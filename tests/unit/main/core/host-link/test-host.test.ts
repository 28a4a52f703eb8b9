import { expect, test } from 'vitest'
import { testHost } from '../../../../../src/main/core/host-link/test-host'
import type { HostClient } from '../../../../../src/main/core/host-link/host-client'

test('of what a host says that doctor found there 100 checks are taken, each text of at most 2,000 characters, and the rest is counted', async () => {
  const check = {
    id: 'c',
    title: '\u{1f469}'.repeat(5_000),
    status: 'ok',
    detail: 'short',
    remedy: 'x'.repeat(5_000),
  }
  const answer = {
    sandbox: { kind: 'unavailable', reason: '', remedy: '' },
    checks: Array.from({ length: 450 }, () => check),
  }
  const hello = { version: '1', platform: 'linux' }
  const client = {
    connect: () => Promise.resolve({ hello, banner: '', said: '' }),
    ping: () => Promise.resolve(),
    request: () => Promise.resolve(answer),
    close: () => undefined,
  } as unknown as HostClient
  const never = { now: () => 0, sleep: () => new Promise<never>(() => undefined) }
  const found = await testHost(client, { clock: never, now: () => 0, stop: new AbortController().signal })
  expect([found.checks.length, found.leftOut]).toEqual([100, 350])
  expect(new Set(found.checks.map((each) => JSON.stringify(each)))).toEqual(
    new Set([JSON.stringify({ ...check, title: '\u{1f469}'.repeat(2_000), remedy: 'x'.repeat(2_000) })]),
  )
})
