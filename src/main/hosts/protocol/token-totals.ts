import type { TokenUsage, ProviderLimits, RateLimitWindow } from '@shared/domain/agent-event'
import type { RateLimits, WireTokenUsage } from './conversation-events'
import type { EventMsg } from './event-msg'

const none: WireTokenUsage = {
  input_tokens: 0,
  cached_input_tokens: 0,
  output_tokens: 0,
  reasoning_output_tokens: 0,
  total_tokens: 0,
}

/** Adds up a conversation's tokens and tells them in the wire's form; reasoning that nobody counted apart is 0. */
export class TokenTotals {
  #window: number | null = null
  #total = none
  #last: WireTokenUsage | undefined
  #limits: RateLimits = { primary: null, secondary: null }

  /** What the model can hold, in tokens; null before its first answer. */
  get window(): number | null {
    return this.#window
  }

  /** Counts one answer of the model; an undefined `window` leaves what is known of it. */
  add(usage: TokenUsage, window?: number): void {
    this.#window = window ?? this.#window
    this.#last = {
      input_tokens: usage.inputTokens,
      cached_input_tokens: usage.cachedInputTokens,
      output_tokens: usage.outputTokens,
      reasoning_output_tokens: usage.reasoningTokens ?? 0,
      total_tokens: usage.totalTokens,
    }
    const last = this.#last
    const total = this.#total
    this.#total = {
      input_tokens: total.input_tokens + last.input_tokens,
      cached_input_tokens: total.cached_input_tokens + last.cached_input_tokens,
      output_tokens: total.output_tokens + last.output_tokens,
      reasoning_output_tokens: total.reasoning_output_tokens + last.reasoning_output_tokens,
      total_tokens: total.total_tokens + last.total_tokens,
    }
  }

  /** Takes what the provider says of its limits; what it does not say of one stays as it was. */
  limit(limits: ProviderLimits): void {
    const { primary, secondary } = wireLimits(limits)
    this.#limits = {
      primary: primary ?? this.#limits.primary,
      secondary: secondary ?? this.#limits.secondary,
    }
  }

  /** The `token_count` of now; `info` is null before the first answer. */
  event(): EventMsg {
    const info = this.#last && {
      total_token_usage: this.#total,
      last_token_usage: this.#last,
      model_context_window: this.#window,
    }
    return { type: 'token_count', info: info ?? null, rate_limits: this.#limits }
  }
}

const wireWindow = (window: RateLimitWindow | undefined): RateLimits['primary'] =>
  window
    ? {
        used_percent: window.usedPercent,
        window_minutes: window.windowMinutes ?? null,
        resets_at: window.resetsAt ?? null,
      }
    : null

/** A provider's limits in the wire's form; null for one of which it says nothing. */
export function wireLimits({ primary, secondary }: ProviderLimits): RateLimits {
  return { primary: wireWindow(primary), secondary: wireWindow(secondary) }
}
