import { z } from 'zod'
import { Act, Effect, EffectPlace } from './effect'
import { MachineServer } from './machine-server'
import { AssessedLevel, RiskCategory } from './risk'

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

/** Several standings as one. */
export function gitTogether(standings: readonly GitStanding[]): GitStanding {
  const sum = (what: Exclude<keyof GitStanding, 'complete'>): number =>
    standings.reduce((all, each) => all + each[what], 0)
  return {
    tracked: sum('tracked'),
    modified: sum('modified'),
    untracked: sum('untracked'),
    ignored: sum('ignored'),
    complete: standings.every(({ complete }) => complete),
  }
}

/** What is done to a path. */
export const FactAccess = z.enum(['read', 'create', 'append', 'write', 'change', 'delete', 'move'])
export type FactAccess = z.infer<typeof FactAccess>

/**
 * One path that the command touches. `path` is absolute, `realPath` where it leads when that is elsewhere; `name` and
 * `realName` are what they are called from the session's folder or with `~`. `inside` is undefined when it is not known.
 * Bytes and files count everything below a folder; `exact` false: at least so many. `spared`: a folder that the program
 * leaves alone. `unversioned`: it goes, and lies in no repository that could give it back; `gone`: the repository goes too.
 * `filtered`: of what is below it only some goes, and which is not known; `attributes`: its content stays as it is.
 * `leadsTo`: a link to a file, which is what is written to; its size and standing are given.
 */
export const FactTarget = z.strictObject({
  path: z.string(),
  name: z.string().optional(),
  access: FactAccess,
  kind: z.enum(['file', 'directory', 'symlink', 'fifo', 'socket', 'device', 'missing', 'unknown']),
  realPath: z.string().optional(),
  realName: z.string().optional(),
  inside: z.boolean().optional(),
  place: EffectPlace.optional(),
  files: z.number().int().optional(),
  bytes: z.number().optional(),
  exact: z.boolean(),
  spared: z.literal(true).optional(),
  newestMs: z.number().optional(),
  git: GitStanding.optional(),
  unversioned: z.literal(true).optional(),
  gone: z.literal(true).optional(),
  filtered: z.literal(true).optional(),
  attributes: z.literal(true).optional(),
  leadsTo: z.literal('file').optional(),
  reason: z.string().optional(),
})
export type FactTarget = z.infer<typeof FactTarget>

/** More places of one run than these are not looked for one by one, and not copied before it. */
export const mostPlacesCopied = 64

/** So many targets are kept at most: where there are as many, there may be more. */
export const mostTargets = 40

/** A host that the command names. `history` is undefined when the session keeps none. */
export const FactHost = z.strictObject({
  host: z.string(),
  warning: z.string().optional(),
  history: z.enum(['granted', 'seen', 'new']).optional(),
})
export type FactHost = z.infer<typeof FactHost>

const every = { known: z.boolean(), local: z.literal(true).optional() }

/**
 * One fact. `known` is false where it could not be established. `local`: it tells of something beyond the session's folders,
 * and is shown but not sent to a model.
 * - `target`: a path; `unfound`: what a name stands for is not known, or nothing; `more-targets`: how many more a name stands
 *   for, where that is known
 * - `branch`, `remotes`, `git-starts`, `gap`: of a repository; `gap` is what could not be read of it, in words
 * - `host`, `rights` (whose they are by way of which program), `runs-on`, `looks-into`: of the commands
 * - `machine`: a port of this machine's own loopback, outside the sandbox, and what listens there (absent: not known)
 * - `unread`: a part that could not be analysed, and why
 * - `loads-unread`: a program, variable or file by whose name more code may be loaded than was read; '' for what is beyond the limits
 * - `manifest`, `adds`, `lockfile`: of an installation
 * - `not-complete`: there was more than could be looked at; `not-shown`: so many facts are left out; `withheld`: what a model
 *   is told in place of local facts
 * - `said`: a fact of a record from before facts were kept as data
 */
