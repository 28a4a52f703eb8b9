import { appendFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRuleUsage } from '../../../../../src/main/adapters/home-files/rule-usage'

let home: string
let clock = Date.parse('2026-11-26T12:00:00Z')
let branch: string | undefined = 'main'
let ids = 0
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'rule-usage-'))
})
afterEach(() => {
  rmSync(home, { recursive: true })
})
const engine = () =>
  createRuleUsage(home, {
    now: () => clock,
    id: () => String((ids += 1)),
    branchOf: () => Promise.resolve(branch),
  })

test('two engines at once use a yes for five runs five times', async () => {
  const both = [engine(), engine()]
  const yes = { key: 'a', ends: { runs: 5 } }
  const all = await Promise.all(
    Array.from({ length: 40 }, (_, at) => (both[at % 2] ?? engine()).use(yes, '/w')),
  )
  expect(all.filter((each) => each.kind === 'in-force')).toHaveLength(5)
  expect(await engine().use(yes, '/w')).toEqual({ kind: 'ended', by: 'runs' })
  expect((await engine().use({ key: 'b', ends: { runs: 1 } }, '/w')).kind).toBe('in-force')
})

test('a clock that is set back lengthens nothing, for the next engine neither', async () => {
  const yes = { key: 'a', ends: { at: new Date(clock + 1000).toISOString() } }
  const first = engine()
  expect((await first.use(yes, '/w')).kind).toBe('in-force')
  clock += 2000
  await first.use({ key: 'other' }, '/w')
  clock -= 3600_000
  expect(await first.standing([[yes, '/w']])).toEqual([{ kind: 'ended', by: 'time' }])
  expect(await engine().standing([[yes, '/w']])).toEqual([{ kind: 'ended', by: 'time' }])
  clock += 3600_000
})

test('what counts again is told to every engine, whoever said so, and a use is not', async () => {
  const [one, other] = [engine(), engine()]
  let told = 0
  const unwatch = other.onResume(() => (told += 1))
  await one.suspend('a')
  await one.use({ key: 'b' }, '/w')
  await one.resume('a')
  await expect.poll(() => told).toBe(1)
  expect((await other.use({ key: 'a' }, '/w')).kind).toBe('in-force')
  await one.resume('all')
  await expect.poll(() => told).toBe(2)
  unwatch()
  await one.resume('a')
  await one.use({ key: 'b' }, '/w')
  await new Promise((passed) => setTimeout(passed, 100))
  expect(told).toBe(2)
})

test('all can be suspended, and every engine hears of it', async () => {
  const [one, other] = [engine(), engine()]
  const yes = { key: 'a' }
  expect((await other.use(yes, '/w')).kind).toBe('in-force')
  let told = 0
  const unwatch = other.onSuspendAll(() => (told += 1))
  expect(await other.askedAnew()).toBeUndefined()
  await one.suspend('all')
  expect([await other.use(yes, '/w'), await other.allSuspended()]).toEqual([
    { kind: 'suspended', because: 'person' },
    true,
  ])
  const anew = await other.askedAnew()
  expect(anew?.goesOn).toBe(true)
  await vi.waitFor(() => {
    expect(told).toBe(1)
  })
  unwatch()
  await one.resume('all')
  // What was given until then stays taken back, in each of them.
  expect(await other.askedAnew()).toEqual({ ...anew, goesOn: false })
  await one.suspend('a')
  expect([(await other.use(yes, '/w')).kind, (await other.use({ key: 'b' }, '/w')).kind]).toEqual([
    'suspended',
    'in-force',
  ])
  await one.resume('a')
  expect(await other.of(['a'])).toMatchObject([{ count: 1 }])
})

test('what nobody used for long counts again when a person says so', async () => {
  const yes = { key: 'a', since: clock - 40 * 24 * 3600_000 }
  expect(await engine().use(yes, '/w')).toEqual({ kind: 'suspended', because: 'unused' })
  await engine().resume('a')
  expect((await engine().use(yes, '/w')).kind).toBe('in-force')
})

test('a line that was left half spoils no other', async () => {
  await engine().use({ key: 'a' }, '/w')
  appendFileSync(join(home, 'rules-used.jsonl'), '{"use":"a","at":1')
  await engine().use({ key: 'a' }, '/w')
  expect(await engine().of(['a'])).toMatchObject([{ count: 2 }])
})

test('what cannot be counted is not used', async () => {
  const first = engine()
  await first.use({ key: 'a' }, '/w')
  const file = join(home, 'rules-used.jsonl')
  expect(readFileSync(file, 'utf8')).toContain('"use":"a"')
  truncateSync(file, 1)
  await expect(first.use({ key: 'a' }, '/w')).rejects.toThrow('is not what it was')
  rmSync(file)
  await expect(first.use({ key: 'a' }, '/w')).rejects.toThrow('is gone')
  symlinkSync('/dev/null', file)
  await expect(engine().use({ key: 'a' }, '/w')).rejects.toThrow('ELOOP')
})

test('a branch ends it while another one is checked out', async () => {
  const yes = { key: 'a', ends: { branch: 'feature' } }
  expect((await engine().use(yes, '/w')).kind).toBe('ended')
  branch = 'feature'
  expect((await engine().use(yes, '/w')).kind).toBe('in-force')
  branch = undefined
  expect((await engine().use(yes, '/w')).kind).toBe('ended')
  branch = 'main'
})
