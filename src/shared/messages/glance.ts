import type { ApprovalRequest, Offer } from '../domain/approval'
import type { Assessment, Difference } from '../domain/assessment'
import { goes, isWhole } from '../domain/going'
import type { Effect } from '../domain/effect'
import {
  gitTogether,
  lookedAtAll,
  mostPlacesCopied,
  mostTargets,
  type Facts,
  type FactTarget,
  type Floor,
  type FloorReason,
  type GitStanding,
} from '../domain/facts'
import type { NamingFolders } from '../domain/named-path'
import { opensFiles } from '../domain/sandbox-policy'
import { differenceInWords, whyNotAssessed } from './difference'
import { actInWords, effectPhrase, ended } from './effect'
import { filesInWords } from './amounts'
import { addedInWords, begunAnew, failsInWords } from './offer'
import { pathInWords } from './path'
import { reasonClause } from './reason'
import { lowerFirst, messages } from './spoken'

/*
 * The few words that a decision is understood from before its details are opened (decision 095). Each says what another part of
 * the panel does not; all hold names from the command and the file system, which are untrusted.
 */

/** A name is cut in its middle beyond this; the command below shows it whole. */
const longestName = 44

/** A name, cut in its middle where it is long. */
export function shortName(name: string): string {
  return name.length <= longestName ? name : `${name.slice(0, 14)}…${name.slice(-28)}`
}

const shortened = (act: Effect['act']): Effect['act'] => {
  if (act.kind === 'run') return { ...act, text: shortName(act.text.replace(/\s+/g, ' ')) }
  if (act.kind === 'reason' && act.detail !== undefined) return { ...act, detail: shortName(act.detail) }
  if (act.kind !== 'files') return act
  const { place: _place, ...rest } = act
  return { ...rest, names: act.names.map((each) => ({ ...each, name: shortName(each.name) })) }
}

/** The gravest effect on one line, and how many there are besides: "Deletes 312 files (48 MB) in ~/.pi, and 2 more effects." */
export function headlineInWords(effect: Effect): string {
  if (effect.act.kind === 'said') return effect.act.text
  const { from: _from, also, ...here } = effect
  return ended(effectPhrase({ ...here, act: shortened(effect.act), ...(also && { also: shortened(also) }) }))
}

/** What could be brought back of what goes, and what not. `newestMs`: when the newest of it was last changed. */
export interface Fate {
  readonly head: string
  readonly text: string
  readonly newestMs?: number
  /** All of it is kept here before the run. */
  readonly undoable?: true
}

/** `alsoLost`: what else goes that git does not have, in words. `all`: nothing goes but this. */
function gitFate(
  { tracked, modified, untracked, ignored }: GitStanding,
  { alsoLost, all }: { readonly alsoLost: readonly string[]; readonly all: boolean },
): Omit<Fate, 'newestMs'> {
  const say = messages().glance.fate
  const lost = [
    ...(modified > 0 ? [say.changes(filesInWords(modified))] : []),
    ...(untracked > 0 ? [say.untracked(untracked)] : []),
    ...(ignored > 0 ? [say.ignored(ignored)] : []),
    ...alsoLost,
  ]
  if (lost.length > 0) {
    const rest = all ? (tracked > 0 ? say.rest : '') : say.more
    return { head: say.lost, text: `${lost.join(', ')}.${rest}` }
  }
  if (!all) return { head: say.unknown, text: say.whetherAll }
  return {
    head: say.kept,
    text: tracked > 0 ? say.has(filesInWords(tracked)) : say.noFiles,
  }
}

/** True when the targets are all that goes: nothing was left out, unknown or unread. */
function isAll(facts: Facts): boolean {
  const { rows, targets } = facts
  const named = rows.some(
    (row) =>
      row.kind === 'unread' ||
      row.kind === 'not-complete' ||
      ((row.kind === 'unfound' || row.kind === 'more-targets') && row.access !== 'read' && !row.known),
  )
  return (
    lookedAtAll(facts) &&
    !named &&
    targets.length < mostTargets &&
    !targets.some((each) => goes(each) && each.kind === 'unknown')
  )
}

/** What is written among what is there already may replace some of it. */
const replaces: ReadonlySet<string> = new Set(['write', 'overwrite', 'change'])

