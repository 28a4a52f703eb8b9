import { z } from 'zod'
import { GitSetting } from './grant'
import { NamedPath } from './named-path'

/** Where something lies, seen from the session's folders. */
export const EffectPlace = z.enum(['inside', 'temporary', 'outside'])
export type EffectPlace = z.infer<typeof EffectPlace>

/** What is done to files. */
export const FileVerb = z.enum([
  'delete',
  'move',
  'overwrite',
  'change',
  'write',
  'create',
  'link',
  'change-mode',
  'change-owner',
])
export type FileVerb = z.infer<typeof FileVerb>

/**
 * What is known of the files an effect is about.
 * - `one`: a single thing, with `bytes` where it is a file; `tree`: folders or several things, with what lies in them
 * - `below`: some files below the named folders; `missing`: nothing is there yet, or any more
 * - `spared`: folders that the program leaves alone; `no-match`: a pattern that fits nothing
 * - `unread`, `not-looked`: could not be looked at, or not all of it was; `at-run-time`: the shell alone knows which
 */
export const FileState = z.enum([
  'one',
  'tree',
  'below',
  'missing',
  'spared',
  'no-match',
  'unread',
  'not-looked',
  'at-run-time',
])
export type FileState = z.infer<typeof FileState>

/**
 * Something done to files. `names`, the largest first, are at most twelve; `moreNames` counts the rest. `things` counts what
 * was found under them, `files` and `bytes` everything in that; `exact` false: at least so much. `filtered`: of what was
 * counted, only what fits a condition. `place` is absent where nothing was found.
 */
export const FileAct = z.strictObject({
  kind: z.literal('files'),
  verb: FileVerb,
  state: FileState,
  names: z.array(NamedPath),
  moreNames: z.number().int().positive().optional(),
  things: z.number().int(),
  files: z.number().int().optional(),
  bytes: z.number().optional(),
  exact: z.boolean(),
  filtered: z.literal(true).optional(),
  place: EffectPlace.optional(),
})
export type FileAct = z.infer<typeof FileAct>

const hosts = z.array(z.string())

/**
 * One thing that a command, a patch or a text does.
 * - `patch`: `files` in all, of which it deletes `removes`, and of which `beyond` lie outside the writable folders; with
 *   `elsewhere`, outside the folder that an agent of another maker works in, which nothing of ours holds
 * - `send`: `what` it sends; `of` names it for `output` (the program) and `named` (as the command calls it)
 * - `install`: `source` is where the packages come from, where that is not the usual place
 * - `fetch`: downloads into a repository; without hosts, from the repository's own remote
 * - `push`: `branches` are those named; `scope` says what is pushed otherwise. `deletes` are deleted on the remote besides
 * - `general`: what needs no object, or no more than its `names`
 * - `reason`: what the gravest check says of it, as it says it (see FloorReason), where no more is known
 * - `input`: text for a running command; `session` is its number, where it has one
 * - `call-tool`: a tool of an MCP server; what it does is the server's affair
 * - `git-settings`: keys of a repository's own configuration
 * - `run`: nothing is known of it but its text
 * - `said`: the sentence of a record from before effects were kept as data
 */
export const Act = z.discriminatedUnion('kind', [
  FileAct,
  z.strictObject({
    kind: z.literal('patch'),
    names: z.array(NamedPath),
    files: z.number().int(),
    removes: z.number().int(),
    beyond: z.number().int(),
    elsewhere: z.literal(true).optional(),
  }),
  z.strictObject({
    kind: z.literal('send'),
    what: z.enum(['data', 'environment', 'workspace', 'database', 'output', 'named']),
    of: z.string().optional(),
    hosts,
  }),
  z.strictObject({ kind: z.literal('connect'), hosts }),
  z.strictObject({ kind: z.literal('fetch'), hosts }),
  z.strictObject({ kind: z.literal('run-code'), host: z.string().optional() }),
  z.strictObject({ kind: z.literal('run-elsewhere'), program: z.string(), host: z.string().optional() }),
  z.strictObject({
    kind: z.literal('push'),
    verb: z.enum(['send', 'overwrite', 'delete']),
    scope: z.enum(['named', 'current', 'tags', 'every-branch', 'mirror', 'pruned']),
    branches: z.array(z.string()),
    deletes: z.array(z.string()),
    commits: z.number().int().optional(),
    remote: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal('publish'), program: z.string() }),
  z.strictObject({
    kind: z.literal('install'),
    program: z.string(),
    names: z.array(z.string()),
    source: z.string().optional(),
  }),
  z.strictObject({
    kind: z.literal('general'),
    what: z.enum([
      'start-up',
      'listen',
      'drop-changes',
      'clean',
      'drop-stash',
      'clear-stashes',
      'drop-branch',
      'drop-tag',
      'stop-processes',
      'stop-machine',
    ]),
    names: z.array(z.string()).optional(),
  }),
  z.strictObject({ kind: z.literal('input'), session: z.string().optional() }),
  z.strictObject({ kind: z.literal('call-tool'), server: z.string(), tool: z.string() }),
  z.strictObject({ kind: z.literal('git-settings'), settings: z.array(GitSetting) }),
  z.strictObject({ kind: z.literal('run'), text: z.string() }),
  z.strictObject({
    kind: z.literal('reason'),
    rule: z.string(),
    does: z.string().optional(),
    detail: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal('said'), text: z.string() }),
])
export type Act = z.infer<typeof Act>

/**
 * What leads a request: the gravest act, the script or recipe that it comes from where it does not stand in the command
 * itself, another act of level high (`also`), and how many further effects there are. Put into words by `shared/messages/effect.ts` alone.
 */
export const Effect = z.strictObject({
  act: Act,
  from: z.string().optional(),
  also: Act.optional(),
  others: z.number().int().positive().optional(),
})
export type Effect = z.infer<typeof Effect>

/**
 * What kind of effect a rule stands for, as rules and records of programs declare it; what it is done to is read from the
 * command. Absent: the rule leads no request.
 */
export const EffectKind = z.enum([
  'delete',
  'write',
  'start-up',
  'send-precious',
  'send',
  'connect',
  'service',
  'listen',
  'run-elsewhere',
  'run-code',
  'push',
  'force-push',
  'drop-changes',
  'clean',
  'drop-stash',
  'clear-stashes',
  'drop-branch',
  'drop-tag',
  'fetch',
  'publish',
  'install',
  'stop-processes',
  'stop-machine',
])
export type EffectKind = z.infer<typeof EffectKind>
