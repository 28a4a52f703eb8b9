import { Assessment, notAssessed } from '@shared/domain/assessment'
import { expect, test } from 'vitest'

test('a record from before the model’s view was kept still reads', () => {
  const old = {
    level: 'not-assessed',
    categories: [],
    reason: 'this version has no checks and asks no model',
  }
  expect(Assessment.parse(old)).toEqual({
    ...old,
    view: { status: 'disabled', reason: 'no model was asked' },
    differs: [],
  })
})

test('what nothing assesses has its reason, and no level', () => {
  const assessment = notAssessed('connections are not assessed yet')
  expect(Assessment.parse(assessment)).toEqual(assessment)
  expect(assessment).toMatchObject({ level: 'not-assessed', reason: 'connections are not assessed yet' })
})
