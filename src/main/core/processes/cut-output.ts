import type { UnreadOutput } from './output-buffer'

/** What a model gets at most of one reading, in tokens, whatever it asks for. */
export const maxOutputTokens = 10_000

/** No provider tells us how it counts before it is asked; four characters a token is the usual estimate. */
const charactersPerToken = 4

const tokens = (characters: number): number => Math.ceil(characters / charactersPerToken)

/** Output as a model gets it. `originalTokens` is the estimate for all of it; undefined: nothing was cut. */
export interface CutOutput {
  readonly text: string
  readonly originalTokens: number | undefined
}

/**
 * Cuts the middle out of what is longer than the limit and says in its place how much is missing. The limit is clamped
 * to 1 to `maxOutputTokens`.
 */
export function cutOutput({ head, tail, omitted, total }: UnreadOutput, limit: number): CutOutput {
  const kept = Math.min(Math.max(Math.floor(limit), 1), maxOutputTokens) * charactersPerToken
  const whole = head + tail
  if (omitted === 0 && whole.length <= kept) return { text: whole, originalTokens: undefined }
  const half = Math.floor(kept / 2)
  const missing = total - half * 2
  const marker = `[… ${String(missing)} characters, about ${String(tokens(missing))} tokens, cut out here …]`
  const text = `${whole.slice(0, half)}\n${marker}\n${whole.slice(-half)}`
  // A character that the cut goes through becomes U+FFFD.
  return { text: text.toWellFormed(), originalTokens: tokens(total) }
}
