import { filesGoing, goes } from '../domain/going'
import type { NotOnCopies } from '../domain/agent-event'
import type { ApprovalRequest } from '../domain/approval'
import { mostPlacesCopied, type GitStanding } from '../domain/facts'
import { withinQuotes } from '../domain/within-quotes'
import type { NamingFolders } from '../domain/named-path'
import type { RehearsalChange, RehearsalLimit } from '../domain/rehearsal'
import {
  reportsChanges,
  type AppliedRehearsal,
  type NotAppliedBecause,
  type RehearsedChange,
  type ShownRehearsal,
} from '../domain/request-rehearsal'
import type { Effect } from '../domain/effect'
import { effectInWords, ended } from './effect'
import { countInWords, filesInWords, joined, numberInWords, present, sizeInWords } from './amounts'
import { fateInWords, headlineInWords, shortName, undoable, type Fate } from './glance'
import { pathInWords } from './path'
import { messages } from './spoken'

/** What a rehearsal does not show, or what ended it, as one clause. Paths and hosts in it are as they were found. */
export function rehearsalLimitInWords(limit: RehearsalLimit): string {
  const { limits, seconds } = messages().rehearsal
  switch (limit.kind) {
    case 'network':
      return limits.network(limit.hosts.join(', '))
    case 'time':
      return limits.time(seconds(numberInWords(Math.round(limit.ms / 100) / 10)))
    case 'bytes':
      return limits.bytes(sizeInWords(limit.limit))
    case 'entries':
      return limits.entries(numberInWords(limit.limit))
    case 'socket':
    case 'no-server':
    case 'left-running':
    case 'folder-rename':
    case 'room':
    case 'cancelled':
      return limits[limit.kind]
    case 'hard-links':
    case 'mount':
    case 'refused':
    case 'closed':
    case 'attributes':
    case 'not-opened':
    case 'not-counted':
    case 'too-deep':
      return limits[limit.kind](limit.path)
  }
}

/** How much a change is about: its files, where it is a folder, and its size. */
export const amountInWords = ({ bytes, files }: RehearsalChange): string =>
  files === undefined ? sizeInWords(bytes) : `${filesInWords(files)}, ${sizeInWords(bytes)}`

/** One change as a line: what is done, to what, how much of it. */
export function rehearsalChangeInWords(it: RehearsalChange): string {
  const { kind, type, path, from = '' } = it
  const say = messages().rehearsal
  const counts = kind === 'deleted' || kind === 'moved' || (type === 'file' && kind !== 'mode')
  const what = kind === 'moved' ? say.moved(from, path) : path
  return say.change[kind](`${say.types[type]}${what}${counts ? ` (${amountInWords(it)})` : ''}`)
}

/** What git could give back of what is deleted, and what not, as one clause. */
export function keptInWords({ tracked, modified, untracked, ignored, complete }: GitStanding): string {
  const say = messages().rehearsal.kept
  const lost = [
    ...present([untracked, say.untracked]),
    ...(modified > 0 ? [say.modified(filesInWords(modified))] : []),
    ...present([ignored, say.ignored]),
  ]
  const all = complete ? '' : say.asFar
  if (lost.length === 0) return `${tracked > 0 ? say.all : say.unknown}${all}`
  return `${say.lost(joined(lost))}${tracked > 0 ? say.rest : ''}${all}`
}

/** Why nothing of a rehearsal can be applied, as a sentence without its full stop. */
export function notAppliedInWords(
  { because, path }: { readonly because: NotAppliedBecause; readonly path?: string | undefined },
  naming: NamingFolders | undefined,
): string {
  const say = messages().rehearsal
  if (because === 'nothing') return say.nothing
  return say.onlyByRun(say.because[because](path === undefined ? say.something : pathInWords(path, naming)))
}

