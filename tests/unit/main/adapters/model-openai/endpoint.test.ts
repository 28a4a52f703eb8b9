import { expect, test } from 'vitest'
import { quoteServer } from '../../../../../src/main/adapters/model-openai/endpoint'

test.each<[name: string, text: string, quoted: string]>([
  ['one line of it', ' a\r\n\tb\u2028c ', 'a b c'],
  ['no control or direction characters', 'x\u001b[2J\u202ey\u0000', 'x [2J y'],
  ['no key', 'key sk-123456 and sk-123456', 'key [key] and [key]'],
  ['nothing of nothing', '\n', ''],
])('quotes %s', (_name, text, quoted) => {
  expect(quoteServer(text, 'sk-123456')).toBe(quoted)
})

test('a long text is cut at 300 characters, after the key was taken out', () => {
  const quoted = quoteServer(`${'🙂'.repeat(296)}sk-123456${'x'.repeat(500)}`, 'sk-123456')
  expect(Array.from(quoted)).toHaveLength(300)
  expect(quoted.endsWith('🙂[ke…')).toBe(true)
})