export const FactRow = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('target'), ...every, target: FactTarget }),
  z.strictObject({
    kind: z.literal('unfound'),
    ...every,
    access: FactAccess,
    name: z.string(),
    why: z.enum(['not-looked', 'at-run-time', 'no-match', 'unread']),
  }),
  z.strictObject({
    kind: z.literal('more-targets'),
    ...every,
    access: FactAccess,
    name: z.string(),
    count: z.number().int().optional(),
  }),
  z.strictObject({
    kind: z.literal('branch'),
    ...every,
    branch: z.string().optional(),
    upstream: z
      .strictObject({
        remote: z.string(),
        branch: z.string(),
        ahead: z.number().int().optional(),
        behind: z.number().int().optional(),
      })
      .optional(),
  }),
  z.strictObject({
    kind: z.literal('remotes'),
    ...every,
    remotes: z.array(z.strictObject({ name: z.string(), url: z.string() })),
  }),
  z.strictObject({ kind: z.literal('git-starts'), ...every, settings: z.array(z.string()) }),
  z.strictObject({ kind: z.literal('gap'), ...every, text: z.string() }),
  z.strictObject({ kind: z.literal('host'), ...every, host: FactHost }),
  z.strictObject({
    kind: z.literal('machine'),
    ...every,
    target: z.string(),
    servers: z.array(MachineServer).optional(),
  }),
  z.strictObject({ kind: z.literal('rights'), ...every, by: z.string() }),
  z.strictObject({ kind: z.literal('runs-on'), ...every, host: z.string() }),
  z.strictObject({ kind: z.literal('looks-into'), ...every, titles: z.array(z.string()) }),
  z.strictObject({ kind: z.literal('unread'), ...every, reason: z.string() }),
  z.strictObject({ kind: z.literal('loads-unread'), ...every, by: z.string() }),
  z.strictObject({
    kind: z.literal('manifest'),
    ...every,
    file: z.string(),
    found: z.enum(['read', 'there', 'missing', 'malformed', 'unread']),
    reason: z.string().optional(),
    dependencies: z.number().int().optional(),
    /** The project's own scripts that an installation runs; absent: none does, since it says so. */
    scripts: z.array(z.string()).optional(),
  }),
  z.strictObject({ kind: z.literal('adds'), ...every, names: z.array(z.string()) }),
  z.strictObject({ kind: z.literal('lockfile'), ...every, files: z.array(z.string()) }),
  z.strictObject({ kind: z.literal('not-complete'), ...every }),
  z.strictObject({ kind: z.literal('not-shown'), ...every, count: z.number().int() }),
  z.strictObject({ kind: z.literal('withheld'), ...every }),
  z.strictObject({ kind: z.literal('said'), ...every, label: z.string(), value: z.string() }),
])
export type FactRow = z.infer<typeof FactRow>

/**
 * The commands that a line is made of, where there are several: `length` is the line's, and `at` where each begins in it, in UTF-16
 * units and in order. `stopped`: what was reported is its doing, and no other's.
 */
export const CommandParts = z.strictObject({
  length: z.number().int(),
  parts: z.array(z.strictObject({ at: z.number().int(), stopped: z.literal(true).optional() })),
})
export type CommandParts = z.infer<typeof CommandParts>

/**
 * What Countersign checked of a command without running anything of it. `effect` is what leads the request. `readAtMs` is
 * when the file system was looked at (milliseconds since the epoch). `complete` is false when something was left out for lack
 * of time, because there was too much of it, because a part of it could not be analysed, or because more code may be loaded
 * than was read.
 */
export const Facts = z.strictObject({
  effect: Effect,
  line: CommandParts.optional(),
  rows: z.array(FactRow),
  lookThrough: z.array(LookThrough),
  targets: z.array(FactTarget),
  hosts: z.array(FactHost),
  readAtMs: z.number().optional(),
  complete: z.boolean(),
})
export type Facts = z.infer<typeof Facts>

/**
 * One reason of the checks: the rule's id, which stays the same from version to version, its level, and what it found, as the
 * untrusted text that it was written as (`detail`) or as what it does (`act`). `does` are the words of a record of programs.
 * `warning` is what is odd about the host in `detail`. `hidden`: it holds for a file of which nothing is told. `said` is the
 * sentence of a record from before reasons were kept as data. Put into words by `shared/messages/reason.ts` alone.
 */
export const FloorReason = z.strictObject({
  rule: z.string(),
  level: AssessedLevel,
  category: RiskCategory.optional(),
  detail: z.string().optional(),
  act: Act.optional(),
  does: z.string().optional(),
  warning: z.string().optional(),
  hidden: z.literal(true).optional(),
  said: z.string().optional(),
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

/** True where all that is known to be touched was looked at, whatever is said beside it not to be known or read. */
export const lookedAtAll = ({ complete, rows }: Pick<Facts, 'complete' | 'rows'>): boolean =>
  complete ||
  (rows.some(({ kind }) => kind === 'loads-unread' || kind === 'unread') &&
    !rows.some(({ kind }) => kind === 'not-complete'))
