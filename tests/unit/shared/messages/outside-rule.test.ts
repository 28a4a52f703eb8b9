import { expect, test } from 'vitest'
import type { NearestRule } from '@shared/domain/nearest-rule'
import { isAllOf, nearestAtAGlance, nearestInWords, outsideInWords } from '@shared/messages/outside-rule'

const naming = { roots: ['/work'], home: '/home/dev' }

test.each<[NearestRule, string, readonly string[]]>([
  [
    { rule: 'builds', outside: [{ kind: 'writes', path: '/work/x' }], more: 0 },
    'Also writes x: not covered by “builds”.',
    ['Also writes x'],
  ],
  [
    { rule: 'bu”ilds', outside: [{ kind: 'ended', because: 'unused' }], more: 0 },
    "The rule “bu'ilds” would have answered this, but it was not used for 30 days and is suspended.",
    ['It was not used for 30 days and is suspended'],
  ],
  [
    { outside: [{ kind: 'unseen', because: 'changed' }], more: 0 },
    'Not all of it could be rehearsed: that is asked about.',
    ['Not all of it could be rehearsed'],
  ],
])('%j', (nearest, sentence, lines) => {
  expect([nearestInWords(nearest, naming), outsideInWords(nearest, naming)]).toEqual([sentence, lines])
})

test('at a glance the gravest of it stands: what is lost for good before what is written', () => {
  const nearest: NearestRule = {
    rule: 'builds',
    outside: [
      { kind: 'writes', path: '/work/x' },
      { kind: 'deletes', path: '/work/y', unsaved: 3 },
      { kind: 'connects', host: 'example.org' },
    ],
    more: 2,
  }
  expect(nearestAtAGlance(nearest, naming)).toMatch(/^Beyond “builds”: loses 3 files \(y\), 4 more\.$/)
  // Beside the word that it can be undone here nothing is lost.
  expect(nearestAtAGlance(nearest, naming, true)).toBe(
    'Beyond “builds”: deletes 3 files that nobody else has (y), 4 more.',
  )
})

test.each<[string, NearestRule, number, boolean]>([
  ['one file that is written', { outside: [{ kind: 'writes', path: '/x' }], more: 0 }, 1, true],
  ['six that are deleted', { outside: [{ kind: 'deletes', path: '/x' }], more: 5 }, 6, true],
  ['one of two', { outside: [{ kind: 'writes', path: '/x' }], more: 0 }, 2, false],
  ['what would be lost', { outside: [{ kind: 'deletes', path: '/x', unsaved: 1 }], more: 0 }, 1, false],
  ['a connection', { outside: [{ kind: 'connects', host: 'example.org' }], more: 0 }, 1, false],
  ['beside a rule', { rule: 'builds', outside: [{ kind: 'writes', path: '/x' }], more: 0 }, 1, false],
])('what is shown anyhow is not said once more: %s', (_, nearest, changes, isAll) => {
  expect(isAllOf(nearest, changes)).toBe(isAll)
})
