import type { UserInput } from '@shared/domain/user-input'

/** Longest picture that is told back, in characters of its address. */
const longestImage = 1_000_000

/**
 * A message as its sender is told it. A larger picture is left out of it: every message is told three times, and whoever
 * sent it has it.
 */
export function echoedInput(input: readonly UserInput[]): readonly UserInput[] {
  return input.filter((part) => part.type !== 'image' || part.image_url.length <= longestImage)
}
