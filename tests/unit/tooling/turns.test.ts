import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mutations } from '../../../scripts/mutations/all-mutations.mjs'
import { root } from '../../../scripts/setup/places.mjs'
import { choicesOfFiles, groups, leftBySeed, leftOfRun, runsPerTurn } from '../../../scripts/steps/turns.mjs'

const inRow = (count: number): string[] => Array.from({ length: count }, (_, at) => String(at + 5))

test.each(groups)('ten seeds in a row take every file of the $name', (group) => {
  const seeds = inRow(10)
  const [first] = leftBySeed('5', [group])
  const taken = seeds.flatMap((seed) =>
    leftBySeed(seed, [group]).flatMap(({ files, left }) => files.filter((file) => !left.includes(file))),
  )
  expect(new Set(taken)).toEqual(new Set(first?.files))
  expect(leftBySeed('5', [group])).toEqual([first])
})

const left = ['1', '2', '3', 'abc'].flatMap((seed) => leftBySeed(seed).flatMap((group) => group.left))

test.each(groups)(
  'what always or often runs of the $name is there, and no seed leaves what always runs',
  (group) => {
    const filesOf = (names: readonly string[]) => names.map((name) => `${group.within}/${name}.test.ts`)
    const [kept, often] = [filesOf(group.always), filesOf(group.often)]
    expect([...kept, ...often].filter((file) => !existsSync(join(root, file)))).toEqual([])
    expect(kept.filter((file) => left.includes(file))).toEqual([])
    expect(often.filter((file) => runsPerTurn(file) !== 3)).toEqual([])
  },
)

test('three seeds in a row take a test that finds each known defect', () => {
  const left = inRow(3).map((seed) => leftOfRun({ TEST_SEED: seed, TEST_TURNS: '1' }))
  const unseen = mutations.filter(({ tests }) =>
    tests.every((file) => left.every((files) => files.includes(file))),
  )
  expect(unseen.map(({ id }) => id)).toEqual([])
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
  const turns = leftOfRun({ TEST_SEED: '1', TEST_TURNS: '1' }).map(runsPerTurn)
  expect(new Set(turns)).toEqual(new Set([3, 10]))
  expect([`${group?.within ?? ''}/${kept}.test.ts`, 'tests/contract/x.test.ts'].map(runsPerTurn)).toEqual([
    1, 1,
  ])
})
