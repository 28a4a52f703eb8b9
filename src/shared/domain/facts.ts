import { z } from 'zod'
import { AssessedLevel, RiskCategory } from './risk'

/**
 * One fact as label and value. `known` is false where it could not be established; the value says why. `local`: it tells
 * of something beyond the session's folders, and is shown but not sent to a model.
 */
export const FactRow = z.strictObject({
  label: z.string(),
  value: z.string(),
  known: z.boolean(),
  local: z.literal(true).optional(),
})
export type FactRow = z.infer<typeof FactRow>

/** One line of a text that would run. `marked`: a rule of the level that counts holds for it. */
export const SourceLine = z.strictObject({
  number: z.number().int().positive(),
  text: z.string(),
  marked: z.boolean(),
})
export type SourceLine = z.infer<typeof SourceLine>

/** A script, package script, recipe, hook or inline text that would really run. `cut`: it goes on after the last line. */
export const LookThrough = z.strictObject({
  title: z.string(),
  lines: z.array(SourceLine),
  cut: z.boolean(),
})
export type LookThrough = z.infer<typeof LookThrough>

/** How files stand with git. `complete` is false when not all of them were looked at. */
export const GitStanding = z.strictObject({
  tracked: z.number().int(),
  modified: z.number().int(),
  untracked: z.number().int(),
  ignored: z.number().int(),
  complete: z.boolean(),
})
export type GitStanding = z.infer<typeof GitStanding>

/**
 * One path that the command touches. `path` is absolute, `realPath` where it leads when that is elsewhere. `inside` is
 * undefined when it is not known. Bytes and files count everything below a folder; `exact` false: at least so many.
 */
export const FactTarget = z.strictObject({
  path: z.string(),
  access: z.enum(['read', 'create', 'append', 'write', 'change', 'delete', 'move']),
  kind: z.enum(['file', 'directory', 'symlink', 'fifo', 'socket', 'device', 'missing', 'unknown']),
  realPath: z.string().optional(),
  inside: z.boolean().optional(),
  files: z.number().int().optional(),
  bytes: z.number().optional(),
  exact: z.boolean(),
  newestMs: z.number().optional(),
  git: GitStanding.optional(),
  reason: z.string().optional(),
})
export type FactTarget = z.infer<typeof FactTarget>

/** A host that the command names. `history` is undefined when the session keeps none. */
export const FactHost = z.strictObject({
  host: z.string(),
  warning: z.string().optional(),
  history: z.enum(['granted', 'seen', 'new']).optional(),
})
export type FactHost = z.infer<typeof FactHost>

/**
 * What Countersign checked of a command without running anything of it. `effect` is one line, verb first, with a full
 * stop. `readAtMs` is when the file system was looked at (milliseconds since the epoch). `complete` is false when
 * something was left out for lack of time or because there was too much of it.
 */
export const Facts = z.strictObject({
  effect: z.string(),
  rows: z.array(FactRow),
  lookThrough: z.array(LookThrough),
  targets: z.array(FactTarget),
  hosts: z.array(FactHost),
  readAtMs: z.number().optional(),
  complete: z.boolean(),
})
export type Facts = z.infer<typeof Facts>

/** One reason of the checks: the rule's id, its level, and one sentence for a person. */
export const FloorReason = z.strictObject({
  rule: z.string(),
  level: AssessedLevel,
  category: RiskCategory.optional(),
  text: z.string(),
})
export type FloorReason = z.infer<typeof FloorReason>

/**
 * What the checks say. `level` is the floor that nothing may lower; absent when no rule has an opinion, which is never
 * shown as low. Reasons stand highest level first; categories are those of the rules of that level.
 */
export const Floor = z.strictObject({
  level: AssessedLevel.optional(),
  reasons: z.array(FloorReason),
  categories: z.array(RiskCategory),
})
export type Floor = z.infer<typeof Floor>
