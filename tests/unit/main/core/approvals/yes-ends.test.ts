import fc from 'fast-check'
import { expect, test } from 'vitest'
import { standingOf, unusedMs } from '../../../../../src/main/core/approvals/yes-ends'

const now = Date.parse('2026-11-26T12:00:00Z')
const at = { now, branch: 'main' }

test.each([
  ['nothing ends it', {}, { count: 9 }, 'in-force'],
  ['its moment has not come', { at: '2026-11-26T13:00:01+01:00' }, { count: 0 }, 'in-force'],
  ['its moment has come', { at: '2026-11-26T13:00:00+01:00' }, { count: 0 }, 'ended'],
  ['one run is left', { runs: 3 }, { count: 2 }, 'in-force'],
  ['no run is left', { runs: 3 }, { count: 3 }, 'ended'],
  ['the branch is its own', { branch: 'main' }, { count: 0 }, 'in-force'],
  ['the branch is another', { branch: 'feature/x' }, { count: 0 }, 'ended'],
  ['it was used lately', {}, { count: 1, last: now - unusedMs }, 'in-force'],
  ['it was not used for long', {}, { count: 1, last: now - unusedMs - 1 }, 'suspended'],
  ['a person suspended it', {}, { count: 1, last: now, suspended: true }, 'suspended'],
])('%s', (_, ends, usage, kind) => {
  expect(standingOf({ ends, usage }, at).kind).toBe(kind)
})

test('a branch that is not known is none, and one that was never used counts from when it was given', () => {
  const usage = { count: 0 }
  expect(standingOf({ ends: { branch: 'main' }, usage }, { now, branch: undefined }).kind).toBe('ended')
  expect(standingOf({ since: now - unusedMs - 1, usage }, at)).toEqual({
    kind: 'suspended',
    because: 'unused',
  })
})

test('a yes with an end never counts after it', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.nat(5), fc.nat(5), (after, runs, count) => {
      const ends = { at: new Date(now).toISOString(), runs: runs + 1 }
      const { kind } = standingOf({ ends, usage: { count } }, { now: now + after, branch: undefined })
      expect(kind === 'in-force').toBe(after < 0 && count <= runs)
    }),
  )
})
