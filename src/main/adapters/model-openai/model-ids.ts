import { z } from 'zod'

const Listing = z.object({ data: z.array(z.object({ id: z.string().max(200).catch('') })).nullable() })

/** What cannot hold a conversation, by the words that providers have for it. */
const otherUses =
  /embed|whisper|(?:^|[-/])tts|dall-e|moderation|(?:^|[-/])(?:image|sora|rerank)|-(?:image|audio|realtime|transcribe)(?:-|$)/i
const mostModels = 500

/**
 * The models of an answer to GET /models, sorted, without those that are for something else than talking; undefined when
 * it is no such answer. Names with invisible or control characters are left out.
 */
export function modelIds(answer: unknown): string[] | undefined {
  const listing = Listing.safeParse(answer).data
  if (!listing) return undefined
  const ids = (listing.data ?? []).map(({ id }) => id)
  const usable = ids.filter((id) => id !== '' && !otherUses.test(id) && !/[\p{C}\s]/u.test(id))
  return [...new Set(usable)].sort((a, b) => a.localeCompare(b, 'en')).slice(0, mostModels)
}