/** What of a rehearsal was put in place instead of a run, as a sentence without its full stop. */
export function appliedInWords(applied: AppliedRehearsal): string {
  const { counts, leftOut, onlyHunks = [], rule, unasked, git } = applied
  const say = messages().rehearsal.applied
  const parts = [
    ...(counts.deleted > 0 ? [say.deleted(filesInWords(counts.files))] : []),
    ...present(
      [counts.changed, say.changed],
      [counts.moved, say.moved],
      [counts.mode, say.mode[counts.mode === 1 ? 'one' : 'other']],
      [counts.created, say.created],
    ),
    ...(git ? ['.git'] : []),
  ]
  if (rule !== undefined)
    return say.byRule(withinQuotes(rule), parts.length === 0 ? say.unchanged : joined(parts))
  if (unasked) return parts.length === 0 ? say.unaskedUnchanged : say.unasked(joined(parts))
  const less = present([leftOut.length, say.leftOut], [onlyHunks.length, say.inPart])
  return `${say.all(joined(parts))}${less.join('')}`
}

/** Why a command ran like any other under the policy of effects, as a sentence without its full stop. */
export function notOnCopiesInWords(not: NotOnCopies): string {
  const say = messages().rehearsal.notOnCopies
  return say.all(not.because === 'stays' ? say.stays : not.reason)
}

/** A sentence of more is no headline. */
const mostClauses = 2
const kinds = ['deleted', 'changed', 'moved', 'mode', 'created'] as const

/** The folder that holds all of them, by its name; undefined where there is none, or it is the session's own. */
function sharedFolder(
  changes: readonly RehearsalChange[],
  naming: NamingFolders | undefined,
): string | undefined {
  const folders = new Set(changes.map(({ path }) => path.slice(0, Math.max(1, path.lastIndexOf('/')))))
  const [only] = folders
  if (only === undefined || folders.size > 1 || naming?.roots.includes(only) === true) return undefined
  return shortName(pathInWords(only, naming))
}

/**
 * What a command would change, as one sentence; undefined where its rehearsal does not tell that (`reportsChanges`). With a limit it is
 * the least.
 */
export function rehearsedInWords(
  rehearsal: ShownRehearsal,
  naming: NamingFolders | undefined,
): string | undefined {
  if (!reportsChanges(rehearsal)) return undefined
  const { status, counts, changes, limits } = rehearsal
  const say = messages().rehearsal.headline
  const all = kinds.flatMap((kind) => {
    const count = counts[kind]
    if (count === 0) return []
    const these = changes.filter((change) => change.kind === kind)
    const isListed = these.length === count
    const names = isListed && count <= 2 ? these.map(({ path }) => shortName(pathInWords(path, naming))) : []
    const onlyFiles = isListed && these.every(({ type }) => type === 'file')
    const folder = isListed ? sharedFolder(these, naming) : undefined
    const many = onlyFiles ? filesInWords(count) : countInWords(count, say.things)
    const counted = folder === undefined ? many : say.in(many, folder)
    const what = names.length > 0 ? names.join(messages().amounts.and) : counted
    const files = onlyFiles ? '' : `${filesInWords(counts.files)}, `
    const amount = kind === 'deleted' ? ` (${files}${sizeInWords(counts.bytes)})` : ''
    return [{ text: `${say.clause[kind](what)}${amount}`, count }]
  })
  const reported = all.length > mostClauses ? all.slice(0, mostClauses - 1) : all
  const rest = all.slice(reported.length).reduce((sum, { count }) => sum + count, 0)
  const further = present([rest, say.rest[rest === 1 ? 'one' : 'other']])
  const clauses = joined([...reported.map(({ text }) => text), ...further])
  if (status !== 'done') return say.unfinished(clauses)
  return limits.length === 0 ? say.done(clauses) : say.atLeast(clauses)
}

/** What a yes means that puts a rehearsal in place: what was shown, and that it is no run. */
export function putInPlaceInWords(rehearsal: ShownRehearsal, naming: NamingFolders | undefined): string {
  const shown = rehearsedInWords(rehearsal, naming)
  const { putInPlace } = messages().rehearsal
  return shown === undefined ? putInPlace : `${putInPlace} ${shown}`
}

