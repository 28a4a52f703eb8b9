import { ProgramRecord } from '@shared/domain/program-record'
import { expect, test } from 'vitest'
import { bashParser } from '../../../../fakes/bash-parser'
import { builtInRecords, builtInTable } from '../../../../../src/main/core/programs/built-in'
import { wrongExamples } from '../../../../../src/main/core/programs/check-examples'

test('every record has the form that a person’s own would need', () => {
  for (const record of builtInRecords) expect(ProgramRecord.safeParse(record).error?.message).toBeUndefined()
})

test('every effect has an id, and every example is judged by the effect that it stands at', async () => {
  for (const { effects } of builtInRecords)
    for (const { id, does } of effects) expect([does, id]).not.toContain(undefined)
  expect(await wrongExamples(builtInRecords, builtInTable, bashParser())).toEqual([])
})
