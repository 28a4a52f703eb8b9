import { afterEach, expect, test, vi } from 'vitest'
import { inFull, oneBySeed, runsBySeed, someBySeed } from '../../fakes/by-seed'
import { seedNumber, seedOfRun } from '../../../scripts/steps/seed.mjs'

const rows = Array.from({ length: 10 }, (_, at) => at)

/** A run like this one, with another seed. */
function runWith(seed: string, more: Readonly<Record<string, string>> = {}): void {
  for (const [name, value] of Object.entries({ TEST_ALL: '', TEST_WHOLE: '', ...more, TEST_SEED: seed }))
    vi.stubEnv(name, value)
}
afterEach(() => {
  vi.unstubAllEnvs()
})

test('the same seed takes the same rows, and as many in a row as there are turns take all', () => {
  const taken = new Set<number>()
  for (const seed of ['7', '8', '9', '10']) {
    runWith(seed)
    const chosen = someBySeed('a', rows, 3)
    expect(someBySeed('a', rows, 3)).toEqual(chosen)
    expect(chosen.length).toBeGreaterThanOrEqual(2)
    for (const each of chosen) taken.add(each)
  }
  expect([...taken].sort((a, b) => a - b)).toEqual(rows)
})

test('each pair comes round, and two names do not go in step', () => {
  const pairs = ['root fresh', 'root prepared', 'ordinary fresh', 'ordinary prepared']
  const names = Array.from({ length: 40 }, (_, at) => `row ${String(at)}`)
  runWith('1')
  expect(new Set(names.map((name) => oneBySeed(name, pairs)[0])).size).toBe(4)
  const taken = new Set<string | undefined>()
  for (const seed of ['1', '2', '3', '4']) {
    runWith(seed)
    taken.add(oneBySeed('x', pairs)[0])
  }
  expect(taken.size).toBe(4)
})

test('in full, by run or by file, everything is taken', () => {
  const own = 'tests/unit/tooling/by-seed.test.ts'
  for (const full of [{ TEST_ALL: '1' }, { TEST_WHOLE: `tests/other.test.ts\n${own}` }]) {
    runWith('1', full)
    expect([inFull(), oneBySeed('a', rows), someBySeed('a', rows, 2), runsBySeed(100)]).toEqual([
      true,
      rows,
      rows,
      100,
    ])
  }
  runWith('1', { TEST_WHOLE: 'tests/other.test.ts' })
  expect([inFull(), runsBySeed(100)]).toEqual([false, 13])
})

test('a seed is what was given, the commit in CI, and a number for every text', () => {
  expect(seedOfRun({ TEST_SEED: 'abc', CI: 'true' })).toBe('abc')
  expect(seedOfRun({ CI: 'true' })).toMatch(/^[\da-f]{40}$|^1$/)
  expect(seedNumber('12')).toBe(12)
  const ofCommit = seedNumber('e135f2e'.padEnd(40, '0'))
  expect([Number.isInteger(ofCommit), ofCommit < 2 ** 31, ofCommit >= 0]).toEqual([true, true, true])
})
