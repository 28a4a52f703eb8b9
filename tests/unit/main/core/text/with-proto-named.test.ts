import { expect, test } from 'vitest'
import { withProtoNamed } from '../../../../../src/main/core/text/with-proto-named'

test.each([
  ['{"a":[{"__proto__":{"b":1}}],"c":null}', '{"a":[{"[__proto__]":{"b":1}}],"c":null}'],
  // No two become the same.
  [
    '{"__proto__":1,"[__proto__]":2,"[[__proto__]]":3}',
    '{"[__proto__]":1,"[[__proto__]]":2,"[[[__proto__]]]":3}',
  ],
  ['{"constructor":1,"x__proto__":2}', '{"constructor":1,"x__proto__":2}'],
  ['"__proto__"', '"__proto__"'],
])('%s stands as %s', (given, expected) => {
  expect(JSON.stringify(withProtoNamed(JSON.parse(given)))).toBe(expected)
})
