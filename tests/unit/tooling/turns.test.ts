import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../../scripts/setup/places.mjs'
import { choicesOfFiles, groups, leftBySeed, leftOfRun, runsPerTurn } from '../../../scripts/steps/turns.mjs'

test.each(groups)('as many seeds in a row as there are parts take every file of the $name', (group) => {
  const seeds = Array.from({ length: group.parts }, (_, at) => String(at + 5))
  const [first] = leftBySeed('5', [group])
  const taken = seeds.flatMap((seed) =>
    leftBySeed(seed, [group]).flatMap(({ files, left }) => files.filter((file) => !left.includes(file))),
  )
  expect(new Set(taken)).toEqual(new Set(first?.files))
  expect(leftBySeed('5', [group])).toEqual([first])
})

test.each(groups)('what always runs of the $name is there, and no seed leaves it', ({ within, always }) => {
  const kept = always.map((name) => `${within}/${name}.test.ts`)
  expect(kept.filter((file) => !existsSync(join(root, file)))).toEqual([])
  const left = ['1', '2', '3', 'abc'].flatMap((seed) => leftBySeed(seed).flatMap((group) => group.left))
  expect(kept.filter((file) => left.includes(file))).toEqual([])
})

test('turns are for the whole suite alone, and what is left stands in the report', () => {
  expect(leftOfRun({ TEST_SEED: '1' })).toEqual([])
  const left = leftOfRun({ TEST_SEED: '1', TEST_TURNS: '1' })
  const of = choicesOfFiles('1').map(({ chosen, of: all }) => all - chosen.length)
  expect([left.length > 0, left.length]).toEqual([true, of.reduce((sum, each) => sum + each, 0)])
})

test('what guards something that was changed is never left', () => {
  const [first = '', ...others] = leftOfRun({ TEST_SEED: '1', TEST_TURNS: '1' })
  const whole = leftOfRun({ TEST_SEED: '1', TEST_TURNS: '1', TEST_WHOLE: `${first}\nanother` })
  expect(whole).toEqual(others)
  const chosen = choicesOfFiles('1', [first]).flatMap((group) => group.chosen)
  expect(chosen).toContain(first)
})

test('a file that takes turns goes on with its own rows when it has its turn again, every other with each run', () => {
  const [group] = groups
  const [kept = ''] = group?.always ?? []
  const [left = ''] = leftOfRun({ TEST_SEED: '1', TEST_TURNS: '1' })
  expect(
    [left, `${group?.within ?? ''}/${kept}.test.ts`, 'tests/contract/x.test.ts'].map(runsPerTurn),
  ).toEqual([3, 1, 1])
})
