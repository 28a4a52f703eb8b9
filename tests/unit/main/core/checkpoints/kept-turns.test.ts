import { expect, test } from 'vitest'
import { readTurns, spanFrom } from '../../../../../src/main/core/checkpoints/kept-turns'

const prefix = 'refs/turns/s'
const turnsOf = (...lines: readonly string[]) =>
  readTurns(prefix, lines.map((line) => `${line[0] ?? ''} ${prefix}/${line.slice(2)}`).join('\n'), 'now')

test.each([
  ['by the next turn', ['a 1/before', 'b 2/before', 'c 2/after'], 'b'],
  ['by nothing', ['a 1/before'], 'now'],
])('a turn whose own end was not kept is not told where it ended, %s either', (_, lines, after) => {
  const [turn] = turnsOf(...lines)
  expect(turn).toMatchObject({ number: 1, before: 'a', after, ended: false })
})

test('what such a turn changed may be anybody’s', () => {
  const whole = turnsOf('a 1/before', 'b 1/after', 'b 2/before', 'c 2/after')
  const broken = turnsOf('a 1/before', 'b 2/before', 'c 2/after')
  const last = turnsOf('a 1/before', 'b 1/after', 'b 2/before')
  expect([whole, broken, last].map((turns) => spanFrom(turns, { turnNumber: 1, acts: 1 })?.between)).toEqual([
    [],
    [['a', 'b']],
    [['b', 'now']],
  ])
})

test('a turn of which nothing is kept is gone back to only where it did nothing, nor any before the first that is kept', () => {
  const turns = turnsOf('c 3/before', 'd 3/after')
  const to = (turnNumber: number, acts: number) => spanFrom(turns, { turnNumber, acts })?.before
  expect([to(1, 3), to(1, Infinity), to(3, 3)]).toEqual(['c', 'c', 'c'])
  expect([to(1, 2), to(1, 1), to(4, 4), to(4, Infinity)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
