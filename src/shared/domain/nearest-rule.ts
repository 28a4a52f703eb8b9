import { z } from 'zod'

/** A moment with its offset, as ISO 8601 writes it. */
const moment = /^\d{4}(-\d\d){2}T\d\d:\d\d[\d:.]*(Z|[+-]\d\d:\d\d)$/

/** When a standing yes ends: at a moment (ISO 8601 with its offset), after so many runs, or when the folder is on another branch. Any of them ends it. */
export const YesEnds = z.strictObject({
  at: z.string().regex(moment).optional(),
  runs: z.int().positive().optional(),
  branch: z.string().optional(),
})
export type YesEnds = z.infer<typeof YesEnds>

/**
 * One thing that a run did, or would have done, and that a rule does not cover. Paths are absolute, hosts `host:port`; both are untrusted.
 * - `writes`, `deletes`, `connects`: a path or a host; `unsaved`: of the files that go so many are in no git and were not made by the session
 * - `files`: more files go than the rule says
 * - `level`: the checks say a higher level than the rule answers
 * - `ended`: all of it lies inside, but the rule does not count now; `unknown`: its uses cannot be counted
 * - `unseen`: a rehearsal could not contain it, or did not come to its end, for this reason (a kind of `RehearsalLimit`)
 */
export const OutsideRule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('writes'), path: z.string() }),
  z.strictObject({
    kind: z.literal('deletes'),
    path: z.string(),
    unsaved: z.int().optional(),
  }),
  z.strictObject({ kind: z.literal('files'), files: z.int(), most: z.int() }),
  z.strictObject({ kind: z.literal('connects'), host: z.string() }),
  z.strictObject({ kind: z.literal('level'), level: z.enum(['medium', 'high']) }),
  z.strictObject({
    kind: z.literal('ended'),
    because: z.enum(['time', 'runs', 'branch', 'unused', 'person', 'unknown']),
  }),
  z.strictObject({ kind: z.literal('unseen'), because: z.string() }),
])
export type OutsideRule = z.infer<typeof OutsideRule>

/** So many of what lies outside are kept with a request. */
export const mostOutside = 20

/** The rule that came closest to answering a request (absent: the policy of effects did), the first of what it does not cover, and how much more there is. */
export const NearestRule = z.strictObject({
  rule: z.string().optional(),
  outside: z.array(OutsideRule),
  more: z.int(),
})
export type NearestRule = z.infer<typeof NearestRule>
