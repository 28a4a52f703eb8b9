import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { visible, visibleJson } from '../../../../src/main/hosts/visible'

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

test('JSON is the same value, and nothing in it reaches a terminal or is hidden', () => {
  const value = {
    'a\u009b31mb': ['\u202Ertl\u2066', '\u{E0041}', '\u2028', '\u007f', 'c\\u009b', '👍\uFE0F', 'é\t\n'],
  }
  for (const indent of [undefined, 2]) {
    const text = visibleJson(value, indent)
    expect(JSON.parse(text)).toEqual(value)
    expect(text).not.toMatch(/[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]|\u{E0041}/u)
  }
})

/** What is said to a person beside it, or to another program over a line of its own. */
const other = /complain\(|visibleLine\(|visible\(/

test('whatever prints JSON at a terminal does it by one function', () => {
  const folder = join(import.meta.dirname, '../../../../src/main/hosts/terminal')
  const printed = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .filter(
          (line) => /JSON\.stringify\(.*\)}?\\n`|return JSON\.stringify/.test(line) && !other.test(line),
        )
        .map((line) => `${name}: ${line.trim()}`),
    )
  expect(printed).toEqual([])
})
