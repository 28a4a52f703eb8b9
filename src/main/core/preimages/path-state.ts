import { z } from 'zod'

const owned = { mode: z.int(), uid: z.int(), gid: z.int() }

/**
 * What lies at a path. `at`: where a copy of the content is kept; `stamp` identifies the very thing and its last change, to spare reading.
 * `other` is a socket, a pipe, a device, something that cannot be read, or
 * that has rights or attributes beyond its mode: it can be told of and never be put back.
 */
export const PathState = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('absent') }),
  z.strictObject({ kind: z.literal('folder'), ...owned }),
  z.strictObject({ kind: z.literal('link'), ...owned, target: z.string() }),
  z.strictObject({
    kind: z.literal('file'),
    ...owned,
    size: z.number(),
    mtimeMs: z.number(),
    stamp: z.string(),
    hash: z.string().optional(),
    at: z.strictObject({ pack: z.string(), offset: z.number() }).optional(),
  }),
  z.strictObject({ kind: z.literal('other'), why: z.enum(['special', 'unreadable', 'attributes']) }),
])
export type PathState = z.infer<typeof PathState>

/** Nothing there. */
export const absent: PathState = { kind: 'absent' }

/**
 * Whether two states are the same for people: another inode with the same content is. `owners`: whether it counts whose it is. Files of which no
 * content is known are the same only by their stamp.
 */
export function isSameState(one: PathState, other: PathState, owners: boolean): boolean {
  if (one.kind === 'absent' || other.kind === 'absent') return one.kind === other.kind
  if (one.kind === 'other' || other.kind === 'other') return false
  if (one.kind !== other.kind) return false
  if (owners && (one.uid !== other.uid || one.gid !== other.gid)) return false
  if (one.kind === 'link') return other.kind === 'link' && one.target === other.target
  if (one.mode !== other.mode) return false
  if (one.kind === 'folder' || other.kind === 'folder') return true
  if (other.kind !== 'file') return false
  if (one.stamp === other.stamp) return true
  return one.size === other.size && one.hash !== undefined && one.hash === other.hash
}

/** A path of which `wanted` is to come back by going this way, and what it was `left` as, so that a later change shows. A character for each byte. */
export const KeptPath = z.strictObject({
  path: z.string(),
  way: z.enum(['undo', 'redo']),
  wanted: PathState,
  left: PathState,
})
export type KeptPath = z.infer<typeof KeptPath>
