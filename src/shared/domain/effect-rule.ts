import { z } from 'zod'

/** A folder or file pattern as a person writes it: from the workspace, from the home folder (`~/…`), or absolute. */
const PathPattern = z.string().min(1).max(500)
const CommandPattern = z.string().min(1).max(1000)

/** When a standing yes ends: at a moment (ISO 8601 with its offset), after so many runs, or when the folder is on another branch. Any of them ends it. */
export const YesEnds = z.strictObject({
  at: z.iso.datetime({ offset: true }).optional(),
  runs: z.int().positive().max(1_000_000).optional(),
  branch: z.string().min(1).max(300).optional(),
})
export type YesEnds = z.infer<typeof YesEnds>

/**
 * What a rule lets happen without a question, as it stands in `rules.toml` (docs/spec/effect-rules.md).
 * `where`: the folders of sessions that it is for; absent: all. `commands`: plain commands, with ` *` at the end for any further words;
 * absent: whatever can be rehearsed. `writes`: what may be created or changed. `deletes`: what may go, at most so many files, and
 * of these at most so many that are neither in git nor made by this session. `hosts` are `host:port`. `level` is the highest that it answers.
 * `match` and `no_match` are commands that are checked when the file is read.
 */
export const EffectRule = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(60)
    .regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u, 'a name of printable characters'),
  where: z.array(PathPattern).min(1).max(100).optional(),
  commands: z.array(CommandPattern).min(1).max(200).optional(),
  writes: z.array(PathPattern).max(200).default([]),
  deletes: z
    .strictObject({
      below: z.array(PathPattern).min(1).max(200),
      files: z.int().nonnegative().max(1_000_000),
      unsaved: z.int().nonnegative().max(1_000_000).default(0),
    })
    .optional(),
  hosts: z.array(z.string().min(1).max(300)).max(100).default([]),
  level: z.enum(['low', 'medium', 'high']).default('medium'),
  ends: YesEnds.optional(),
  match: z.array(CommandPattern).max(100).default([]),
  no_match: z.array(CommandPattern).max(100).default([]),
})
export type EffectRule = z.infer<typeof EffectRule>

/**
 * One thing that a run did, or would have done, and that a rule does not cover. Paths are absolute, hosts `host:port`; both are untrusted.
 * - `writes`, `deletes`, `connects`: a path or a host; `unsaved`: of the files that go so many are in no git and were not made by the session
 * - `files`: more files go than the rule says
 * - `level`: the checks say a higher level than the rule answers
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
  z.strictObject({ kind: z.literal('unseen'), because: z.string() }),
])
export type OutsideRule = z.infer<typeof OutsideRule>

/** So many of what lies outside are kept with a request. */
export const mostOutside = 20

/** The rule that came closest to answering a request (absent: the policy of effects did), the first of what it does not cover, and how much more there is. */
export const NearestRule = z.strictObject({
  rule: z.string().optional(),
  outside: z.array(OutsideRule),
  more: z.int().nonnegative(),
})
export type NearestRule = z.infer<typeof NearestRule>
