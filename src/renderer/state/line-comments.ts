import { z } from 'zod'

/** A comment that is being written, on lines of one file as they are after the change, or before it. `id` is the window's own. */
export const LineComment = z.strictObject({
  id: z.string().max(100),
  path: z.string().max(4096),
  side: z.enum(['before', 'after']),
  from: z.int().nonnegative(),
  to: z.int().nonnegative(),
  quoted: z.array(z.string().max(10_000)).max(400),
  text: z.string().max(20_000),
})
export type LineComment = z.infer<typeof LineComment>

/** By session id, in the order they were begun. */
export type LineComments = Readonly<Record<string, readonly LineComment[]>>

const prefix = 'countersign.comments.'
const Kept = z.array(LineComment).max(200)

/** The comments as they were last kept; what cannot be read is none. */
export function loadComments(storage: Storage): LineComments {
  try {
    const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    const own = names.filter((name) => name.startsWith(prefix))
    return Object.fromEntries(
      own.map((name) => [name.slice(prefix.length), read(storage.getItem(name) ?? '[]')]),
    )
  } catch {
    return {} // storage is switched off: the window starts without comments
  }
}

function read(text: string): readonly LineComment[] {
  try {
    return Kept.parse(JSON.parse(text))
  } catch {
    return [] // it holds something else
  }
}

/** Keeps those that are not as before, over a restart; failure only loses that. */
export function saveComments(storage: Storage, comments: LineComments, before: LineComments): void {
  for (const [sessionId, own] of Object.entries(comments)) {
    if (own === before[sessionId]) continue
    try {
      if (own.length === 0) storage.removeItem(prefix + sessionId)
      else storage.setItem(prefix + sessionId, JSON.stringify(own))
    } catch {
      // Storage is full or switched off: the comments stay in memory, as they would without it.
    }
  }
}
