import { expect, test } from 'vitest'
import { sessionInArguments, sessionOfLink } from '../../../../../src/main/hosts/desktop/boot'

test.each<[link: string, session: string | undefined]>([
  ['countersign://session/0199f3a2-7c1e-7d1a-9a3e-1f0c8a7b2d11', '0199f3a2-7c1e-7d1a-9a3e-1f0c8a7b2d11'],
  // Windows' shell puts a slash behind it.
  ['countersign://session/s1/', 's1'],
  ['countersign://session/constructor', undefined],
  ['countersign://session/', undefined],
  ['countersign://session/s1?allow=1', undefined],
  ['countersign://session/s1#x', undefined],
  ['countersign://session/s1/approve', undefined],
  ['countersign://session/../s1', undefined],
  ['countersign://session/%2e%2e', undefined],
  ['countersign://session/s1\ncountersign://session/s2', undefined],
  ['countersign://session/--help', undefined],
  ['countersign://approval/r1', undefined],
  ['countersign:session/s1', undefined],
  ['https://session/s1', undefined],
  [' countersign://session/s1', undefined],
  [`countersign://session/${'a'.repeat(101)}`, undefined],
  ['', undefined],
])('%j names the session %s', (link, session) => {
  expect(sessionOfLink(link)).toBe(session)
})

test('among arguments in any order the first good link counts', () => {
  expect(
    sessionInArguments(['/opt/x', '--flag', 'countersign://other', 'countersign://session/s2', '.']),
  ).toBe('s2')
  expect(sessionInArguments(['/opt/x'])).toBeUndefined()
})
