import { expect, test } from 'vitest'
import { fetchSent, type Recalled } from '../../../../src/renderer/features/composer/composer'

const messages = ['first', 'second\nline', 'third']
const at = (text: string, caret = text.length) => ({ text, caret })
const second: Recalled = { index: 1, text: 'second\nline' }

test.each([
  ['ArrowUp', at(''), undefined, { index: 2, text: 'third' }],
  ['ArrowDown', at(''), undefined, undefined],
  ['ArrowUp', at('typed'), undefined, undefined],
  ['ArrowUp', at('second\nline'), second, { index: 0, text: 'first' }],
  ['ArrowUp', at('first'), { index: 0, text: 'first' }, undefined],
  ['ArrowDown', at('second\nline'), second, { index: 2, text: 'third' }],
  ['ArrowDown', at('third'), { index: 2, text: 'third' }, { index: 3, text: '' }],
  ['ArrowUp', at('second\nline', 4), second, undefined],
  ['ArrowUp', at('second\nline!'), second, undefined],
  // Emptied by hand: from the newest again.
  ['ArrowUp', at(''), second, { index: 2, text: 'third' }],
] as const)('%s in %j after %j fetches %j', (key, field, last, fetched) => {
  expect(fetchSent(key, messages, field, last)).toEqual(fetched)
})

test('a session without messages leaves the keys alone', () => {
  expect(fetchSent('ArrowUp', [], at(''), undefined)).toBeUndefined()
})
