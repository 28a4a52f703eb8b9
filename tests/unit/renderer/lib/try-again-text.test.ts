import { expect, test } from 'vitest'
import { tryAgainText } from '../../../../src/renderer/features/transcript/way-on'
import { approval } from '../samples'

const add = { type: 'add', content: '' } as const

test.each([
  ['a command', approval('a'), /\(in \/home\/me\/project\).*try it again:\n\ntouch \/srv\/x$/],
  [
    'a patch',
    approval('a', { kind: 'patch', command: ['apply_patch'], changes: { '/w/a': add, '/w/b': add } }),
    /change these files.*:\n\n\/w\/a\n\/w\/b$/,
  ],
  [
    'a tool',
    approval('a', {
      kind: 'tool',
      tool: {
        ...{ offeredAs: 'x', description: '', annotations: {} },
        invocation: { server: 'tickets', tool: 'close', arguments: { id: 7 } },
      },
    }),
    /the tool `close` of the server tickets was not.*:\n\n\{"id":7\}$/,
  ],
  ['input', approval('a', { kind: 'input', command: ['cat', '-'], input: 'yes\n' }), /`cat -`.*:\n\nyes\n$/],
])('asking again names %s, exactly and in plain words', (_what, request, text) => {
  expect(tryAgainText(request)).toMatch(text)
})

test('what is too long to repeat is not cut but left out', () => {
  const text = tryAgainText(approval('a', { command: ['bash', '-c', 'x'.repeat(5000)] }))
  expect(text).toMatch(/^Your last request was not let through/)
  expect(text).not.toContain('xx')
})
