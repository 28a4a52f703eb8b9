import { z } from 'zod'
import { GitStanding } from './facts'
import { OnlyHunks } from './only-hunks'
import { Rehearsal, RehearsalChange } from './rehearsal'

/**
 * What of a changed thing can be looked at. `text`: `diff` has the hunks of a unified diff ('' for an empty file); `link`: the hunks of
 * where it leads. `secret`: it may hold keys or passwords, or commands may not read it; `outside`: it lies beyond the session's
 * folders. `large`: more than is shown. `none`: there is nothing to look at, or it cannot be read.
 */
export const RehearsedContent = z.enum(['text', 'binary', 'link', 'secret', 'outside', 'large', 'none'])
export type RehearsedContent = z.infer<typeof RehearsedContent>

/** One change as it is shown. `modes` are permissions as four octal digits; `git` is how git stands to what is deleted. */
export const RehearsedChange = RehearsalChange.extend({
  content: RehearsedContent,
  diff: z.string().optional(),
  modes: z.strictObject({ before: z.string(), after: z.string() }).optional(),
  git: GitStanding.optional(),
})
export type RehearsedChange = z.infer<typeof RehearsedChange>

/** How many changes there are of each kind; `files` and `bytes` are those that deletions come to. */
export const RehearsalCounts = z.strictObject({
  created: z.int(),
  changed: z.int(),
  deleted: z.int(),
  moved: z.int(),
  mode: z.int(),
  files: z.int(),
  bytes: z.number(),
})
export type RehearsalCounts = z.infer<typeof RehearsalCounts>

/** What of a rehearsal was put in place, the paths of the changes that were left out, and the files of which only some hunks were taken. `rule`: the effect rule that answered for a person; `unasked`: the policy of effects did. `git`: git's own files among them, which `counts` leaves out. */
export const AppliedRehearsal = z.strictObject({
  counts: RehearsalCounts,
  leftOut: z.array(z.string()),
  onlyHunks: z.array(OnlyHunks).optional(),
  rule: z.string().optional(),
  unasked: z.literal(true).optional(),
  git: z.literal(true).optional(),
})
export type AppliedRehearsal = z.infer<typeof AppliedRehearsal>

/**
 * Why what was rehearsed cannot be put in place as it was shown, and is run for real instead.
 * - `limits`: it shows not all; `ended`: it did not end by itself; `attempts`: it wanted to connect; `stopped`: something was refused
 * - `nothing`: it changed nothing; `many`: more changes than are listed; `room`: too much is kept already
 * - of one path: `hard-links`: a file with several names; `owner`: somebody else's; `special`: a kind or a mode that is not made;
 *   `guarded`: what no command may change; `name`: a name that cannot be shown as it is; `moved-away`: it is not where, or what, it was when it began
 * - `unavailable`: nothing can be put in place here
 */
export const NotAppliedBecause = z.enum([
  ...(['limits', 'ended', 'attempts', 'stopped', 'nothing', 'many', 'room'] as const),
  ...(['hard-links', 'owner', 'special', 'guarded', 'name', 'moved-away', 'unavailable'] as const),
])
export type NotAppliedBecause = z.infer<typeof NotAppliedBecause>

/** Whether what was rehearsed can be put in place as it was shown, by an answer that names `id`. */
export const RehearsalApplies = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('possible'), id: z.string() }),
  z.strictObject({ kind: z.literal('run'), because: NotAppliedBecause, path: z.string().optional() }),
])
export type RehearsalApplies = z.infer<typeof RehearsalApplies>

/**
 * What a rehearsal found, bounded for display: `changes` are the first of what `counts` counts, `limits` the first and `moreLimits`
 * how many besides. `output` is the end of what it printed.
 * `applies` is absent where nobody looked. All names and texts are untrusted.
 */
export const ShownRehearsal = Rehearsal.extend({
  counts: RehearsalCounts,
  changes: z.array(RehearsedChange),
  moreLimits: z.int(),
  output: z.string(),
  applies: RehearsalApplies.optional(),
})
export type ShownRehearsal = z.infer<typeof ShownRehearsal>

/**
 * How the rehearsal of a request stands. `offered`: it begins when the person asks for it, since the settings say so (`asks`) or since
 * a rehearsal would not contain what the rule found (`not-contained`). `running`: it has begun, or waits for another of its session.
 */
export const RequestRehearsal = z.discriminatedUnion('state', [
  z.strictObject({
    state: z.literal('offered'),
    because: z.enum(['asks', 'not-contained']),
    rule: z.string().optional(),
  }),
  z.strictObject({ state: z.literal('running') }),
  z.strictObject({ state: z.literal('found'), found: ShownRehearsal }),
])
export type RequestRehearsal = z.infer<typeof RequestRehearsal>

/**
 * Whether a rehearsal tells what a command would change: it showed a change, and was let write wherever the command wanted to. One that
 * showed none proves little, without a network or for a program that looks where it runs.
 */
export function reportsChanges({ status, counts, limits }: ShownRehearsal): boolean {
  const { created, changed, deleted, moved, mode } = counts
  const isPart = limits.some(({ kind }) => kind === 'refused' || kind === 'not-opened')
  return status !== 'unavailable' && !isPart && created + changed + deleted + moved + mode > 0
}
