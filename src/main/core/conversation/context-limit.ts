import type { TokenUsage } from '@shared/domain/agent-event'
import {
  messageImages,
  messageText,
  outputImages,
  outputOf,
  outputText,
  type ResponseItem,
} from '@shared/domain/response-item'
import type { ConfigFile } from '@shared/domain/settings'
import { byteLength } from '../text/cut-text'

/**
 * What config.toml says of a model's context, in tokens; absent: the known window, and nine tenths of it. `compactPrompt` is what a summary is
 * asked for with; absent: our own words.
 */
export interface ContextLimits {
  readonly window?: number | undefined
  readonly compactAt?: number | undefined
  readonly compactPrompt?: string | undefined
}

/** The limits that a configuration sets. */
export function contextLimitsOf(
  config: Pick<ConfigFile, 'model_context_window' | 'model_auto_compact_token_limit' | 'compact_prompt'>,
): ContextLimits {
  return {
    window: config.model_context_window,
    compactAt: config.model_auto_compact_token_limit,
    compactPrompt: config.compact_prompt,
  }
}

/** Families by the beginning of their name, without a provider's prefix; the first that fits counts. */
const knownWindows: readonly (readonly [RegExp, number])[] = [
  [/^gpt-5/, 272_000],
  [/^gpt-4\.1/, 1_000_000],
  [/^o[34]/, 200_000],
  [/^codex-mini/, 200_000],
  [/^claude/, 200_000],
  [/^gemini/, 1_000_000],
  [/^qwen3-coder/, 256_000],
  [/^kimi-k2/, 256_000],
]

/** Most models of the last years, and a guess for the others: `model_context_window` says it better. */
const usualWindow = 128_000

/** How much a model can hold, in tokens. Local servers are often started with less; only their owner knows. */
export function contextWindow(model: string, { window }: ContextLimits): number {
  if (window !== undefined) return window
  const name = model.toLowerCase().split('/').at(-1) ?? ''
  return knownWindows.find(([family]) => family.test(name))?.[1] ?? usualWindow
}

/** Tokens of a text, roughly: four bytes make one. */
export function roughTokens(text: string): number {
  return Math.ceil(byteLength(text) / 4)
}

/** An image counts like a page of text: what it really takes is each provider's own affair. */
const imageTokens = 1_500

function itemTokens(item: ResponseItem): number {
  if (item.type === 'other') return 0
  const output = outputOf(item)
  const images = [...messageImages(item), ...outputImages(output ?? '')].length
  if (images === 0) return roughTokens(JSON.stringify(item))
  return images * imageTokens + roughTokens(`${messageText(item)}${outputText(output ?? '')}`)
}

/** Watches how full a session's context is. A count of the provider's goes before a guess. */
export class ContextMeter {
  readonly #limits: ContextLimits
  #counted: { readonly tokens: number; readonly items: number } | undefined
  #stopped = false

  constructor(limits: ContextLimits) {
    this.#limits = limits
  }

  /** What the provider counted for an answer, when the history had so many items. */
  count(usage: TokenUsage, items: number): void {
    this.#counted = { tokens: usage.totalTokens, items }
  }

  /** The history is another one now. */
  restart(): void {
    this.#counted = undefined
    this.#stopped = false
  }

  /** The server has said that the history is too long, whatever was counted. */
  overflow(): void {
    this.#counted = { tokens: Number.MAX_SAFE_INTEGER, items: 0 }
  }

  /** Compacting by itself has failed; it is not tried again before a compaction has worked. */
  stop(): void {
    this.#stopped = true
  }

  /** Tokens of the history with what has been added since the last count. */
  used(items: readonly ResponseItem[]): number {
    if (this.#counted?.tokens === Number.MAX_SAFE_INTEGER) return Number.MAX_SAFE_INTEGER
    const from = this.#counted?.items ?? 0
    const added = items.slice(from).reduce((sum, item) => sum + itemTokens(item), 0)
    return (this.#counted?.tokens ?? 0) + added
  }

  /** How much the model can hold, in tokens. */
  window(model: string): number {
    return contextWindow(model, this.#limits)
  }

  /** Whether the history is to be compacted before the next request. */
  isFull(model: string, items: readonly ResponseItem[]): boolean {
    const limit = this.#limits.compactAt ?? Math.floor(this.window(model) * 0.9)
    return !this.#stopped && this.used(items) >= limit
  }
}
