import { z } from 'zod'

/**
 * One thing that a command would change. `path` is absolute and as in the real world; what is no UTF-8 in it shows as U+FFFD.
 * `bytes` is the size afterwards, of what is deleted the size that it had. `files` counts those of a folder that is deleted or
 * moved as a whole. `from` is where a moved one was. `changed` is another content (and perhaps another mode), `mode` is only that.
 * `forgets`: it is a record of git's own (a log, a ref) in which something stood that git then no longer has.
 */
export const RehearsalChange = z.strictObject({
  path: z.string(),
  kind: z.enum(['created', 'changed', 'deleted', 'moved', 'mode']),
  type: z.enum(['file', 'folder', 'link', 'pipe', 'socket', 'device']),
  from: z.string().optional(),
  bytes: z.number(),
  files: z.number().int().optional(),
  forgets: z.literal(true).optional(),
})
export type RehearsalChange = z.infer<typeof RehearsalChange>

/** What a command tried to reach in its rehearsal, and did not: `host:port`, or a Unix socket, which nothing names. */
export const RehearsalAttempt = z.strictObject({
  kind: z.enum(['network', 'socket']),
  target: z.string(),
})
export type RehearsalAttempt = z.infer<typeof RehearsalAttempt>

/**
 * What a rehearsal does not show, or what ended it.
 * - `network`: what was tried, and refused; `socket`: a Unix socket was asked for, and refused
 * - `no-server`: it failed and says that nobody answered: a rehearsal has a network of its own, in which nothing listens
 * - `left-running`: what it started still ran when it ended, and was ended; what that does later is not shown
 * - `time`, `bytes`, `entries`, `room`, `cancelled`: it was ended by that
 * - `folder-rename`: a folder could not be renamed in the view, as it could be in the real world
 * - `hard-links`: other names of this file keep the old content in the view, and would not in the real world
 * - `mount`: another file system, which was seen empty
 * - `refused`: a write outside of what was rehearsed; `closed`: a read of what commands may not read, which gave nothing;
 *   `attributes`: a file got another owner or other attributes, or was opened to be written and was not; `not-opened`: named by the command, and could not be rehearsed
 * - `not-counted`: a deleted folder that was not counted to its end; `too-deep`: what lies below was not looked at
 */
export const RehearsalLimit = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('network'), hosts: z.array(z.string()) }),
  z.strictObject({
    kind: z.enum(['socket', 'no-server', 'left-running', 'folder-rename', 'room', 'cancelled']),
  }),
  z.strictObject({ kind: z.literal('time'), ms: z.number() }),
  z.strictObject({ kind: z.enum(['bytes', 'entries']), limit: z.number() }),
  z.strictObject({
    kind: z.enum([
      ...(['hard-links', 'mount', 'refused', 'closed', 'attributes'] as const),
      ...(['not-opened', 'not-counted', 'too-deep'] as const),
    ]),
    path: z.string(),
  }),
])
export type RehearsalLimit = z.infer<typeof RehearsalLimit>

/**
 * What came of rehearsing one command. `done`: it ran to its end; `timed-out`: it did not in its time, and `changes` are those up
 * to then; `refused`: it may not be rehearsed, or was ended for another reason; `unavailable`: nothing can be rehearsed here.
 * `reason` says why, for the last two, as a clause in plain words. `exitCode` is null where it did not end by itself.
 */
export const Rehearsal = z.strictObject({
  status: z.enum(['done', 'timed-out', 'refused', 'unavailable']),
  reason: z.string().optional(),
  exitCode: z.number().int().nullable(),
  changes: z.array(RehearsalChange),
  attempts: z.array(RehearsalAttempt),
  limits: z.array(RehearsalLimit),
  durationMs: z.number(),
})
export type Rehearsal = z.infer<typeof Rehearsal>