/** True where a rehearsal went through as a run would: to its end, with success, and nothing of it was limited. Only then does it lead, on any face. */
export const wentThrough = ({ status, exitCode, limits, moreLimits, attempts }: ShownRehearsal): boolean =>
  status === 'done' && exitCode === 0 && limits.length + moreLimits + attempts.length === 0

/** What of a request its few leading words are made of. */
type Led = Pick<ApprovalRequest, 'rehearsal' | 'naming' | 'effect' | 'assessment'>

/**
 * What leads a request: what its rehearsal showed would change, where that went through and the checks know of nothing but files; else
 * the gravest effect that is known of it, beside which the rehearsal is a note.
 */
export function leadingInWords(request: Led): string {
  return ledByRehearsal(request) ?? headlineInWords(request.effect)
}

/** The same, with all that is known of the effect where no rehearsal leads: for a face that has no other line for it. */
export const leadingInFull = (request: Led): string =>
  ledByRehearsal(request) ?? effectInWords(request.effect)

/** The rehearsal's sentence, where that leads. */
export function ledByRehearsal({
  rehearsal,
  naming,
  effect: { act, also, others },
  assessment: { floor },
}: Led): string | undefined {
  const found = rehearsal?.state === 'found' ? rehearsal.found : undefined
  const grave = floor?.level === 'high'
  const ofFiles = /^(files|patch|run|said)$/.test(act.kind) || (act.kind === 'reason' && !grave)
  const all = also === undefined && !(grave && others !== undefined)
  return found && ofFiles && all && wentThrough(found) ? rehearsedInWords(found, naming) : undefined
}

/** What the checks said before its rehearsal led a request; undefined where that does not lead, or says all of it. */
export function checkedBeforeInWords(request: Led): string | undefined {
  const { rehearsal, effect } = request
  if (rehearsal?.state !== 'found' || ledByRehearsal(request) === undefined) return undefined
  if (isCoveredByRehearsal(effect, rehearsal.found)) return undefined
  return messages().rehearsal.headline.before(headlineInWords(effect))
}

/** Whether a rehearsal showed just what the command's words had said, so that these need not be said again. False where it is not certain. */
export function isCoveredByRehearsal(
  { act, others = 0 }: Effect,
  { changes, counts, limits }: ShownRehearsal,
): boolean {
  if (act.kind !== 'files' || others > 0 || act.filtered || limits.length > 0) return false
  if (act.verb === 'delete') {
    const files = act.state === 'one' ? 1 : act.state === 'tree' && act.exact ? act.files : undefined
    return files !== undefined && counts.files === files && counts.bytes === act.bytes
  }
  const made = new Set(
    changes.flatMap(({ kind, path }) => (kind === 'created' || kind === 'changed' ? [path] : [])),
  )
  return (
    (act.verb === 'write' || act.verb === 'create' || act.verb === 'overwrite' || act.verb === 'change') &&
    (act.state === 'one' || act.state === 'missing') &&
    act.moreNames === undefined &&
    act.names.length > 0 &&
    act.names.every(({ path }) => path !== undefined && made.has(path))
  )
}

/** What could be brought back after a yes, and what not; undefined where nothing goes, or a rehearsal that went through changed nothing. */
export const leadingFate = (request: ApprovalRequest): Fate | undefined =>
  changedNothing(request.rehearsal) ? undefined : (fateOfApplied(request) ?? fateInWords(request))

