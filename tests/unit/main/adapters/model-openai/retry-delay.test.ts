import { expect, test } from 'vitest'
import { retryAfter, retryBudget } from '../../../../../src/main/adapters/model-openai/retry-delay'

const now = Date.UTC(2026, 0, 1)

test.each<[headers: Record<string, string>, wait: number | undefined]>([
  [{}, undefined],
  [{ 'retry-after': '2' }, 2000],
  [{ 'retry-after': '0.5' }, 500],
  [{ 'retry-after': '0' }, undefined],
  [{ 'retry-after': '-3' }, undefined],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': '86400' }, 60_000],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:03 GMT' }, 3000],
  [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, undefined],
  [{ 'retry-after-ms': '1250', 'retry-after': '9' }, 1250],
  [{ 'retry-after-ms': 'x', 'retry-after': '9' }, 9000],
])('%o asks to wait for %s ms', (headers, wait) => {
  expect(retryAfter({ headers: new Headers(headers) }, now)).toBe(wait)
})

test.each([[undefined], [new Error('no headers')], [{ headers: { 'retry-after': '1' } }]])(
  'an error that is no answer asks for nothing: %s',
  (error) => {
    expect(retryAfter(error, now)).toBeUndefined()
  },
)

test('the waits double from about 200 ms to about 30 s and then stay', () => {
  const budget = retryBudget({ request_max_retries: 100, stream_max_retries: 0 })
  const waits = Array.from({ length: 100 }, () => budget.next('request', undefined) ?? Number.NaN)
  const plain = waits.map((_, index) => Math.min(200 * 2 ** index, 30_000))
  expect(waits.every((wait, index) => Math.abs(wait - (plain[index] ?? 0)) <= (plain[index] ?? 0) / 10)).toBe(
    true,
  )
  expect(budget.next('request', undefined)).toBeUndefined()
})

test('requests count in a row and streams in all', () => {
  const budget = retryBudget({ request_max_retries: 1, stream_max_retries: 2 })
  const steps = ['request', 'stream', 'request', 'stream', 'request', 'request'] as const
  expect(steps.map((step) => budget.next(step, 1) !== undefined)).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
  ])
  expect(budget.next('stream', 1)).toBeUndefined()
})

test('nothing is tried again with no retries, nor what can only fail again', () => {
  const none = retryBudget({ request_max_retries: 0, stream_max_retries: 0 })
  expect([none.next('request', 5), none.next('stream', 5)]).toEqual([undefined, undefined])
  expect(retryBudget({ request_max_retries: 9, stream_max_retries: 9 }).next('never', 5)).toBeUndefined()
})
