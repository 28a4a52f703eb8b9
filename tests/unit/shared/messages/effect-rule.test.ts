import { expect, test } from 'vitest'
import { EffectRule } from '@shared/domain/effect-rule'
import { backTestInWords, coversInWords, endsInWords, widthInWords } from '@shared/messages/effect-rule'

const offered = (width: 'files' | 'kind' | 'folder', writes: string[], below?: string[]) =>
  widthInWords({
    ...{ width, files: 14 },
    rule: EffectRule.parse({ name: 'a', writes, ...(below && { deletes: { below, files: 3 } }) }),
  })

test.each([
  ['files', ['a', 'b'], 'these 14 files'],
  ['kind', ['dist', 'dist/**/*.js'], '*.js in dist'],
  ['kind', ['*.json'], '*.json in the workspace folder'],
  ['kind', ['bin/tool', 'dist/**/*.js'], 'bin/tool and *.js in dist'],
  ['folder', ['dist/**', 'dist/old.js'], 'everything in dist'],
  ['folder', ['a/**', 'b/**', '~/.cache/x/**'], 'everything in a, everything in b and 1 more'],
] as const)('%s %j: %s', (width, writes, said) => {
  expect(offered(width, [...writes])).toBe(said)
})

test('what goes is told with what is written', () => {
  expect(offered('folder', ['src/**'], ['dist/**'])).toBe('everything in src and everything in dist')
})

test('all that a rule covers', () => {
  const rule = EffectRule.parse({
    ...{ name: 'a', writes: ['dist/**'], deletes: { below: ['dist/**'], files: 1 } },
    hosts: ['a.example:443'],
  })
  expect(coversInWords(rule)).toBe(
    'writes everything in dist, deletes at most 1 file (everything in dist) and reaches a.example:443',
  )
  expect(coversInWords(EffectRule.parse({ name: 'a' }))).toBe('changes nothing')
})

const denied = { id: 'd', session: 's', at: '', command: 'make' }
test.each([
  [{ asked: 0, answered: 0, unknown: 0, denied: [] }, 'Nothing was asked here yet.'],
  [{ asked: 41, answered: 27, unknown: 0, denied: [] }, 'Would have answered 27 of the last 41.'],
  [
    { asked: 41, answered: 27, unknown: 5, denied: [denied, denied, denied] },
    'Would have answered 27 of the last 41; among them these 3 that you denied; 5 unknown, since not rehearsed.',
  ],
])('%j', (test_, said) => {
  expect(backTestInWords(test_)).toBe(said)
})

test('when it ends', () => {
  expect(endsInWords({ at: 'x', runs: 2, branch: 'main' }, () => 'noon')).toBe(
    'until noon, for 2 runs, while on branch main',
  )
  expect(endsInWords(undefined, () => '')).toBe('without an end')
})
