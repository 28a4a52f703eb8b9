import { z } from 'zod'
import { AssessedLevel, RiskCategory } from './risk'

const name = z
  .string()
  .regex(
    /^[\p{L}\p{N}_.+*:[-]{1,80}$/u,
    'a program name without folders; `*` stands for any characters of it',
  )
const option = z.string().regex(/^-[^\s]{1,80}$/, 'an option with its dashes, such as "--force" or "-f"')
const verbs = z
  .string()
  .regex(/^([^\s-][^\s]*( [^\s]+)*)?$/, 'words with one blank between them, such as "volume rm|remove"')
const example = z.string().min(1).max(500)

/**
 * What one way of calling a program does. It holds where every part that is given holds:
 * - `verbs`: one of these stands at the start of the words that are no options and no values of options. Words are separated
 *   by one blank, `a|b` is either, `*` any characters; `""` is a call without any such word
 * - `words`: some word of the call, an option or not, is one of these; `*` is any characters, `[*]` the star itself
 * - `with`: one of these options is given; `without`: none of these is
 *
 * Of a record's effects the first that holds counts. A short option is found in a cluster, and a long one when it is cut short
 * or has its value behind `=`, wherever that raises the level: a doubt never lowers it.
 */
export const ProgramEffect = z.strictObject({
  /** `family.name`, by which tests and rules know it. Absent in records of a person. */
  id: z
    .string()
    .regex(/^[a-z-]+\.[a-z-]+$/)
    .optional(),
  verbs: z.array(verbs).optional(),
  words: z.array(z.string().min(1)).optional(),
  with: z.array(option).optional(),
  without: z.array(option).optional(),
  level: AssessedLevel,
  categories: z.array(RiskCategory).default([]),
  /** Third person, as in "It deletes volumes for good": "deletes volumes for good". */
  does: z.string().min(3).max(200),
  /** Calls that have this effect, and calls of the same program that have not. Checked whenever the record is loaded. */
  examples: z.array(example).min(1),
  not: z.array(example).default([]),
})
export type ProgramEffect = z.infer<typeof ProgramEffect>

/** The kinds of shell that read a call: POSIX-like ones, PowerShell, cmd.exe. */
export const RecordShell = z.enum(['posix', 'powershell', 'cmd'])
export type RecordShell = z.infer<typeof RecordShell>

/** What is known of some programs that take the same words. */
export const ProgramRecord = z.strictObject({
  names: z.array(name).min(1),
  /** Only where one of these reads the call: names of programs that mean something else in another shell. Absent: all. */
  shells: z.array(RecordShell).min(1).optional(),
  /** Options whose value is the next word, so that it is not taken for a verb. Before the verb they are no options of it. */
  values: z.array(option).default([]),
  effects: z.array(ProgramEffect).min(1),
})
export type ProgramRecord = z.infer<typeof ProgramRecord>

/** A record as it is written: what has a default may be left out. */
export type WrittenRecord = z.input<typeof ProgramRecord>

/** The file of a person's own records: `[[program]]` tables. */
export const ProgramRecords = z.strictObject({ program: z.array(ProgramRecord).default([]) })
