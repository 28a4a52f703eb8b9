import { ProgramRecord } from '@shared/domain/program-record'
import { expect, test } from 'vitest'
import { createShellTreeReader } from '../../../../../src/main/adapters/shell-parser/shell-tree-reader'
import { builtInRecords, builtInTable } from '../../../../../src/main/core/programs/built-in'
import { starProblem } from '../../../../../src/main/core/approvals/star-words'
import { wrongExamples } from '../../../../../src/main/core/assessment/record-examples'

test('every record has the form that a person’s own would need', () => {
  for (const record of builtInRecords) expect(ProgramRecord.safeParse(record).error?.message).toBeUndefined()
})

test('every effect has an id, and every example is judged by the effect that it stands at', async () => {
  for (const { effects } of builtInRecords)
    for (const { id, does } of effects) expect([does, id]).not.toContain(undefined)
  expect(await wrongExamples(builtInRecords, builtInTable, createShellTreeReader())).toEqual([])
})

test('the star of a rule stands for what its examples say, and for nothing else', () => {
  const wrong = builtInRecords
    .flatMap(({ stars }) => stars)
    .flatMap(({ examples, not }) =>
      [...examples.map((text) => [text, true] as const), ...not.map((text) => [text, false] as const)].filter(
        ([text, covered]) => {
          const [rule = [], added = []] = text.split(' => ').map((part) => part.split(' '))
          const [program = '', subcommand] = rule
          const reader = { program, subcommand, plainWords: rule.length - 1 }
          const problem = starProblem({ rule, command: [...rule, ...added], cwd: '/w' }, reader)
          return (problem === undefined) !== covered
        },
      ),
    )
  expect(wrong).toEqual([])
})
