import type { AgentEvent } from '@shared/domain/agent-event'
import { expect, test } from 'vitest'
import { costOf, countOf, noUsage, sessionCost, usageAfter } from '../../../../src/renderer/state/token-usage'

const configured = (model: string): AgentEvent => ({
  ...{ type: 'session.configured', cwd: '/w', provider: 'openai', model, approvalPolicy: 'never' },
  sandboxPolicy: { mode: 'danger-no-network' },
})
const turn: AgentEvent = { type: 'turn.started', turnId: 't', turnNumber: 1 }
const used = (
  inputTokens: number,
  cachedInputTokens: number,
  outputTokens: number,
  total?: number,
): AgentEvent => {
  const tokens = { inputTokens, cachedInputTokens, outputTokens }
  const totalTokens = inputTokens + outputTokens
  return {
    type: 'usage.updated',
    last: { ...tokens, totalTokens },
    ...(total !== undefined && { total: { ...tokens, totalTokens: total } }),
  }
}
const after = (...events: AgentEvent[]) => events.reduce(usageAfter, noUsage)
const prices = {
  'openai/big': { input: 2, cached_input: 0.5, output: 10, currency: 'USD' },
  'openai/small': { input: 1, output: 1, currency: 'USD' },
  'openai/euro': { input: 1, output: 1, currency: 'EUR' },
}

test('tokens are counted for the turn and the session, and cost what the configuration says', () => {
  const usage = after(
    configured('big'),
    turn,
    used(1_000_000, 400_000, 100_000),
    turn,
    used(500_000, 0, 0, 1_600_000),
  )
  expect([countOf(usage.turn), usage.total]).toEqual([500_000, 1_600_000])
  expect(costOf(usage.turn, prices)).toEqual({ amount: 1, currency: 'USD' })
  expect(sessionCost(usage, prices)?.amount).toBeCloseTo(1.2 + 0.2 + 1 + 1)
})

test('each model costs its own; one without a price leaves tokens alone, and so do two currencies', () => {
  const two = after(
    configured('big'),
    turn,
    used(1_000_000, 0, 0),
    configured('small'),
    used(1_000_000, 0, 0),
  )
  expect(sessionCost(two, prices)).toEqual({ amount: 3, currency: 'USD' })
  const unknown = after(configured('big'), turn, used(1, 0, 0), configured('other'), used(1, 0, 0))
  expect([sessionCost(unknown, prices), unknown.total]).toEqual([undefined, 2])
  const mixed = after(configured('big'), turn, used(1, 0, 0), configured('euro'), used(1, 0, 0))
  expect(sessionCost(mixed, prices)).toBeUndefined()
})

test('of a record that was read in part the session’s tokens are known, and not what they cost', () => {
  const usage = after(configured('big'), turn, used(10, 0, 0, 5000))
  expect([usage.total, sessionCost(usage, prices), costOf(usage.turn, prices)?.currency]).toEqual([
    5000,
    undefined,
    'USD',
  ])
  expect(costOf(after(turn, used(10, 0, 0)).turn, prices)).toBeUndefined()
})

test('nothing used costs nothing that is known', () => {
  expect([costOf({}, prices), sessionCost(noUsage, prices)]).toEqual([undefined, undefined])
})