function generalFate(what: Extract<Effect['act'], { kind: 'general' }>['what']): Fate | undefined {
  const say = messages().glance.fate
  switch (what) {
    case 'drop-changes':
      return { head: say.lost, text: say.neverCommitted }
    case 'clean':
      return { head: say.lost, text: say.notKnownToGit }
    case 'drop-stash':
    case 'drop-tag':
      return { head: say.hard, text: say.byHash }
    case 'drop-branch':
      return { head: say.hard, text: say.branchByHash }
    case 'clear-stashes':
      return { head: say.lost, text: say.noHashes }
    case 'start-up':
    case 'listen':
    case 'stop-processes':
    case 'stop-machine':
      return undefined
  }
}

/** Whether the check behind an act is about something that goes. */
const isLoss = (
  { rule, does }: Extract<Effect['act'], { kind: 'reason' }>,
  floor: Floor | undefined,
): boolean =>
  floor?.reasons.some(
    (each) =>
      each.rule === rule &&
      each.does === does &&
      each.category === 'data_deletion' &&
      (each.level === 'high' || /^(delet|remov|empt|drop|overwrit)/.test(does ?? '')),
  ) === true

/** What is lost by a yes; undefined where nothing goes that could be brought back or not. */
export function fateInWords({
  effect,
  assessment,
  undo,
}: Pick<ApprovalRequest, 'effect' | 'assessment' | 'undo'>): Fate | undefined {
  const { act } = effect
  const say = messages().glance.fate
  if (act.kind === 'send' || act.kind === 'publish') return { head: say.sentHead, text: say.sent }
  if (act.kind === 'connect') return { head: say.sentHead, text: say.sentThere }
  if (act.kind === 'call-tool') return { head: say.beyond, text: say.ofServer }
  if (act.kind === 'input') return { head: say.beyond, text: say.ofProcess }
  if (act.kind === 'push' && act.verb !== 'send') return { head: say.lost, text: say.remote }
  if (act.kind === 'general') return generalFate(act.what)
  const { facts, floor } = assessment
  if (act.kind === 'reason' && isLoss(act, floor)) return { head: say.unknown, text: say.whetherAtAll }
  if (act.kind === 'files' && act.state === 'no-match') return undefined
  const going = facts?.targets.filter(goes) ?? []
  const alone = facts && isAll(facts) && effect.also === undefined && effect.others === undefined
  // What there was no time for is neither in a repository nor in none.
  const targets = going.filter(
    ({ kind, git, gone }) =>
      kind !== 'unknown' && ((facts && lookedAtAll(facts)) || git !== undefined || gone),
  )
  if (targets.length === 0) {
    const unknown =
      going.length > 0 ||
      (act.kind === 'files' &&
        act.verb === 'delete' &&
        ['unread', 'not-looked', 'at-run-time', 'below'].includes(act.state))
    if (unknown) return { head: say.unknown, text: say.whatOfIt }
    if (act.kind === 'files' && act.state === 'below' && replaces.has(act.verb))
      return { head: say.unknown, text: say.replacedThere }
    return alone && undo && isNewBeyond(facts) ? undoable(undo.days) : undefined
  }
  const left = undo ? notHeld(targets, undo) : targets
  if (undo && left.length === 0) return undoableOf(undo.days, { facts, alone: alone === true })
  const fate = fateOf(left, { facts, others: effect.others })
  // What is kept here is not lost with the rest.
  return left.length === targets.length || fate.head === say.unknown
    ? fate
    : { ...fate, text: `${fate.text}${say.elseUndoable}` }
}

/** Where copies are made of all that is known to go. */
function undoableOf(
  days: number,
  { facts, alone }: { readonly facts: Facts | undefined; readonly alone: boolean },
): Fate {
  const say = messages().glance.fate
  const told = undoable(days)
  if (alone) return told
  if (facts === undefined || !isAll(facts)) return { head: say.unknown, text: say.whetherUndone }
  return { ...told, text: told.text.replace(/\.$/, say.notOfOthers) }
}

