import { messageText, userMessage, type ResponseItem } from '@shared/domain/response-item'
import { isUserMessage } from './session-prefix'

/** What is kept of the user's own words, in characters: the 20,000 tokens of semantics §7.4 at about four each. */
const keptCharacters = 80_000

/**
 * The history after a compaction of which only the summary is on record (semantics §7.4): the session's prefix, the
 * user's messages, the latest first to be kept, and the summary in their place.
 */
export function compactedHistory(items: readonly ResponseItem[], summary: string): ResponseItem[] {
  const prefix = items.filter(
    (item) => item.type === 'message' && item.role === 'user' && !isUserMessage(item),
  )
  const kept: string[] = []
  let left = keptCharacters
  for (const item of items.filter(isUserMessage).reverse()) {
    const text = messageText(item).slice(0, left)
    left -= text.length
    if (text !== '') kept.unshift(text)
  }
  return [...prefix, ...kept.map(userMessage), userMessage(summary)]
}
