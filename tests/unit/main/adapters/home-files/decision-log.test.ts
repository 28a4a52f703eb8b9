import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DecisionLine } from '@shared/domain/decision-counts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDecisionLog } from '../../../../../src/main/adapters/home-files/decision-log'

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cs-decisions-'))
})
afterEach(() => {
  rmSync(home, { recursive: true, force: true })
})

const line = (n: number): DecisionLine => ({
  at: '2026-11-22T12:00:00.000Z',
  ...{ agent: 'Countersign', outcome: 'denied', by: 'window', level: 'high', waitedMs: n },
})
const file = (): string => join(home, 'decisions.jsonl')

test('two engines of a home write one list, for its owner alone; torn and foreign lines are left out', async () => {
  const [one, other] = [createDecisionLog(home), createDecisionLog(home)]
  expect(await one.read()).toEqual([])
  await Promise.all(Array.from({ length: 40 }, (_, n) => (n % 2 ? one : other).add(line(n))))
  appendFileSync(file(), '{"at":"never"}\nnot json\n{"at":"2026-11-22T12:00')
  await one.add(line(40))
  const read = await other.read()
  expect(read.map(({ waitedMs }) => waitedMs).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 41 }, (_, n) => n),
  )
  expect(statSync(file()).mode & 0o777).toBe(0o600)
})

test('a full file is put aside once, and what is older goes', async () => {
  const log = createDecisionLog(home, 400)
  for (let n = 0; n < 12; n += 1) await log.add(line(n))
  const read = (await log.read()).map(({ waitedMs }) => waitedMs)
  expect(read.at(-1)).toBe(11)
  expect(read).toEqual(read.toSorted((a, b) => a - b))
  expect(read.length).toBeLessThan(12)
  expect(statSync(file()).size).toBeLessThanOrEqual(400)
})

test('a link in its place is neither followed nor written', async () => {
  const elsewhere = join(home, 'elsewhere')
  writeFileSync(elsewhere, `${JSON.stringify(line(1))}\n`)
  symlinkSync(elsewhere, file())
  const log = createDecisionLog(home)
  await expect(log.add(line(2))).rejects.toThrow(/cannot be written/)
  expect(await log.read()).toEqual([])
  expect(readFileSync(elsewhere, 'utf8')).toBe(`${JSON.stringify(line(1))}\n`)
})