/** What becomes of these, of which nothing is kept here; `others` counts the effects beside it. */
function fateOf(
  targets: readonly FactTarget[],
  { facts, others = 0 }: { readonly facts: Facts | undefined; readonly others?: number | undefined },
): Fate {
  const say = messages().glance.fate
  const newest = Math.max(0, ...targets.flatMap(({ newestMs }) => newestMs ?? []))
  const standings = targets.flatMap(({ git }) => git ?? [])
  const withRepository = targets.some(({ gone }) => gone)
  const loose = targets.some(({ git, gone }) => git === undefined && !gone)
  const all = facts !== undefined && isAll(facts) && standings.every(({ complete }) => complete)
  const alsoLost = [...(loose ? [say.noRepository] : []), ...(withRepository ? [say.withRepository] : [])]
  const only =
    withRepository && !loose
      ? say.onlyWithRepository
      : targets.every(({ kind }) => kind === 'device')
        ? say.onlyDevice
        : say.onlyNoRepository
  // Of what may go only some does, and that may be what git has.
  if (targets.some(({ filtered }) => filtered) && (standings.length > 0 || withRepository))
    return { head: say.unknown, text: say.whichOfThem }
  const fate =
    standings.length === 0
      ? { head: say.lost, text: only }
      : gitFate(gitTogether(standings), { alsoLost, all })
  if (fate.head === say.kept && others > 0)
    return { ...fate, text: fate.text.replace(/\.$/, say.notOfOthers) }
  return { ...fate, ...(newest > 0 && fate.head !== say.kept ? { newestMs: newest } : {}) }
}

/** That it can be undone here, for so many days. */
export const undoable = (days: number): Fate => {
  const say = messages().glance.fate
  return { head: say.undoable, text: say.forDays(days), undoable: true }
}

/** Access that makes or changes something. */
const makes: ReadonlySet<FactTarget['access']> = new Set(['create', 'append', 'write', 'change'])

/** True where something new is made, and all of it beyond the session's folders, where what was not there before is noted before the run. */
function isNewBeyond({ targets }: Facts): boolean {
  const made = targets.filter(({ access }) => makes.has(access))
  return made.length > 0 && made.every(({ kind, inside }) => kind === 'missing' && inside === false)
}

/** Of one place no more files are copied. */
const mostFiles = 20_000

/** What of the targets no copy is made of before the run: those beyond the session's folders are copied in turn while there is room, and what goes within is kept already. */
function notHeld(
  targets: readonly FactTarget[],
  { bytes: most, folder }: NonNullable<ApprovalRequest['undo']>,
): readonly FactTarget[] {
  let room = { places: mostPlacesCopied, files: mostFiles, bytes: most }
  return targets.filter((each) => {
    const { inside, files = 1, bytes = 0 } = each
    if (!isWhole(each) || inside === undefined) return true
    if (inside) return folder !== true
    const after = { places: room.places - 1, files: room.files - files, bytes: room.bytes - bytes }
    if (Math.min(after.places, after.files, after.bytes) < 0) return true
    room = after
    return false
  })
}

/** What a yes to an offer gives, on one line: "write to ~/.pi, this run, still sandboxed". */
export function givesInWords(
  offer: Offer,
  { naming, sandboxPolicy }: Pick<ApprovalRequest, 'naming' | 'sandboxPolicy'>,
): string {
  const { means, grants, kind } = offer
  const say = messages().glance.gives
  const listed = (from = 0): string => addedInWords(grants.slice(from), naming)
  const limit = offer.onceOnly ? say.onceOnly : ''
  const beyond = offer.unreachable === undefined ? '' : say.unreachable(offer.unreachable)
  const open = opensFiles(sandboxPolicy)
  const still = open ? say.openFiles : say.sandboxed
  switch (means.kind) {
    case 'run':
      if (kind === 'outside') return `${say.outside}${limit}`
      if (grants.length > 0) {
        const stays = means.stays === undefined ? '' : say.stays
        return `${say.again(`${listed()}${stays}`, still)}${limit}${beyond}`
      }
      return `${open ? say.openRun : say.run}${failsInWords(means, say)}.${limit}${beyond}`
    case 'run-again': {
      const stays = means.stays.length > 0 ? say.stays : ''
      return `${say.again(`${listed(means.before)}${stays}`, still)}${limit}${beyond}`
    }
    case 'apply':
      return say.apply(grants.length === 0 ? '' : say.withGrants(listed()), still)
    case 'connect':
      return say.connect(listed())
    case 'input':
      return kind === 'outside' ? say.inputOutside : say.input
    case 'call':
      return say.call
    case 'guest-from-now':
      return say.acpAgentFromNow(listed(), begunAnew(say, means.conversation))
    case 'guest-again':
      return say.acpAgentAgain(listed(), begunAnew(say, means.conversation))
    case 'server-from-now':
      return say.serverFromNow(listed())
    case 'guest':
      return means.always === undefined ? say.acpAgent(means.agent) : say.acpAgentAlways(means.always)
    case 'answer':
      return say.answer
    case 'said':
      return means.text
  }
}

