import type { TokenUsage, ProviderLimits, RateLimitWindow } from '@shared/domain/agent-event'
import type { WireLimits } from './protocol/notifications'

/** No tokens at all. */
export const noUsage: TokenUsage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, totalTokens: 0 }

/** The tokens of both. */
export function addedUsage(one: TokenUsage, other: TokenUsage): TokenUsage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    cachedInputTokens: one.cachedInputTokens + other.cachedInputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    reasoningTokens: (one.reasoningTokens ?? 0) + (other.reasoningTokens ?? 0),
    totalTokens: one.totalTokens + other.totalTokens,
  }
}

/** Tokens in this protocol's words; no provider of ours tells apart what was written to a cache. */
export function wireTokens(usage: TokenUsage) {
  return {
    totalTokens: usage.totalTokens,
    inputTokens: usage.inputTokens,
    cachedInputTokens: usage.cachedInputTokens,
    cacheWriteInputTokens: 0,
    outputTokens: usage.outputTokens,
    reasoningOutputTokens: usage.reasoningTokens ?? 0,
  }
}

const windowOf = (limit: RateLimitWindow | undefined): WireLimits['primary'] =>
  limit
    ? {
        usedPercent: limit.usedPercent,
        windowDurationMins: limit.windowMinutes ?? null,
        resetsAt: limit.resetsAt ?? null,
      }
    : null

/** A provider's limits in this protocol's words; null for what it says nothing of. */
export function limitsOf({ primary, secondary }: ProviderLimits): WireLimits {
  return {
    limitId: 'codex',
    limitName: null,
    normalModelSlug: null,
    primary: windowOf(primary),
    secondary: windowOf(secondary),
    credits: null,
    individualLimit: null,
    spendControlReached: null,
    planType: null,
    rateLimitReachedType: null,
  }
}