/** What is meant by that it can be undone here, as a sentence; undefined where there is nothing to copy, since all of it is new. */
export function undoInWords(request: ApprovalRequest): string | undefined {
  const { assessment, rehearsal, undo } = request
  // What was promised of is counted: all that a rehearsal lists, or what the facts say.
  const applied = rehearsal?.state === 'found' && fateOfApplied(request) !== undefined
  const files = applied
    ? rehearsal.found.changes.reduce(
        (all, { kind, files = 1 }) => (kind === 'created' ? all : all + files),
        0,
      )
    : filesGoing(assessment.facts, undo?.folder && 'beyond')
  if (files === 0) return undo?.folder ? messages().glance.fate.keptWithFolder(undo.days) : undefined
  return messages().glance.fate.copied[files === 1 ? 'one' : 'other'](filesInWords(files), undo?.days ?? 0)
}

/** Of a rehearsal that leads and can be put in place: that all of it can be undone here, or that it only adds, or how much of what is deleted nobody else has. Undefined where that is not certain. */
function fateOfApplied(request: ApprovalRequest): Fate | undefined {
  const { rehearsal, undo, naming } = request
  if (rehearsal?.state !== 'found' || ledByRehearsal(request) === undefined) return undefined
  const { applies, changes, counts } = rehearsal.found
  const total = kinds.reduce((sum, kind) => sum + counts[kind], 0)
  if (applies?.kind !== 'possible' || changes.length < total) return undefined
  const say = messages().glance.fate
  if (counts.created === total) {
    const beyond = changes.every(({ path }) => !isBelow(path, naming))
    return undo && beyond && total <= mostPlacesCopied
      ? undoable(undo.days)
      : { head: say.adds, text: say.onlyAdds }
  }
  const bytes = changes.reduce((sum, change) => sum + (change.kind === 'created' ? 0 : change.bytes), 0)
  const held = undo !== undefined && bytes <= undo.bytes && total <= mostPlacesCopied
  const keptBelow = undo?.folder ? withinFolders(request) : []
  const rest = held ? changes.filter((change) => !isCopied(change, keptBelow, naming)) : changes
  if (undo && rest.length === 0) return undoable(undo.days)
  const lost = rest.filter(({ kind }) => kind === 'deleted').map(lostOf)
  if (lost.length === 0 || lost.includes(undefined)) return undefined
  const files = lost.reduce<number>((sum, each = 0) => sum + each, 0)
  if (files === 0) return undefined
  const others = rest.length < changes.length ? say.elseUndoable : ''
  return { head: say.lost, text: `${ended(filesInWords(files))}${others}` }
}

/** What the facts say goes within the session's folders. */
const withinFolders = ({ assessment: { facts } }: ApprovalRequest): readonly string[] =>
  facts?.targets.flatMap((each) => (goes(each) && each.inside === true ? [each.path] : [])) ?? []

/** Whether a change can be undone here: of what lies beyond the session's folders a copy is made, and of what lies within what `keptBelow` names is kept. */
function isCopied(
  { path, kind, type }: RehearsedChange,
  keptBelow: readonly string[],
  naming: NamingFolders | undefined,
): boolean {
  if ((type !== 'file' && type !== 'link') || kind === 'moved') return false
  if (!isBelow(path, naming)) return true
  return kind !== 'created' && keptBelow.some((kept) => path === kept || path.startsWith(`${kept}/`))
}

/** How many files of what is deleted git could not give back; undefined where that was not looked at to the end. */
function lostOf({ git, files = 1 }: RehearsedChange): number | undefined {
  if (git?.complete !== true) return undefined
  const lost = git.modified + git.untracked + git.ignored
  return lost + git.tracked === 0 ? files : lost
}

/** Whether a path lies in one of the session's folders; in doubt it does. */
const isBelow = (path: string, naming: NamingFolders | undefined): boolean =>
  naming === undefined || naming.roots.some((root) => path === root || path.startsWith(`${root}/`))

/** True where a rehearsal that went through changed nothing. */
const changedNothing = (rehearsal: ApprovalRequest['rehearsal']): boolean =>
  rehearsal?.state === 'found' &&
  wentThrough(rehearsal.found) &&
  kinds.every((kind) => rehearsal.found.counts[kind] === 0)
