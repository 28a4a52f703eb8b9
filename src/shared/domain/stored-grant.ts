import { z } from 'zod'
import { HookAgent } from './hook-agent'
import { YesEnds } from './nearest-rule'
import { Grant } from './grant'
import { RunPromise, ShownRun } from './run-promise'
import { WhatWasRead } from './what-was-read'

/**
 * How long a yes holds: `once` for this run, `turn` until the turn ends, `session` until the session is closed, `rule`
 * until it is revoked, for every session in that folder.
 */
export const GrantScope = z.enum(['once', 'turn', 'session', 'rule'])
export type GrantScope = z.infer<typeof GrantScope>

/** How a rule is to become narrower: another text of a command's rule, and which of its `grants` to leave out, by place from 0. */
export const NarrowerRule = z.strictObject({
  text: z.string().max(20_000).optional(),
  without: z.array(z.int().nonnegative()).max(1000).optional(),
})
export type NarrowerRule = z.infer<typeof NarrowerRule>

/**
 * A yes that holds beyond one run. It covers one command (`command`, canonical: a shell round one plain command is
 * folded away) in one folder under one sandbox policy; `key` is all of that as text. A rule is never `outside`: "do not
 * ask again" and "without the sandbox" are two different things.
 * `covers` says what else it may be: `prefix`, every plain command that begins with the words of `command`, or `host`,
 * the connections of any command in that folder to the hosts in `grants` (`command` is then empty).
 * `desk`: it is for what this agent of another maker asks, and counts for nothing of ours.
 */
export const StoredGrant = z.strictObject({
  id: z.string(),
  scope: z.enum(['turn', 'session', 'rule']),
  sessionId: z.string(),
  turnId: z.string(),
  key: z.string(),
  command: z.array(z.string()),
  covers: z.enum(['prefix', 'host']).optional(),
  desk: HookAgent.optional(),
  cwd: z.string(),
  kind: z.enum(['only-this', 'outside']),
  grants: z.array(Grant),
  /** What was read of what it lets run. It covers a run outside only while all of that is as it was. */
  whatWasRead: WhatWasRead.optional(),
  /** What was shown for it, and what its last run came to beside that. `suspended`: that was more, and it covers nothing before a new yes. */
  shown: ShownRun.optional(),
  lastRun: RunPromise.optional(),
  suspended: z.literal(true).optional(),
  /** When a rule ends; absent: it does not. */
  ends: YesEnds.optional(),
  /** Of a listed rule: its uses, and whether it counts now. Never on file. */
  usage: z
    .strictObject({
      count: z.int(),
      last: z.number().optional(),
      standing: z.enum(['in-force', 'time', 'runs', 'branch', 'unused', 'person']),
    })
    .optional(),
  createdAt: z.string(),
})
export type StoredGrant = z.infer<typeof StoredGrant>
