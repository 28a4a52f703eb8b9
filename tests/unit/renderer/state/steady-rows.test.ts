import { expect, test } from 'vitest'
import type { RunningCommand } from '../../../../src/renderer/state/running-commands'
import {
  outcomeOf,
  runningRows,
  staysMs,
  steadyRows,
} from '../../../../src/renderer/features/transcript/running-list'

const command = (key: string): RunningCommand =>
  ({ item: { kind: 'command', key }, since: '', kept: false, outside: false }) as unknown as RunningCommand
const [a, b, c] = [command('a'), command('b'), command('c')] as const
const shown = (rows: ReturnType<typeof steadyRows>): string =>
  rows.map(({ running, endedAt }) => running.item.key + (endedAt === undefined ? '' : '-')).join(' ')

test('a command that ends keeps its place for a moment, and those behind it keep theirs', () => {
  const all = steadyRows([], [a, b, c], 0)
  const ended = steadyRows(all, [a, c], 1000)
  expect(shown(ended)).toBe('a b- c')
  expect(shown(steadyRows(ended, [a, c], 1000 + staysMs - 1))).toBe('a b- c')
  expect(shown(steadyRows(ended, [a, c], 1000 + staysMs))).toBe('a c')
  expect(shown(runningRows(ended))).toBe('a c')
})

test('what comes stands at the end, wherever it began', () => {
  expect(shown(steadyRows(steadyRows([], [a, c], 0), [a, b, c], 1))).toBe('a c b')
})

test('one that runs again is in its place, and the last one that ends is there as long', () => {
  const ended = steadyRows(steadyRows([], [a], 0), [], 5)
  expect(shown(ended)).toBe('a-')
  expect(shown(steadyRows(ended, [a], 6))).toBe('a')
  expect(steadyRows(ended, [], 5 + staysMs)).toEqual([])
})

test('nothing new is the same list', () => {
  const rows = steadyRows([], [a, b], 0)
  expect(steadyRows(rows, [a, b], 9)).toBe(rows)
  expect(runningRows(rows)).toBe(rows)
})

test('an ended row says how its command ended, and nothing before that is told', () => {
  const timedOut = { kind: 'timed-out', timeoutMs: 1500 }
  const items = [
    { kind: 'message', key: 'm' },
    { kind: 'command', key: 'a', attempts: [{ outcome: { kind: 'denied' } }, { outcome: timedOut }] },
    { kind: 'command', key: 'b', attempts: [{}] },
  ] as unknown as Parameters<typeof outcomeOf>[0]
  expect(['a', 'b', 'm', 'c'].map((key) => outcomeOf(items, key))).toEqual([
    timedOut,
    ...[0, 1, 2].map(() => undefined),
  ])
})
