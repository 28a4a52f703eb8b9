import type { AgentEvent, TokenUsage } from '@shared/domain/agent-event'
import type { ModelPrices } from '@shared/domain/settings'
import { strings } from '../lib/strings'

/** Tokens of some answers, by the model that gave them (`provider/model`; '' where the record's beginning was left out). */
export type TokensByModel = Readonly<Record<string, TokenUsage>>

/** What was used. `total` is the session's as the engine counts it, `session` what this window has read of it, `turn` the last turn's. */
export interface Usage {
  readonly model: string
  readonly total: number
  readonly session: TokensByModel
  readonly turn: TokensByModel
}

/** Nothing was used. */
export const noUsage: Usage = { model: '', total: 0, session: {}, turn: {} }

/** The usage after an event; the same one where the event says nothing of it. */
export function usageAfter(usage: Usage, event: AgentEvent): Usage {
  if (event.type === 'session.configured') return { ...usage, model: `${event.provider}/${event.model}` }
  if (event.type === 'turn.started') return { ...usage, turn: {} }
  if (event.type !== 'usage.updated') return usage
  const { last, total } = event
  return {
    model: usage.model,
    total: total?.totalTokens ?? usage.total + last.totalTokens,
    session: plus(usage.session, usage.model, last),
    turn: plus(usage.turn, usage.model, last),
  }
}

function plus(tokens: TokensByModel, model: string, more: TokenUsage): TokensByModel {
  const had = tokens[model]
  if (had === undefined) return { ...tokens, [model]: more }
  const sum = {
    inputTokens: had.inputTokens + more.inputTokens,
    cachedInputTokens: had.cachedInputTokens + more.cachedInputTokens,
    outputTokens: had.outputTokens + more.outputTokens,
    totalTokens: had.totalTokens + more.totalTokens,
  }
  return { ...tokens, [model]: sum }
}

/** How many tokens these are. */
export const countOf = (tokens: TokensByModel): number =>
  Object.values(tokens).reduce((sum, { totalTokens }) => sum + totalTokens, 0)

/** An amount of money. */
export interface Cost {
  readonly amount: number
  readonly currency: string
}

/** What tokens cost; undefined where the price of one of the models is not known, or the prices are in several currencies. */
export function costOf(tokens: TokensByModel, prices: ModelPrices): Cost | undefined {
  let amount = 0
  let currency: string | undefined
  for (const [model, { inputTokens, cachedInputTokens, outputTokens }] of Object.entries(tokens)) {
    const price = prices[model]
    if (price === undefined || (currency !== undefined && currency !== price.currency)) return undefined
    currency = price.currency
    const fresh = Math.max(0, inputTokens - cachedInputTokens)
    amount +=
      fresh * price.input +
      cachedInputTokens * (price.cached_input ?? price.input) +
      outputTokens * price.output
  }
  return currency === undefined ? undefined : { amount: amount / 1_000_000, currency }
}

/** What the session cost; undefined also where a part of its record was not read. */
export function sessionCost({ total, session }: Usage, prices: ModelPrices): Cost | undefined {
  return countOf(session) === total ? costOf(session, prices) : undefined
}

/** An amount in the page's language; undefined for none. */
export const moneyOf = (cost: Cost | undefined): string | undefined =>
  cost?.amount.toLocaleString(strings.locale, {
    style: 'currency',
    currency: cost.currency,
    maximumFractionDigits: cost.amount < 1 ? 4 : 2,
  })
