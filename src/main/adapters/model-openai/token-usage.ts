import type { TokenUsage } from '@shared/domain/agent-event'
import { z } from 'zod'

const count = z.int().nonnegative()
const Cached = z.object({ cached_tokens: count.nullish() }).nullish().catch(undefined)

const ChatUsage = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  total_tokens: count.nullish(),
  prompt_tokens_details: Cached,
})

const ResponsesUsage = z.object({
  input_tokens: count,
  output_tokens: count,
  total_tokens: count.nullish(),
  input_tokens_details: Cached,
})

/** The usage of a Chat Completions chunk. Undefined when there is none, or none that can be read: it is not worth an answer. */
export function chatUsage(value: unknown): TokenUsage | undefined {
  const usage = ChatUsage.safeParse(value).data
  if (!usage) return undefined
  return {
    inputTokens: usage.prompt_tokens,
    cachedInputTokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
    outputTokens: usage.completion_tokens,
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
    totalTokens: usage.total_tokens ?? usage.input_tokens + usage.output_tokens,
  }
}
