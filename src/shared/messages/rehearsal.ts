import type { ApprovalRequest } from '../domain/approval'
import type { GitStanding } from '../domain/facts'
import type { NamingFolders } from '../domain/named-path'
import type { RehearsalChange, RehearsalLimit } from '../domain/rehearsal'
import {
  reportsChanges,
  type AppliedRehearsal,
  type NotAppliedBecause,
  type ShownRehearsal,
} from '../domain/request-rehearsal'
import type { Effect } from '../domain/effect'
import { fateInWords, headlineInWords, shortName, type Fate } from './glance'
import { pathInWords } from './path'
import { messages } from './spoken'

/** What a rehearsal does not show, or what ended it, as one clause. Paths and hosts in it are as they were found. */
export const rehearsalLimitInWords = (limit: RehearsalLimit): string => messages().rehearsal.limit(limit)

/** One change as a line: what is done, to what, how much of it. */
export const rehearsalChangeInWords = (change: RehearsalChange): string => messages().rehearsal.change(change)

/** How much a change is about: its files, where it is a folder, and its size. */
export const amountInWords = (change: RehearsalChange): string => messages().rehearsal.amount(change)

/** What git could give back of what is deleted, and what not, as one clause. */
export const keptInWords = (git: GitStanding): string => messages().rehearsal.kept(git)

/** Why nothing of a rehearsal can be applied, as a sentence without its full stop. */
export const notAppliedInWords = (
  { because, path }: { readonly because: NotAppliedBecause; readonly path?: string | undefined },
  naming: NamingFolders | undefined,
): string =>
  messages().rehearsal.notApplied(because, path === undefined ? undefined : pathInWords(path, naming))

/** What of a rehearsal was put in place instead of a run, as a sentence without its full stop. */
export const appliedInWords = (applied: AppliedRehearsal): string => messages().rehearsal.applied(applied)

/** A sentence of more is no headline. */
const mostClauses = 3
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
    const amount = kind === 'deleted' ? say.amount(onlyFiles ? undefined : counts.files, counts.bytes) : ''
    return [{ text: `${say.clause(kind, { names, count, onlyFiles, folder })}${amount}`, count }]
  })
  const reported = all.length > mostClauses ? all.slice(0, mostClauses - 1) : all
  const rest = all.slice(reported.length).reduce((sum, { count }) => sum + count, 0)
  const clauses = [...reported.map(({ text }) => text), ...(rest > 0 ? [say.rest(rest)] : [])]
  if (status !== 'done') return say.unfinished(clauses)
  return limits.length === 0 ? say.done(clauses) : say.atLeast(clauses)
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
  changedNothing(request.rehearsal) ? undefined : fateInWords(request)

/** True where a rehearsal that went through changed nothing. */
const changedNothing = (rehearsal: ApprovalRequest['rehearsal']): boolean =>
  rehearsal?.state === 'found' &&
  wentThrough(rehearsal.found) &&
  kinds.every((kind) => rehearsal.found.counts[kind] === 0)
