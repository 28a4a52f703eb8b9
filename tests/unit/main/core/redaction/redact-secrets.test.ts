import { expect, test } from 'vitest'
import { quoteCommand } from '@shared/domain/quote-shell'
import { ConfigFile } from '@shared/domain/settings'
import { knownSecrets } from '../../../../../src/main/core/redaction/known-secrets'
import { createRedactor } from '../../../../../src/main/core/redaction/redact-secrets'

test.each([
  ['the key sk-proj-abcdefgh12345678 is wrong', 'the key [redacted] is wrong'],
  ['Authorization: Bearer abc.def-123456', 'Authorization: Bearer [redacted]'],
  ['authorization = "abcdefgh"', 'authorization = "[redacted]"'],
  ['{"api_key":"planted-1"}', '{"api_key":"[redacted]"}'],
  ['GET /v1?api-key=planted-1&v=2', 'GET /v1?api-key=[redacted]&v=2'],
  ['https://me:pass-word@host/x', 'https://[redacted]@host/x'],
  ['ghp_0123456789abcdef0123', '[redacted]'],
  ['-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----!', '[redacted]!'],
  ['-----BEGIN PRIVATE KEY-----\nMIIE and what was cut off', '[redacted]'],
  ['no keys, 12 tokens used, bearer of news', 'no keys, 12 tokens used, bearer of news'],
])('blanks what has the form of a key: %s', (text, blanked) => {
  expect(createRedactor([])(text)).toBe(blanked)
})

test('blanks known values wherever they stand, the longer one first, and leaves short ones', () => {
  const redact = createRedactor(['planted', 'planted-and-more', 'on'])
  expect(redact('planted-and-more planted on')).toBe('[redacted] [redacted] on')
})

test('knows the values of secret variables, of the variables that the configuration names, and of headers', () => {
  const config = ConfigFile.parse({
    model_providers: {
      a: {
        base_url: 'http://h/v1',
        env_key: 'ODD_NAME',
        http_headers: { 'x-team': 'header-planted' },
        query_params: { v: 'query-planted' },
        env_http_headers: { 'x-b': 'OTHER' },
      },
    },
    otel: { exporter: { 'otlp-http': { endpoint: 'http://h', headers: { a: 'Bearer otel-planted' } } } },
  })
  const env = {
    ODD_NAME: 'odd-planted',
    OTHER: 'other-planted',
    GITHUB_TOKEN: 'token-planted',
    SSH_AUTH_SOCK: '/run/agent',
    AWS_SECRET_ACCESS_KEY: '/planted+in/base64',
    LANG: 'en_GB',
  }
  expect([...new Set(knownSecrets(config, env))].sort()).toEqual([
    '/planted+in/base64',
    'Bearer otel-planted',
    'header-planted',
    'odd-planted',
    'otel-planted',
    'other-planted',
    'query-planted',
    'token-planted',
  ])
})

test('knows what the configuration gives servers, agents and their headers', () => {
  const config = ConfigFile.parse({
    model_providers: {},
    mcp_servers: {
      far: { url: 'https://h/mcp', http_headers: { 'x-team': 'Basic header-planted' } },
      near: { command: 'server', env: { API_KEY: 'key-planted', MODE: 'not a secret' } },
    },
    agents: { other: { command: 'agent', env: { AGENT_TOKEN: 'agent-planted', MODE: 'not a secret' } } },
  })
  expect([...new Set(knownSecrets(config, {}))].sort()).toEqual([
    'Basic header-planted',
    'agent-planted',
    'header-planted',
    'key-planted',
  ])
})

test.each([
  ['JSON', JSON.stringify({ said: 'a "planted" \\ value' })],
  ['an address', `https://h/x?v=${encodeURIComponent('a "planted" \\ value')}`],
])('blanks a known value as it stands in %s', (_, text) => {
  expect(createRedactor(['a "planted" \\ value'])(text)).not.toContain('planted')
})

test('blanks a known value as it stands between the quotation marks of a shell', () => {
  expect(createRedactor(["it's-planted"])(quoteCommand(['echo', "it's-planted"]))).not.toContain('planted')
})
