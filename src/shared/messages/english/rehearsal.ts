import type { GitStanding } from '../../domain/facts'
import type { RehearsalChange, RehearsalLimit } from '../../domain/rehearsal'
import type { AppliedRehearsal, NotAppliedBecause } from '../../domain/request-rehearsal'
import { countingIn } from '../counting'
import { amounts } from './amounts'

const { counted } = countingIn('en-US')

const sized = (bytes: number): string =>
  bytes < 1_000
    ? `${String(bytes)} ${bytes === 1 ? 'byte' : 'bytes'}`
    : bytes < 1_000_000
      ? `${String(Math.round(bytes / 1_000))} KB`
      : `${String(Math.round(bytes / 1_000_000))} MB`

const seconds = (ms: number): string => `${String(Math.round(ms / 100) / 10)} s`

/** As one clause. */
function limited(limit: RehearsalLimit): string {
  switch (limit.kind) {
    case 'network':
      return `rehearsed without network; it tried ${limit.hosts.join(', ')}`
    case 'socket':
      return 'writes through a socket cannot be rehearsed; it asked for one and got none'
    case 'no-server':
      return 'nothing listens in a rehearsal, also not what runs on this machine; it says that nobody answered, and may have failed because of that'
    case 'left-running':
      return 'a process that it started still ran when it ended, and was ended; what that would do later is not shown'
    case 'time':
      return `did not finish in ${seconds(limit.ms)}; what it changed until then is shown`
    case 'bytes':
      return `ended, since it wrote more than ${sized(limit.limit)}`
    case 'entries':
      return `ended, since it made or removed more than ${String(limit.limit)} entries; not all of them are shown`
    case 'room':
      return 'ended, since the disk was filling up'
    case 'cancelled':
      return 'called off before it ended'
    case 'folder-rename':
      return 'renaming a folder fails in a rehearsal (EXDEV) and would work for real; it may have failed or copied because of that'
    case 'hard-links':
      return `${limit.path} has other names; they would change with it for real`
    case 'mount':
      return `${limit.path} is another file system and was seen empty`
    case 'refused':
      return `${limit.path} could not be written to: it is not among what was rehearsed`
    case 'closed':
      return `${limit.path} is closed to commands, and gave nothing; outside the sandbox it would be read`
    case 'attributes':
      return `${limit.path} got another owner or other attributes, which are not shown, or was only opened to be written`
    case 'not-opened':
      return `writes in ${limit.path} cannot be rehearsed`
    case 'not-counted':
      return `${limit.path} holds more than was counted`
    case 'too-deep':
      return `what lies below ${limit.path} was not looked at: the path is too long`
  }
}

const amount = ({ bytes, files }: RehearsalChange): string =>
  files === undefined ? sized(bytes) : `${String(files)} ${files === 1 ? 'file' : 'files'}, ${sized(bytes)}`

/** What is done, to what, how much of it. */
function change(it: RehearsalChange): string {
  const { kind, type, path, from } = it
  const what = type === 'file' ? '' : `${type} `
  switch (kind) {
    case 'created':
      return `created ${what}${path}${type === 'file' ? ` (${amount(it)})` : ''}`
    case 'changed':
      return `changed ${what}${path}${type === 'file' ? ` (${amount(it)})` : ''}`
    case 'deleted':
      return `deleted ${what}${path} (${amount(it)})`
    case 'moved':
      return `moved ${what}${from ?? ''} to ${path} (${amount(it)})`
    case 'mode':
      return `changed the mode of ${what}${path}`
  }
}

/** What something is done to: by name where that is few, else how many, and in which folder. */
export interface Things {
  readonly names: readonly string[]
  readonly count: number
  readonly onlyFiles: boolean
  readonly folder: string | undefined
}

function things({ names, count, onlyFiles, folder }: Things): string {
  if (names.length > 0) return names.join(' and ')
  const many = onlyFiles
    ? amounts.files(count)
    : counted(count, { one: 'file or folder', other: 'files and folders' })
  return folder === undefined ? many : `${many} in ${folder}`
}

