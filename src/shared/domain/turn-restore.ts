import { z } from 'zod'

/** A path outside the folder of which nothing is kept, and why: see NotKept of the engine. */
export const UnkeptPath = z.strictObject({
  path: z.string(),
  why: z.enum(['too-large', 'special', 'unreadable', 'attributes', 'unavailable']),
})
export type UnkeptPath = z.infer<typeof UnkeptPath>

/** Taking back what a turn changed in the folder, or doing again what was taken back. */
export const RestoreWay = z.enum(['undo', 'redo'])
export type RestoreWay = z.infer<typeof RestoreWay>

/** What becomes of one file, by its path in the session's folder, of a run's by its whole path: it gets another content, is made again, or is removed. */
export const RestoredFile = z.strictObject({
  path: z.string(),
  becomes: z.enum(['changed', 'made', 'removed']),
})
export type RestoredFile = z.infer<typeof RestoredFile>

/**
 * What could be put back now. `files` are those that are still as the turn left them; `since` those that somebody changed after it, which
 * stay as they are unless a person says otherwise. Lists are cut at 200, `more` counts what is beyond. `tooLarge` names files that are not
 * kept. `nothing`: no turn of this session that can be taken back, or done again, changed a file. `unavailable`: no copies are kept here.
 * `run`: what a run wrote outside the folder, and its command; else `turnNumber` says of which turn it is.
 */
export const RestoreLook = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('ready'),
    way: RestoreWay,
    turnNumber: z.int().positive().optional(),
    run: z.strictObject({ id: z.string(), title: z.string() }).optional(),
    files: z.array(RestoredFile),
    since: z.array(RestoredFile),
    more: z.int().nonnegative(),
    tooLarge: z.array(z.string()),
  }),
  z.strictObject({ kind: z.literal('nothing'), way: RestoreWay }),
  z.strictObject({ kind: z.literal('unavailable'), why: z.string() }),
])
export type RestoreLook = z.infer<typeof RestoreLook>

/**
 * One thing that can be taken back, or done again, in a folder: a session's last turn that changed it, or a run that wrote outside of it. `id` names
 * it on the command line; `title` is untrusted text, the session's or the command; `at` is ISO 8601.
 */
export const Undoable = z.strictObject({
  id: z.string(),
  kind: z.enum(['turn', 'run']),
  way: RestoreWay,
  sessionId: z.string(),
  title: z.string(),
  at: z.string(),
  files: z.int().nonnegative(),
})
export type Undoable = z.infer<typeof Undoable>

/** What a person decided after a look: the very turn, or the very run, that was shown, and whether files that were changed since are put back too. */
export const RestoreWish = z.strictObject({
  way: RestoreWay,
  turnNumber: z.int().positive().optional(),
  run: z.string().min(1).max(200).optional(),
  sinceToo: z.boolean(),
})
export type RestoreWish = z.infer<typeof RestoreWish>

/**
 * How many files were put back, and which were left as they are; `narrowed`: which could not get back the owner, group, access list or attributes that
 * they had, and are for their owner alone; `unkept`: which came or changed since, are not kept, and stay. At most 200 of each.
 */
export const Restored = z.strictObject({
  files: z.int().nonnegative(),
  left: z.array(z.string()),
  narrowed: z.array(z.string()).optional(),
  unkept: z.array(z.string()).optional(),
})
export type Restored = z.infer<typeof Restored>

/**
 * What taking a conversation back to before a turn comes to: the last turn that goes, and how many turns and messages of the person go. `outside`
 * counts runs of those turns that wrote outside the folder, which are not taken back with it. `files` is what could be put back in the
 * folder, over all of these turns; the lists are as in a RestoreLook. `unavailable`: it cannot be done now.
 */
export const RewindLook = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('ready'),
    turnNumber: z.int().positive(),
    lastTurn: z.int().positive(),
    turns: z.int().positive(),
    messages: z.int().nonnegative(),
    outside: z.int().nonnegative(),
    files: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('ready'),
        files: z.array(RestoredFile),
        since: z.array(RestoredFile),
        more: z.int().nonnegative(),
        tooLarge: z.array(z.string()),
      }),
      z.strictObject({ kind: z.literal('unavailable'), why: z.string() }),
    ]),
  }),
  z.strictObject({ kind: z.literal('unavailable'), why: z.string() }),
])
export type RewindLook = z.infer<typeof RewindLook>

/** What a person decided after a look: from which turn on, the last that was shown, and whether the files go back as well. */
export const RewindWish = z.strictObject({
  turnNumber: z.int().positive(),
  lastTurn: z.int().positive(),
  files: z.boolean(),
  sinceToo: z.boolean(),
})
export type RewindWish = z.infer<typeof RewindWish>
