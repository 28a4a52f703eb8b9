import { z } from 'zod'
import { EffectKind } from './effect'
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
  /** What kind of effect leads a request for it. Absent: the call itself does. */
  effect: EffectKind.optional(),
  level: AssessedLevel,
  categories: z.array(RiskCategory).default([]),
  /** Third person, as in "It deletes volumes for good": "deletes volumes for good". */
  does: z.string().min(3).max(200),
  /** Calls that have this effect, and calls of the same program that have not. Checked whenever the record is loaded. */
  examples: z.array(example).min(1),
  not: z.array(example).default([]),
})
export type ProgramEffect = z.infer<typeof ProgramEffect>

/** A call and what comes of it, as in `sudo -u bob rm x => rm x`. */
const callAndResult = z
  .string()
  .max(500)
  .regex(/^\S.* => \S/, 'a call, " => " and what comes of it, such as "sudo rm x => rm x"')

/**
 * What a program runs of the words that it is given. Without `options` and `behind` that is what stands behind its own options, after
 * one of `verbs` where there are any, and after `skip` further words. Of a record's runs the first that finds something counts; what
 * several records find counts together.
 */
export const ProgramRun = z.strictObject({
  verbs: z.array(verbs).optional(),
  /** Options between the verb and the command whose value is the next word. */
  values: z.array(option).default([]),
  /** The values of these are what runs. What begins with no dash is the beginning of a word: `EXEC:`. */
  options: z.array(z.string().min(1).max(80)).optional(),
  /** What stands behind the first of these words runs. */
  behind: z.array(z.string().min(1).max(80)).optional(),
  skip: z.number().int().min(1).max(4).optional(),
  /** The value of one of these is the folder that it runs in. */
  folder: z.array(option).optional(),
  /** Nothing runs where one of these stands before the command. */
  without: z.array(option).optional(),
  /**
   * How it is read: the words of a `command`; each word a `line` for a shell; `either`, by whether there is more than one word;
   * `escape`, a line that a program starts which is for something else.
   */
  as: z.enum(['command', 'line', 'either', 'escape']).default('command'),
  /** The words are one line together. */
  joined: z.literal(true).optional(),
  /** Only values that begin with one of these words are a line, and what follows it is. */
  starts: z.array(z.string().min(1)).optional(),
  /** Values that only name one of these programs, with plain options, are what everybody uses. */
  quiet: z.array(name).optional(),
  /** As another user, or as root. */
  elevated: z.literal(true).optional(),
  /** More than once. */
  looped: z.literal(true).optional(),
  /** A word that ends in `.py` is a script for python3. */
  python: z.literal(true).optional(),
  /** What it reads on its standard input is not known when it starts. */
  input: z.literal('unknown').optional(),
  /** What runs is shown behind ` => `; in `not` stand calls that run nothing. */
  examples: z.array(callAndResult).min(1),
  not: z.array(example).default([]),
})
export type ProgramRun = z.infer<typeof ProgramRun>

/** An interpreter of a language other than the shell's: it runs what it gets in options, from the file it is given, or on its input. */
export const ProgramCode = z.strictObject({
  /** The name by which the language goes: that of its best known interpreter. */
  language: z.string().min(1).max(40),
  /** Options whose value is code. */
  options: z.array(option).default([]),
  /** It runs something only behind one of these words. */
  verbs: z.array(verbs).optional(),
  examples: z.array(callAndResult).min(1),
  not: z.array(example).default([]),
})
export type ProgramCode = z.infer<typeof ProgramCode>

/**
 * What a program does to the files that it is given: to all words that are neither options nor values of options, unless `options`,
 * `last`, `into` or `inside` say otherwise. All of a program's touches that hold count together.
 */
export const ProgramTouch = z.strictObject({
  access: z.enum(['read', 'create', 'append', 'write', 'change', 'delete', 'move']),
  /** Only behind one of these first words. */
  verbs: z.array(verbs).optional(),
  /** Only where one of these options is given, and where none of those is; long ones also cut short. */
  with: z.array(option).optional(),
  without: z.array(option).optional(),
  /** Further options whose value is the next word. */
  values: z.array(option).default([]),
  /** The values of these options are the files. */
  options: z.array(option).optional(),
  /** Without the first of the words; no more than so many of them; only the last. */
  skip: z.number().int().min(1).max(4).optional(),
  count: z.number().int().min(1).max(4).optional(),
  last: z.literal(true).optional(),
  /** The last word is where the others are copied or moved to. */
  into: z.enum(['copies', 'moves']).optional(),
  /** Something below the folder that one of these options names, or below the one that the command runs in. */
  inside: z.array(option).optional(),
  /** With all below it: always, or where one of these options is given. */
  recursive: z.union([z.literal(true), z.array(option)]).optional(),
  /** Only attributes are changed. */
  attributes: z.literal(true).optional(),
  /** Which folders a delete leaves, where it is not recursive: all, or those that are not empty. */
  spares: z.enum(['all', 'full']).optional(),
  /** What is touched is shown behind ` => `, as in `rm -r x => delete x and all below`. */
  examples: z.array(callAndResult).min(1),
  not: z.array(example).default([]),
})
export type ProgramTouch = z.infer<typeof ProgramTouch>