/** A claim that what is done contradicts. */
const isContradicted = (difference: Difference): boolean =>
  difference.kind === 'claim' && difference.effect !== undefined

/** A disagreement, shorter than where there is room for it; two kinds are as short there. */
function doubt(difference: Difference, naming?: NamingFolders): string {
  const say = messages().glance.doubt
  const { claims, levels } = messages().assessment
  switch (difference.kind) {
    case 'model-higher':
    case 'said':
      return differenceInWords(difference)
    case 'model-lower': {
      const { model, floor, because } = difference
      const clause = because === undefined ? '' : say.because(goesOn(reasonClause(named(because, naming))))
      return say.modelLower(levels[model], levels[floor], clause)
    }
    case 'claim': {
      const { claim, effect, reason, level } = difference
      const found = effect
        ? say.act(lowerFirst(actInWords(shortened(effect.act))))
        : reason
          ? say.reason(goesOn(reasonClause(reason)))
          : say.checks(level === undefined ? say.otherwise : levels[level])
      return say.claim(claims[claim], found)
    }
  }
}

/** A reason whose path is named as the rest of its request names it. */
const named = (reason: FloorReason, naming: NamingFolders | undefined): FloorReason =>
  reason.detail?.startsWith('/') ? { ...reason, detail: pathInWords(reason.detail, naming) } : reason

/** A clause of the checks in the middle of a sentence. */
const goesOn = (clause: string): string =>
  clause.replace(messages().glance.doubt.beginning, (first) => first.toLowerCase())

const gravity: readonly Difference['kind'][] = ['claim', 'model-higher', 'model-lower', 'said']

function gravest(differs: readonly Difference[]): readonly Difference[] {
  const sorted = [...differs].sort((a, b) => gravity.indexOf(a.kind) - gravity.indexOf(b.kind))
  const claims = sorted.filter(({ kind }) => kind === 'claim')
  return claims.length > 0 ? claims : sorted.slice(0, 1)
}

/** The disagreements that `doubtsInWords` does not tell. */
export function furtherDifferences(differs: readonly Difference[]): readonly Difference[] {
  const reported = gravest(differs)
  return differs.filter((each) => !reported.includes(each))
}

/**
 * What a person should doubt, the gravest first: every contradiction of the agent's claim, else the one disagreement with the
 * model, else the part that was not read. Empty: nothing.
 */
export function doubtsInWords(assessment: Assessment): readonly string[] {
  return doubts(assessment, (each) => doubt(each)).map(({ text }) => text)
}

/** Something to doubt, and what it is of: two that say different things, a level that nobody could tell, a part that was not read. */
export interface Doubt {
  readonly of: 'difference' | 'level' | 'part'
  readonly text: string
}

/** The same below a headline that says what is done: a claim that this contradicts is told without it. */
export function doubtsAtAGlance(assessment: Assessment, naming?: NamingFolders): readonly Doubt[] {
  const { claims } = messages().assessment
  return doubts(assessment, (each) =>
    each.kind === 'claim' && isContradicted(each)
      ? messages().glance.doubt.against(claims[each.claim])
      : doubt(each, naming),
  )
}

function doubts(assessment: Assessment, inWords: (difference: Difference) => string): readonly Doubt[] {
  const { differs, facts, level, view } = assessment
  const say = messages().glance.doubt
  const reported = gravest(differs)
  if (reported.length > 0) return reported.map((each) => ({ of: 'difference', text: inWords(each) }))
  if (level === 'not-assessed' && view.status !== 'waiting')
    return [
      { of: 'level', text: say.notAssessed(whyNotAssessed(assessment) ?? say.noRule).replace(/\.\.$/, '.') },
    ]
  const unread = facts?.rows.find((row) => row.kind === 'unread')
  if (unread?.kind === 'unread')
    return [{ of: 'part', text: say.notAnalysed(unread.reason.replace(/\.$/, '')) }]
  return facts && !lookedAtAll(facts) ? [{ of: 'part', text: say.notAll }] : []
}
