import { z } from 'zod'
import { Evidence } from './evidence'
import { AppliedRehearsal } from './request-rehearsal'

/**
 * What a command printed. Each text is bounded: the head and the tail are kept, and `omittedBytes` counts what was
 * dropped between them (0: nothing was). `aggregated` interleaves both streams in order of arrival.
 */
export const CommandOutput = z.strictObject({
  stdout: z.string(),
  stderr: z.string(),
  aggregated: z.string(),
  omittedBytes: z.number().int().nonnegative(),
})
export type CommandOutput = z.infer<typeof CommandOutput>

/** Nothing was printed, or nothing ran. */
export const emptyOutput: CommandOutput = { stdout: '', stderr: '', aggregated: '', omittedBytes: 0 }

const measured = { durationMs: z.number().nonnegative(), output: CommandOutput }

/**
 * How one attempt at a command ended. `denied` is only ever said on kernel evidence; `refused` means that nothing ran
 * because a person, the policy or a missing sandbox stood in the way; `failed` means that it could not be started.
 * `cancelled` by a `person`: they stopped this command alone, and its turn went on.
 */
export const CommandOutcome = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('exited'),
    exitCode: z.number().int(),
    /** Connections that the run's proxy refused, of a command that succeeded all the same, and whatever was stopped where a part of it failed; absent: nothing. */
    refused: z.array(Evidence).min(1).optional(),
    /** What was stopped of a command that failed, and is no reason for it: its tools’ own logs and caches; absent: nothing. */
    beside: z.array(Evidence).min(1).optional(),
    /** Folders that a command that failed was to remove and could only empty, as its yes had said; absent: none. */
    stays: z.array(z.string()).min(1).optional(),
    /** What its rehearsal showed was put in place instead of a run; exit code and output are the rehearsal's. Absent: it ran. */
    applied: AppliedRehearsal.optional(),
    ...measured,
  }),
  z.strictObject({
    kind: z.literal('denied'),
    exitCode: z.number().int(),
    evidence: z.array(Evidence).min(1),
    ...measured,
  }),
  z.strictObject({
    kind: z.literal('timed-out'),
    timeoutMs: z.number(),
    applied: AppliedRehearsal.optional(),
    ...measured,
  }),
  z.strictObject({ kind: z.literal('cancelled'), by: z.literal('person').optional(), ...measured }),
  z.strictObject({
    kind: z.literal('refused'),
    reason: z.string(),
    /** The command, where the policy refused it and nobody was asked; absent: somebody was. */
    unasked: z.strictObject({ command: z.array(z.string()), cwd: z.string() }).optional(),
    /** Only what it did on copies is set aside: it runs again, or is asked about again, and this is not the end of the call. */
    setAside: z.literal(true).optional(),
    /** A person stopped it, or its turn, before it ran for real; absent: nobody did. */
    stopped: z.literal(true).optional(),
  }),
  z.strictObject({ kind: z.literal('failed'), reason: z.string() }),
])
export type CommandOutcome = z.infer<typeof CommandOutcome>

/** Whether only what the command did on copies is set aside: its call goes on, and has another end. */
export const isSetAside = (outcome: CommandOutcome): boolean =>
  outcome.kind === 'refused' && outcome.setAside === true
