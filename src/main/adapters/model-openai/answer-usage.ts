import type { TokenUsage } from '@shared/domain/agent-event'
import { z } from 'zod'

const count = z.int().nonnegative()
const Cached = z.object({ cached_tokens: count.nullish() }).nullish().catch(undefined)

const Reasoning = z.object({ reasoning_tokens: count.nullish() }).nullish().catch(undefined)

/** Reasoning that the provider counted apart; many say 0 whatever they did. */
function reasoning(details: z.infer<typeof Reasoning>): Pick<TokenUsage, 'reasoningTokens'> {
  const tokens = details?.reasoning_tokens ?? 0
  return tokens > 0 ? { reasoningTokens: tokens } : {}
}

const ChatUsage = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  total_tokens: count.nullish(),
  prompt_tokens_details: Cached,
  completion_tokens_details: Reasoning,
})

const ResponsesUsage = z.object({
  input_tokens: count,
  output_tokens: count,
  total_tokens: count.nullish(),
  input_tokens_details: Cached,
  output_tokens_details: Reasoning,
})

/** The usage of a Chat Completions chunk. Undefined when there is none, or none that can be read: it is not worth an answer. */
export function chatUsage(value: unknown): TokenUsage | undefined {
  const usage = ChatUsage.safeParse(value).data
  if (!usage) return undefined
  return {
    inputTokens: usage.prompt_tokens,
    cachedInputTokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
    outputTokens: usage.completion_tokens,
    ...reasoning(usage.completion_tokens_details),
    totalTokens: usage.total_tokens ?? usage.prompt_tokens + usage.completion_tokens,
  }
}

/** The usage of a finished Responses answer. Undefined as for chatUsage. */
export function responsesUsage(value: unknown): TokenUsage | undefined {
  const usage = ResponsesUsage.safeParse(value).data
  if (!usage) return undefined
  return {
    inputTokens: usage.input_tokens,
    cachedInputTokens: usage.input_tokens_details?.cached_tokens ?? 0,
    outputTokens: usage.output_tokens,
    ...reasoning(usage.output_tokens_details),
    totalTokens: usage.total_tokens ?? usage.input_tokens + usage.output_tokens,
  }
}
