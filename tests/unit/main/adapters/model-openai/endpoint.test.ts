import { ModelProvider } from '@shared/domain/settings'
import { expect, test } from 'vitest'
import { headersOf, quoteServer } from '../../../../../src/main/adapters/model-openai/endpoint'

const secrets = { key: 'sk-123456', headers: { 'x-team': 'planted-header' } }

test.each<[name: string, text: string, quoted: string]>([
  ['one line of it', ' a\r\n\tb\u2028c ', 'a b c'],
  ['no control or direction characters', 'x\u001b[2J\u202ey\u0000', 'x [2J y'],
  ['no key', 'key sk-123456 and sk-123456', 'key [key] and [key]'],
  ['no configured header', 'team planted-header', 'team [key]'],
  ['nothing of nothing', '\n', ''],
])('quotes %s', (_name, text, quoted) => {
  expect(quoteServer(text, secrets)).toBe(quoted)
})

test('a long text is cut at 300 characters, after the key was taken out', () => {
  const quoted = quoteServer(`${'🙂'.repeat(296)}sk-123456${'x'.repeat(500)}`, secrets)
  expect(Array.from(quoted)).toHaveLength(300)
  expect(quoted.endsWith('🙂[ke…')).toBe(true)
})

test('headers from the environment join the configured ones; what is unset or cannot stand in a header is left out', () => {
  const provider = ModelProvider.parse({
    base_url: 'http://127.0.0.1/v1',
    http_headers: { 'X-Team': 'blue' },
    env_http_headers: { 'api-key': 'SET', 'x-gone': 'UNSET', 'x-bad': 'BAD' },
  })
  expect(headersOf(provider, { SET: ' secret ', BAD: 'a\nb' })).toEqual({
    'X-Team': 'blue',
    'api-key': 'secret',
  })
})