const starOption = z.string().regex(/^-[^\s]{1,400}$/, 'an option, and behind = what it takes')

/**
 * The options that the star of a rule may stand for, behind one of `verbs` or anywhere: they only choose what is worked on or how it is
 * shown. `-x`, `--name` take no value; `-n=`, `--name=` any text, as the next word or attached; `--name=a|b` one of these; `--name?` a
 * plain one or none, attached; `-#` is a number as in `-20`. The first of a program's lists whose verbs hold counts.
 */
export const ProgramStar = z.strictObject({
  verbs: z.array(verbs).optional(),
  options: z.array(starOption),
  /** The options of what stands behind `--`, where that goes to another reader. */
  behind: z.array(starOption).optional(),
  /** Options that most programs have mean something else here. */
  general: z.literal(false).optional(),
  /** Words that are no options name what is installed or run: none is covered. */
  words: z.literal(false).optional(),
  /** So many of the rule's own words say what is done; with fewer, a further word would say it. */
  needs: z.number().int().min(1).max(4).optional(),
  /** Long options have one dash. */
  dashes: z.literal(1).optional(),
  /** A rule, and behind ` => ` what its star stands for, and in `not` what it does not. */
  examples: z.array(callAndResult).default([]),
  not: z.array(callAndResult).min(1),
})
export type ProgramStar = z.infer<typeof ProgramStar>

/** A call that is asked about before it runs, whatever else is known of it: it holds where an effect of level high would. */
export const ProgramDanger = ProgramEffect.pick({
  verbs: true,
  words: true,
  with: true,
  without: true,
  examples: true,
  not: true,
}).extend({
  /** A sentence without its full stop. */
  does: z.string().min(3).max(200),
})
export type ProgramDanger = z.infer<typeof ProgramDanger>

/**
 * A call that is on the known-safe list: its first word is one of `verbs`, no option is one of `without` (also in a cluster, attached or
 * cut short), no word is one of `never`, every word behind the verb is one of `only`, and there are at most so many `operands`.
 */
export const ProgramSafe = z.strictObject({
  verbs: z.array(verbs).optional(),
  without: z.array(option).optional(),
  never: z.array(z.string().min(1)).optional(),
  only: z.array(z.string().min(1)).optional(),
  operands: z.number().int().min(1).max(4).optional(),
  examples: z.array(example).min(1),
  not: z.array(example).default([]),
})
export type ProgramSafe = z.infer<typeof ProgramSafe>

/**
 * Which of its words a program connects to, beside web addresses, which are found in every word. `addresses`: every word that is no
 * option, also without a scheme; `any`: likewise, and a word without a dot is a host too; `first`: the first such word; `remote`: what
 * stands before a colon; `names`: words with a dot; `urls`: addresses with a scheme, alone or behind an option's `=`, of `options` alone
 * where there are any, and the program is known to connect to them (so is one with `verbs`); `servers`: what `options` and `variables` say, also a plain name or
 * several, what a word says behind `host=`, and the hosts of an address of several, and it is known to connect to them; `nothing`: not even a web address.
 */
export const ProgramConnects = z.strictObject({
  to: z.enum(['addresses', 'any', 'first', 'remote', 'names', 'urls', 'servers', 'nothing']).optional(),
  /** Only behind one of these first words. */
  verbs: z.array(verbs).optional(),
  /** Variables of its environment whose value is connected to as well, where it is an address with a scheme (of `servers` also a name). */
  variables: z.array(z.string().regex(/^[A-Z][A-Z0-9_]{1,80}$/)).optional(),
  /** Options whose value is connected to as well. */
  options: z.array(option).default([]),
  /** Further options whose value is the next word. */
  values: z.array(option).default([]),
  /** A host is shown behind ` => `, without its port. */
  examples: z.array(callAndResult).default([]),
  not: z.array(example).default([]),
})
export type ProgramConnects = z.infer<typeof ProgramConnects>

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
  effects: z.array(ProgramEffect).default([]),
  runs: z.array(ProgramRun).default([]),
  touches: z.array(ProgramTouch).default([]),
  stars: z.array(ProgramStar).default([]),
  dangers: z.array(ProgramDanger).default([]),
  safe: z.array(ProgramSafe).default([]),
  connects: ProgramConnects.optional(),
  code: ProgramCode.optional(),
})
export type ProgramRecord = z.infer<typeof ProgramRecord>

/** A record as it is written: what has a default may be left out. */
export type WrittenRecord = z.input<typeof ProgramRecord>

/**
 * A record of a person's own: what it may say of a program can only raise what is known of it, or describe what is not. That it has
 * something to say is asked for.
 */
export const OwnProgramRecord = ProgramRecord.omit({
  code: true,
  connects: true,
  dangers: true,
  safe: true,
  stars: true,
}).refine(({ effects, runs, touches }) => effects.length + runs.length + touches.length > 0, {
  path: ['effects'],
})

/** The file of a person's own records: `[[program]]` tables. */
export const ProgramRecords = z.strictObject({ program: z.array(OwnProgramRecord).default([]) })
