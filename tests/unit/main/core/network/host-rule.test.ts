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

test('a server on this machine is named with its port, and by one of its names alone', () => {
  const machine = { host: 'localhost', port: 5432 }
  const grant = { kind: 'host', ...machine }
  expect(readHostRule('localhost:5432', machine)).toEqual(grant)
  expect(readHostRule('host.countersign.internal:5432', machine)).toEqual(grant)
  for (const text of ['localhost', 'host.countersign.internal'])
    expect(() => readHostRule(text, machine)).toThrow('expected localhost:5432')
  for (const text of ['127.0.0.1:5432', '*.countersign.internal:5432', '*.localhost:5432'])
    expect(() => readHostRule(text, machine)).toThrow(/does not cover|expected a host/)
})

test('an address is covered by itself alone', () => {
  const address = { host: '2001:db8::1', port: 8080 }
  expect(readHostRule('[2001:db8::1]:8080', address)).toEqual({ kind: 'host', ...address })
  expect(() => readHostRule('*.example.org', address)).toThrow('does not cover [2001:db8::1]:8080')
})
