import { expect, test } from 'vitest'
import { isListedSafe } from '../../../../../src/main/core/policy/classify'
import { isKnownSafe } from '../../../../../src/main/core/policy/known-safe'
import { bashParser } from '../../../../fakes/bash-parser'

const known = (text: string) => ({ text, literal: true })
const unknown = (text: string) => ({ text, literal: false })

test.each([
  ['all words are known', [known('cat'), known('a')], true],
  ['a word is only known when it runs', [known('cat'), unknown('$x')], false],
  ['the program is only known when it runs', [unknown('cat'), known('a')], false],
  ['nothing stands there', [], false],
])('%s', (_, words, safe) => {
  expect(isKnownSafe(words)).toBe(safe)
})

test.each([
  ['the system’s own', { path: '/usr/bin/ls', system: true }, true],
  ['a program of somebody else’s', { path: '/home/me/bin/ls', system: false }, false],
  ['no program at all', undefined, false],
])('%s', async (_, place, safe) => {
  expect(await isListedSafe(['ls'], bashParser(), () => Promise.resolve(place))).toBe(safe)
})
