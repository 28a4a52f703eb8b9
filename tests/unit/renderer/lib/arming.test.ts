import { expect, test } from 'vitest'
import { armingAt, levelRises, somebodyJoins } from '../../../../src/renderer/lib/arming'
import type { PanelMoments } from '../../../../src/renderer/lib/arming'

const shown: PanelMoments = {
  shownAt: 1000,
  raisedAt: undefined,
  reportedAt: undefined,
  pressedEarlyAt: undefined,
  focusedAt: undefined,
  typedElsewhereAt: undefined,
}

test.each([
  ['just shown: nothing acts', shown, 1000, { clicks: false, keys: false, changesIn: 600 }],
  ['a moment before 600 ms: nothing acts', shown, 1599, { clicks: false, keys: false, changesIn: 1 }],
  ['600 ms after it was shown: both act', shown, 1600, { clicks: true, keys: true, changesIn: undefined }],
  [
    'typing elsewhere holds back keys, not clicks',
    { ...shown, typedElsewhereAt: 1500 },
    2000,
    { clicks: true, keys: false, changesIn: 1000 },
  ],
  [
    'keys act 1.5 s after the last input',
    { ...shown, typedElsewhereAt: 1500 },
    3000,
    { clicks: true, keys: true, changesIn: undefined },
  ],
  [
    'typing long before the panel came does not matter',
    { ...shown, typedElsewhereAt: -5000 },
    1600,
    { clicks: true, keys: true, changesIn: undefined },
  ],
  [
    'a risen level disarms again',
    { ...shown, raisedAt: 5000 },
    5100,
    { clicks: false, keys: false, changesIn: 500 },
  ],
  [
    'what a rehearsal found disarms again',
    { ...shown, reportedAt: 5000 },
    5100,
    { clicks: false, keys: false, changesIn: 500 },
  ],
  [
    'a press before it was armed begins the wait anew',
    { ...shown, pressedEarlyAt: 1500 },
    1700,
    { clicks: false, keys: false, changesIn: 400 },
  ],
  [
    'the click that raises the window finds nothing armed',
    { ...shown, focusedAt: 9000 },
    9001,
    { clicks: false, keys: false, changesIn: 599 },
  ],
  [
    'a focus before the panel came does not shorten the wait',
    { ...shown, focusedAt: 10 },
    1200,
    { clicks: false, keys: false, changesIn: 400 },
  ],
] satisfies [string, PanelMoments, number, ReturnType<typeof armingAt>][])(
  '%s',
  (_title, moments, now, expected) => {
    expect(armingAt(moments, now)).toEqual(expected)
  },
)

test.each([
  ['low', 'medium', true],
  ['medium', 'high', true],
  ['not-assessed', 'medium', true],
  ['low', 'not-assessed', true],
  ['not-assessed', 'low', false],
  ['high', 'medium', false],
  ['high', 'high', false],
] as const)('from %s to %s is a rise: %s', (before, now, rises) => {
  expect(levelRises(before, now)).toBe(rises)
})

test.each([
  ['the same ones', ['a', 'b'], ['b', 'a'], false],
  ['one that went', ['a', 'b'], ['a'], false],
  ['one that came', ['a'], ['a', 'b'], true],
  ['one that came for another', ['a'], ['b'], true],
  ['nobody', [], [], false],
])('%s: whether somebody joins', (_, before, now, joins) => {
  expect(
    somebodyJoins(
      new Set(before),
      now.map((id) => ({ id })),
    ),
  ).toBe(joins)
})
