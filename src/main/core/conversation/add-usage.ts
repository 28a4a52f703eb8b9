import type { TokenUsage } from '@shared/domain/agent-event'

/** What two requests used together. */
export function addUsage(one: TokenUsage, other: TokenUsage): TokenUsage {
  const counted = one.reasoningTokens ?? other.reasoningTokens
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    cachedInputTokens: one.cachedInputTokens + other.cachedInputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    ...(counted !== undefined && {
      reasoningTokens: (one.reasoningTokens ?? 0) + (other.reasoningTokens ?? 0),
    }),
    totalTokens: one.totalTokens + other.totalTokens,
  }
}
