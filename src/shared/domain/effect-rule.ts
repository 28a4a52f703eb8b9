import { z } from 'zod'
import { YesEnds } from './nearest-rule'

/** A folder or file pattern as a person writes it: from the workspace, from the home folder (`~/…`), or absolute. */
const PathPattern = z.string().min(1).max(500)
const CommandPattern = z.string().min(1).max(1000)

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
