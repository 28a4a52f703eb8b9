import { expect, test } from 'vitest'
import { readHostRule } from '../../../../../src/main/core/network/host-rule'

const asked = { host: 'api.example.org', port: 443 }

test.each([
  ['api.example.org:443', 'api.example.org'],
  ['api.example.org', 'api.example.org'],
  [' API.Example.org. ', 'api.example.org'],
  ['*.example.org', '*.example.org'],
  ['*.example.org:443', '*.example.org'],
])('%s covers the host that is asked about', (text, host) => {
  expect(readHostRule(text, asked)).toEqual({ kind: 'host', host, port: 443 })
})

test.each([
  ['', 'expected a host'],
  ['*', 'expected a host'],
  ['*.org', 'expected a host'],
  ['api.*.org', 'expected a host'],
  ['https://api.example.org', 'expected a host'],
  ['example.org', 'does not cover api.example.org:443'],
  ['*.api.example.org', 'does not cover'],
  ['api.example.org:80', 'expected port 443'],
  ['api.example.org:', 'expected port 443'],
  ['10.0.0.1', 'does not cover'],
])('%j is refused', (text, problem) => {
  expect(() => readHostRule(text, asked)).toThrow(problem)
})

test('an address is covered by itself alone', () => {
  const address = { host: '2001:db8::1', port: 8080 }
  expect(readHostRule('[2001:db8::1]:8080', address)).toEqual({ kind: 'host', ...address })
  expect(() => readHostRule('*.example.org', address)).toThrow('does not cover [2001:db8::1]:8080')
})
