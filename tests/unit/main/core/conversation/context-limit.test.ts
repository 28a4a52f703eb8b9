import { userMessage } from '@shared/domain/response-item'
import { expect, test } from 'vitest'
import { ContextMeter, contextWindow } from '../../../../../src/main/core/conversation/context-limit'

test.each([
  ['gpt-5.2-codex', {}, 272_000],
  ['anthropic/claude-sonnet', {}, 200_000],
  ['some-local-model', {}, 128_000],
  ['gpt-5', { window: 8_000 }, 8_000],
])('the window of %s with %j is %i tokens', (model, limits, window) => {
  expect(contextWindow(model, limits)).toBe(window)
})

const usage = (totalTokens: number) => ({
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  totalTokens,
})

test('what the provider counted goes before the guess, and only what came since is guessed', () => {
  const meter = new ContextMeter({ window: 10_000 })
  const items = [userMessage('x'.repeat(40_000))]
  expect(meter.isFull('m', items)).toBe(true)
  meter.count(usage(8_000), 1)
  expect(meter.used(items)).toBe(8_000)
  expect(meter.isFull('m', items)).toBe(false)
  expect(meter.isFull('m', [...items, userMessage('y'.repeat(4_000))])).toBe(true)
})

test('a picture counts as a page and not by its bytes', () => {
  const meter = new ContextMeter({})
  const used = meter.used([userMessage('look', [`data:image/png;base64,${'A'.repeat(1_000_000)}`])])
  expect(used).toBeLessThan(2_000)
})
