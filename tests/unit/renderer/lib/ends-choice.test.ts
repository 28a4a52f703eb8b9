import { expect, test } from 'vitest'
import { YesEnds } from '@shared/domain/nearest-rule'
import { endKinds, endsOf, usualEnds } from '../../../../src/renderer/lib/ends-choice'

const now = Date.parse('2026-11-26T12:00:00Z')
const after = (kind: (typeof endKinds)[number]): number =>
  Date.parse(endsOf({ kind, runs: 1 }, now, undefined)?.at ?? '') - now

test('each choice stands for an end that a rule can have, and none is for ever by itself', () => {
  for (const kind of endKinds) {
    const ends = endsOf({ kind, runs: 7 }, now, 'feature/x')
    expect([kind, ends === undefined || YesEnds.safeParse(ends).success]).toEqual([kind, true])
  }
  expect(endsOf({ kind: 'never', runs: 7 }, now, 'x')).toBeUndefined()
  expect(endsOf({ kind: 'runs', runs: 7 }, now, 'x')).toEqual({ runs: 7 })
  expect(endsOf({ kind: 'branch', runs: 7 }, now, 'x')).toEqual({ branch: 'x' })
  expect(usualEnds.kind).toBe('month')
})

test('an hour, today and 30 days, as moments', () => {
  expect([after('hour'), after('month'), after('branch')]).toEqual([
    3_600_000,
    30 * 86_400_000,
    30 * 86_400_000,
  ])
  const today = new Date(now + after('today'))
  expect([today.toDateString(), today.getHours(), today.getMinutes()]).toEqual([
    new Date(now).toDateString(),
    23,
    59,
  ])
})
