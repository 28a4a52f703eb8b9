import { expect, test } from 'vitest'
import { isOwnRequest } from '../../../../../src/main/hosts/browser/access'

const own = '127.0.0.1:8080'

test.each([
  ['no Origin on a plain GET', { host: own }, 'optional'],
  ['the own origin', { host: own, origin: `http://${own}` }, 'required'],
] as const)('%s is ours', (_what, headers, origin) => {
  expect(isOwnRequest(headers, own, origin)).toBe(true)
})

test.each([
  ['no Host', {}, 'optional'],
  ['a rebound name', { host: 'evil.example:8080' }, 'optional'],
  ['another port', { host: '127.0.0.1:8081' }, 'optional'],
  ['no port', { host: '127.0.0.1' }, 'optional'],
  ['another loopback address', { host: '127.0.0.2:8080' }, 'optional'],
  ['a name that begins like ours', { host: '127.0.0.1:8080.evil.example' }, 'optional'],
  ['no Origin where one is required', { host: own }, 'required'],
  ['a foreign Origin', { host: own, origin: 'https://evil.example' }, 'optional'],
  ['an opaque Origin', { host: own, origin: 'null' }, 'optional'],
  ['an Origin with another port', { host: own, origin: 'http://127.0.0.1:8081' }, 'required'],
  ['https', { host: own, origin: `https://${own}` }, 'required'],
  ['localhost, at [::1] anybody', { host: 'localhost:8080', origin: 'http://localhost:8080' }, 'required'],
  ['another name below localhost', { host: 'w-1.localhost:8080' }, 'optional'],
  ['localhost asked from 127.0.0.1', { host: 'localhost:8080', origin: `http://${own}` }, 'required'],
] as const)('%s is not ours', (_what, headers, origin) => {
  expect(isOwnRequest(headers, own, origin)).toBe(false)
})