/** Several clauses as one: "a, b and c". */
const joined = (clauses: readonly string[]): string =>
  clauses.length < 2 ? clauses.join('') : `${clauses.slice(0, -1).join(', ')} and ${clauses.at(-1) ?? ''}`

const verbs = {
  deleted: 'delete',
  changed: 'change',
  moved: 'move',
  mode: 'change the mode of',
  created: 'create',
} as const

/** What would change, as a sentence. */
const headline = {
  clause: (kind: RehearsalChange['kind'], what: Things) => `${verbs[kind]} ${things(what)}`,
  rest: (count: number) => `make ${counted(count, { one: 'other change', other: 'other changes' })}`,
  amount: (files: number | undefined, bytes: number) =>
    ` (${files === undefined ? '' : `${amounts.files(files)}, `}${amounts.size(bytes)})`,
  before: (effect: string) => `Checked before: ${effect}`,
  done: (clauses: readonly string[]) => `Would ${joined(clauses)}.`,
  atLeast: (clauses: readonly string[]) => `Would at least ${joined(clauses)}.`,
  unfinished: (clauses: readonly string[]) =>
    `Not finished when it was ended; until then it would ${joined(clauses)}.`,
} as const

/** What git could give back of what is deleted, and what not. */
function kept({ tracked, modified, untracked, ignored, complete }: GitStanding): string {
  const lost = [
    ...(untracked > 0 ? [`${amounts.number(untracked)} untracked`] : []),
    ...(modified > 0 ? [`changes in ${amounts.files(modified)}`] : []),
    ...(ignored > 0 ? [`${amounts.number(ignored)} ignored`] : []),
  ]
  const all = complete ? '' : ', as far as was looked at'
  if (lost.length === 0) return tracked > 0 ? `git has all of it${all}` : `git does not know it${all}`
  return tracked > 0 ? `lost: ${joined(lost)}; git has the rest${all}` : `lost: ${joined(lost)}${all}`
}

/** Why nothing of it can be applied, as a sentence without its full stop. */
function notApplied(because: NotAppliedBecause, path: string | undefined): string {
  const run = 'These changes can only come about by a run'
  const of = path ?? 'something'
  switch (because) {
    case 'limits':
      return `${run}: the rehearsal does not show all of them`
    case 'ended':
      return `${run}: the rehearsal was ended before the command was`
    case 'attempts':
      return `${run}: the command wanted a connection that a rehearsal does not give`
    case 'stopped':
      return `${run}: the command was refused something in the rehearsal`
    case 'nothing':
      return 'There is nothing to apply'
    case 'many':
      return `${run}: there are too many to be listed`
    case 'room':
      return `${run}: copies of other rehearsals take up the room`
    case 'hard-links':
      return `${run}: ${of} has several names`
    case 'owner':
      return `${run}: ${of} belongs to somebody else`
    case 'special':
      return `${run}: ${of} is of a kind, or has a mode, that is not applied`
    case 'guarded':
      return `${run}: ${of} is a repository, agents’ settings or the engine’s own`
    case 'name':
      return `${run}: the name ${of} cannot be shown as it is`
    case 'moved-away':
      return `${run}: ${of} is not what it was any more`
    case 'unavailable':
      return `${run}: nothing can be applied here`
  }
}

/** What of it was put in place, as a sentence without its full stop. */
function applied({ counts, leftOut }: AppliedRehearsal): string {
  const parts = [
    ...(counts.deleted > 0 ? [`${amounts.files(counts.files)} deleted`] : []),
    ...(counts.changed > 0 ? [`${amounts.number(counts.changed)} changed`] : []),
    ...(counts.moved > 0 ? [`${amounts.number(counts.moved)} moved`] : []),
    ...(counts.mode > 0 ? [`${counted(counts.mode, { one: 'mode', other: 'modes' })} changed`] : []),
    ...(counts.created > 0 ? [`${amounts.number(counts.created)} created`] : []),
  ]
  const less = leftOut.length === 0 ? '' : `; ${amounts.number(leftOut.length)} left out`
  return `Applied as shown: ${joined(parts)}${less}`
}

/** What a rehearsal showed and did not show, and what became of it. */
export const rehearsal = { limit: limited, change, amount, headline, kept, notApplied, applied } as const
