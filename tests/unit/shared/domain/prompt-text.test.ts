import { expect, test } from 'vitest'
import { expandPrompt, longestMessage, splitArguments } from '../../../../src/shared/domain/prompt-text'

test.each<[string, readonly string[]]>([
  ['', []],
  ['  one   two\nthree ', ['one', 'two', 'three']],
  [`"src/main file.ts" 'a b' c`, ['src/main file.ts', 'a b', 'c']],
  ['a\\ b --name="x \\"y\\" z"', ['a b', '--name=x "y" z']],
  [`it's not "closed`, ["it's", 'not', '"closed']],
  ['#12 stays', ['#12', 'stays']],
  ['ends\\', ['ends\\']],
  [`'' ""`, ['', '']],
])('%j is parted into %j', (text, words) => {
  expect(splitArguments(text)).toEqual(words)
})

test.each<[string, readonly string[], string]>([
  ['Review $1 for $2.', ['a.ts', 'speed'], 'Review a.ts for speed.'],
  ['Review $1 for $2.', ['a.ts'], 'Review a.ts for .'],
  ['All: $ARGUMENTS; again $ARGUMENTS', ['a b', 'c'], 'All: a b c; again a b c'],
  ['$10 is $1 and a nought', ['x'], 'x0 is x and a nought'],
  ['costs $$1, $0, $HOME and $', ['x'], 'costs $$1, $0, $HOME and $'],
  ['$1', ['$2 $ARGUMENTS $&'], '$2 $ARGUMENTS $&'],
  ['nothing to fill in', ['x'], 'nothing to fill in'],
])('%j with %j gives %j', (content, words, text) => {
  expect(expandPrompt(content, words)).toBe(text)
})

test('a text that would be longer than a message is not made', () => {
  expect(expandPrompt('$1'.repeat(2000), ['x'.repeat(10_000)])).toBeUndefined()
  expect(expandPrompt('$1', ['x'.repeat(longestMessage)])).toHaveLength(longestMessage)
})
