import { expect, test } from 'vitest'
import { namedInArguments } from '../../../../../src/main/core/policy/named-in-arguments'

const read = (value: unknown) => namedInArguments(value, { folder: '/work', home: '/home/me' })

test.each<[unknown, ReturnType<typeof read>]>([
  [{ path: '../infra/./x' }, { mentioned: ['/infra/x'], hosts: [] }],
  [{ anything: ['/srv//x/../y', '~/notes'] }, { mentioned: ['/srv/y', '/home/me/notes'], hosts: [] }],
  [{ files: [{ filePath: 'a' }, { name: 'b' }] }, { mentioned: ['/work/a'], hosts: [] }],
  [
    { text: 'see a/b', title: 'x' },
    { mentioned: [], hosts: [] },
  ],
  [{ text: '/not\na path' }, { mentioned: [], hosts: [] }],
  [{ uri: 'file:///srv/x' }, { mentioned: ['/srv/x'], hosts: [] }],
  [{ url: 'HTTPS://u:p@A.Example:8443/x' }, { mentioned: [], hosts: ['a.example'] }],
  [{ url: 'postgres://db.prod.example/x' }, { mentioned: [], hosts: ['db.prod.example'] }],
  [{ url: 'https://[not' }, { mentioned: [], hosts: [] }],
  [{ cmd: 'git push' }, { mentioned: [], hosts: [], command: ['bash', '-lc', 'git push'] }],
  [{ command: ['git', 'push'] }, { mentioned: [], hosts: [], command: ['git', 'push'] }],
  [['/a\0b', `/${'x'.repeat(5000)}`, null, 3], { mentioned: [], hosts: [] }],
])('%j names what its form says', (value, expected) => {
  expect(read(value)).toEqual(expected)
})

test('what is beyond that is said: a rule cannot know it', () => {
  const padded = [...Array.from({ length: 200 }, () => 'x'), '/srv/infra']
  expect(read(padded)).toEqual({ mentioned: [], hosts: [], unread: true })
  expect(read({ a: { a: { a: { a: { a: { a: { a: { a: { a: '/x' } } } } } } } } })).toMatchObject({
    unread: true,
  })
  expect(read({ command: `git ${' '.repeat(5000)}push` })).toMatchObject({ unread: true })
  expect(read({ url: `https://prod.example/${'x'.repeat(5000)}` }).hosts).toEqual(['prod.example'])
  expect(read({ content: 'x'.repeat(5000) })).toEqual({ mentioned: [], hosts: [] })
})

test('what is deep, or much, ends', () => {
  let deep: unknown = '/srv/x'
  for (let depth = 0; depth < 100_000; depth += 1) deep = { deep }
  expect(read(deep).mentioned).toEqual([])
  expect(read(Array.from({ length: 5000 }, (_, at) => `/srv/${String(at)}`)).mentioned).toHaveLength(200)
})
