import { expect, test } from 'vitest'
import { visible } from '../../../../src/main/hosts/visible'

test.each([
  ['plain text\n\twith tab', 'plain text\n\twith tab'],
  ['\u001b[31mred\u001b[0m', 'red'],
  ['\u001b]0;title\u0007', '\\u{1b}]0;title\\u{7}'],
  ['\u001b[2J\u001b[H', '\\u{1b}[2J\\u{1b}[H'],
  ['rm \u202etxt.exe', 'rm \\u{202e}txt.exe'],
  ['a\u200bb', 'a\\u{200b}b'],
  ['back\rspace', 'back\\u{d}space'],
  ['dos\r\nline', 'dos\nline'],
])('%j is printed as %j', (text, shown) => {
  expect(visible(text)).toBe(shown)
})
