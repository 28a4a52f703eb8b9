import type { ApprovalRequest, DecidedBy, Offer } from '@shared/domain/approval'
import type { Effect } from '@shared/domain/effect'
import { leavesSome, type LeftOut } from '@shared/domain/only-hunks'
import type { NearestRule } from '@shared/domain/nearest-rule'
import type { RequestRehearsal } from '@shared/domain/request-rehearsal'
import { opensNetwork } from '@shared/domain/sandbox-policy'
import { isPlace } from '@shared/domain/what-was-read'
import { stopInWords } from '@shared/messages/stop'
import { refusalText } from '@shared/messages/refusal-text'
import type { NamingFolders } from '@shared/domain/named-path'
import type { Answer } from '../approvals/approval-queue'
import type { CheckedRequest } from '../assessment/checked-request'
import type { OpenAssessment } from '../assessment/request-assessor'
import type { RequestSubject } from '../assessment/request-subject'
import { shownOf } from '../commands/shown-run'
import { allow, type Permit } from '../policy/permit'
import { isWithin } from '../shell/paths'
import type { SeenInRehearsal, TakenRehearsal } from '../turn/request-rehearsals'
import type { TurnContext } from '../turn/turn-context'
import type { ActionParts, PersonAnswer } from './action'
import { noChanges, withChanged, type Changes } from './changes-since'
import { keepPlaces } from './keep-for-undo'
import { undoOf } from './undo-of'
import { applyRehearsal } from './apply-rehearsal'
import { rulesAgain } from './rules-again'
import { ofRules, openRequest, type Asked, type Opened, type Stage } from './open-request'

/** How often a person is asked again because something changed, before it simply does not run. */
const maxRounds = 4

/**
 * Asks a person about an action and turns the answer into a permit. Everything but an explicit yes to an offer of this very
 * request is a no: withdrawal, abort, an unknown offer. A yes to what has changed meanwhile is asked again, saying what.
 * Throws when the request cannot be put on record.
 */
export async function ask(asked: Asked, turn: TurnContext, parts: ActionParts): Promise<PersonAnswer> {
  let again = asked
  for (let round = 1; ; round++) {
    const answer = await askOnce(again, turn, parts)
    if (answer.kind !== 'changed') return answer
    const { changes } = answer
    if (round === maxRounds)
      return {
        kind: 'refused',
        how: 'changed',
        text: `Nothing ran. ${stopInWords(withChanged(asked.question.stop, changes), namingOf(turn, parts))}`,
        ends: false,
      }
    again = { ...asked, ofPerson: true, question: { ...asked.question, since: changes } }
  }
}

/** An answer, or that it was given on something that is not so any more. */
type OneAnswer = PersonAnswer | { readonly kind: 'changed'; readonly changes: Changes }

async function askOnce(asked: Asked, turn: TurnContext, parts: ActionParts): Promise<OneAnswer> {
  const over = new AbortController()
  try {
    const opened = await openRequest(asked, over.signal, turn, parts)
    const ruled = await ofRules(asked, opened, turn, parts)
    const shown = opened.shown()
    if (ruled.kind === 'asks' && turn.signal.aborted)
      return shown ? turnStoppedOnCopies : asked.stage === 'first' ? turnStopped : withdrawn
    if (shown?.signal.aborted === true && !turn.signal.aborted) return stoppedOnCopies
    const answer =
      ruled.kind === 'answered'
        ? await putInPlace(asked, { taken: ruled.taken, rule: ruled.rule?.name ?? null }, turn, parts)
        : await answered(
            asked,
            await put(asked, { ...opened, nearest: ruled.nearest }, turn, parts),
            turn,
            parts,
          )
    if (!shown || answer.kind === 'refused') return answer
    // The very run that was shown, unless its hosts were opened in another.
    if (answer.kind === 'applied' && !(ruled.kind === 'answered' && ruled.anew))
      return { ...answer, shown: true }
    shown.setAside()
    return answer.kind === 'changed' ? answer : { ...answer, attempts: 1 }
  } finally {
    over.abort()
  }
}

const stoppedOnCopies = {
  kind: 'refused',
  how: 'aborted',
  stopped: true,
  reason: 'You stopped it while it ran on copies. Nothing of it was put in place.',
  text: 'The person stopped this command while it ran on copies. Nothing of it was put in place.',
  ends: false,
} as const satisfies OneAnswer

/** Nobody answered, and nobody is left to be told. */
const withdrawn = {
  kind: 'refused',
  how: 'withdrawn',
  text: 'aborted',
  ends: true,
} as const satisfies OneAnswer
/** The turn was stopped before anybody was asked: there is nothing to ask about any more. */
const turnStopped = {
  ...withdrawn,
  stopped: true,
  reason: 'The turn was stopped before this ran.',
} as const satisfies OneAnswer
const turnStoppedOnCopies = {
  ...turnStopped,
  reason: 'The turn was stopped while this ran on copies. Nothing of it was put in place.',
} as const satisfies OneAnswer

/** What a rehearsal that is put in place is of: `left` of it stays as it is; `rule`: it is nobody's answer but this rule's, or (null) the policy's. */
interface InPlace {
  readonly taken: TakenRehearsal | undefined
  readonly left?: LeftOut
  readonly rule?: string | null
}

async function putInPlace(
  { call }: Asked,
  { taken, left = {}, rule }: InPlace,
  turn: TurnContext,
  parts: ActionParts,
): Promise<OneAnswer> {
  await turn.kept
  const own = await madeBy(taken, turn, parts)
  const changed = (taken?.changes ?? []).filter(({ kind }) => kind === 'changed' || kind === 'mode')
  // Looked at before it is done.
  const over =
    (await parts.effectRules?.gone.untouched(
      changed.map(({ path }) => path),
      turn.keptSince,
    )) ?? []
  const applied = await applyRehearsal(left, taken, (paths, work) => {
    const outside = paths.filter((path) => !isWithin(path, turn.cwd))
    const places = outside.map((path) => ({ path, extent: 'tree' }) as const)
    return keepPlaces({ ...call, places }, turn, parts, work)
  })
  if (applied.kind !== 'applied') return applied
  await parts.effectRules?.gone.made(turn.sessionId, own)
  await parts.effectRules?.gone.made(turn.sessionId, over, 'over')
  if (rule === undefined) return applied
  return { ...applied, put: { ...applied.put, ...(rule === null ? { unasked: true as const } : { rule }) } }
}

/**
 * What is the session's own once it is put in place: all that is new, unless something goes with it that only this disk had. That may be what came to be
 * under another name.
 */
async function madeBy(
  taken: TakenRehearsal | undefined,
  { sessionId, cwd }: TurnContext,
  { effectRules }: ActionParts,
): Promise<readonly string[]> {
  if (!taken || !effectRules) return []
  const going = taken.changes.filter(({ kind }) => kind === 'deleted' || kind === 'moved')
  const gone = await effectRules.gone.count(going, { session: sessionId, roots: [cwd] })
  if (going.some((change) => gone(change)?.unsaved !== 0)) return []
  return taken.changes.flatMap(({ kind, path }) => (kind === 'created' || kind === 'moved' ? [path] : []))
}

async function answered(
  asked: Asked,
  { request, answer, taken, rule }: Awaited<ReturnType<typeof put>>,
  turn: TurnContext,
  parts: ActionParts,
): Promise<OneAnswer> {
  if (answer.kind === 'withdrawn') return withdrawn
  const { decision } = answer
  const { decidedBy: by, assessment } = answer.request
  switch (decision.kind) {
    case 'allow': {
      const offer = answer.request.offers.find((each) => each.id === decision.offerId)
      if (!offer) return { kind: 'refused', how: 'denied', text: refusal(request), ends: false }
      const isPart = leavesSome(decision)
      const needed = isPart ? asked.inParts?.needed(offer.grants, decision) : offer.grants
      // Nobody asked for a part of what has none, or not this one: it is no yes to the whole.
      if (!needed) return { kind: 'refused', how: 'denied', text: refusal(request), ends: false }
      const whatWasRead = boundTexts(request, offer)
      const yes = { kind: offer.kind, grants: needed, whatWasRead }
      const changed = await asked.grants.changed(yes)
      if (changed.length > 0) return { kind: 'changed', changes: { paths: changed, then: whatWasRead } }
      const { scope = 'once', rule, ends } = decision
      const shown = shownOf({ ...answer.request, offers: [offer] })
      // A scope that the offer does not have counts as once.
      if (scope !== 'once' && offer.scopes.includes(scope)) {
        await asked.grants.keep(offer, { scope, rule, ends }, whatWasRead, shown)
        await parts.approvals.reconsider()
      }
      const permit = permitFor({ ...offer, grants: [...needed] }, asked.stage)
      return { kind: 'allowed', permit, yes, by, shown, ...(isPart && { left: decision }) }
    }
    case 'apply':
      return putInPlace(asked, { taken, left: decision, ...(rule !== undefined && { rule }) }, turn, parts)
    case 'deny':
      return { kind: 'refused', how: 'denied', text: refusal(request, decision.message, by), ends: false }
    case 'edit': {
      const edit = { command: decision.command, level: assessment.level }
      const text = refusal(request)
      return { kind: 'refused', how: 'denied', text, ends: false, ...(asked.checkEdit && { edit }) }
    }
    case 'abort':
      return { kind: 'refused', how: 'aborted', text: refusal(request), ends: true }
  }
}

/** The texts that a yes is for: those of a command, and whatever is let run without the sandbox, which alone holds where names lead. */
function boundTexts({ kind = 'command', stage, whatWasRead = [] }: ApprovalRequest, offer: Offer) {
  const texts = (kind === 'command' && stage !== 'network') || offer.kind === 'outside' ? whatWasRead : []
  return runsUncontained(offer) ? texts : texts.filter((each) => !isPlace(each))
}

/** The permit that a yes to this offer stands for. */
function permitFor(offer: Offer, stage: Stage): Permit {
  if (offer.kind === 'outside') return allow('person-unsandboxed', offer.grants)
  return allow(stage === 'first' ? 'person-first' : 'person-widened', offer.grants)
}

/** The first line is the protocol's own (docs/spec/approvals.md). */
function refusal(request: ApprovalRequest, message?: string, by?: DecidedBy): string {
  const { kind = 'command' } = request
  const said = `${{ patch: 'patch', command: 'exec command', input: 'input', tool: 'tool call' }[kind]} rejected by user`
  const text = refusalText({ ...request, kind, decidedBy: by }, message)
  return request.desk ? text : `${said}\n${text}`
}

/**
 * Puts one request, with facts and checks in it from the start; the model's view reaches it while it waits, and is given up
 * when it is answered. Throws when the request cannot be put on record.
 */
async function put(
  asked: Asked,
  opened: Opened & { readonly nearest: NearestRule | undefined },
  turn: TurnContext,
  parts: ActionParts,
): Promise<{
  readonly request: ApprovalRequest
  readonly answer: Answer
  readonly taken: TakenRehearsal | undefined
  /** The rule that answered it while it waited; absent: none did. */
  readonly rule: string | undefined
}> {
  const { subject, open, rehearsing, found, follow, nearest } = opened
  const undo = await undoOf(asked, { turn, facts: open.checked.facts }, parts)
  const { approvals, assessments, clock, ids } = parts
  const { call, stage, requested, changes, edited, checkEdit, grants, question } = asked
  const { callId, command, cwd, justification } = call
  const { since = noChanges } = question
  const stop = withChanged(question.stop, since)
  let offers = grants.offered(question.offers)
  const shown = (): Offer[] => withReach(boundOffers(offers, subject, open.checked), stage, open, turn)
  const differences = assessments.differences(since.then, open.checked, {
    sessionId: turn.sessionId,
    hunks: (before, after) => parts.textDiff.hunks(before, after),
  })
  const over = new AbortController()
  const id = ids.next()
  const again = rulesAgain(asked, opened, turn, parts)
  // Whoever is asked hears of the request before the model does.
  const told = Promise.withResolvers<undefined>()
  const view = () =>
    open.view({
      signal: over.signal,
      onUpdate: (assessment) => approvals.assess(id, assessment),
      after: told.promise,
    }).now
  const othersBy = (seen: SeenInRehearsal | undefined): boolean => {
    const others = seen && question.afterRehearsal?.(seen)
    if (others) offers = grants.offered(others)
    return others !== undefined
  }
  const asShown = (rehearsal: RequestRehearsal): RequestRehearsal =>
    asked.applied ? rehearsal : unapplied(rehearsal)
  const before = found()
  if (before) othersBy(before.seen)
  if (before?.seen) open.rehearsed(before.seen)
  const atFirst = before ? asShown(before.rehearsal) : rehearsing?.atFirst
  follow(({ rehearsal, seen }) => {
    const isOther = othersBy(seen)
    if (seen && open.rehearsed(seen)) approvals.raise(id, open.now)
    approvals.rehearsed(id, asShown(rehearsal), isOther ? shown() : undefined)
  })
  const request: ApprovalRequest = {
    callId,
    stage,
    ...(changes && { kind: 'patch', changes }),
    ...(requested.kind === 'input' && { kind: 'input', input: requested.text }),
    ...(requested.kind === 'tool' && { kind: 'tool', tool: requested.request }),
    command: [...command],
    cwd,
    naming: namingOf(turn, parts),
    stop: {
      ...stop,
      ...(differences.length > 0 && { differences: [...differences] }),
      ...(nearest && { nearest }),
    },
    ...(justification === undefined ? {} : { justification }),
    offers: shown(),
    ...(checkEdit && { editable: true }),
    ...(edited && { edited }),
    ...(asked.desk && { desk: asked.desk }),
    ...(undo && { undo }),
    ...(open.checked.read.length === 0 ? {} : { whatWasRead: open.checked.read }),
    id,
    sessionId: turn.sessionId,
    sessionTitle: turn.sessionTitle,
    ...(turn.askedBy && { askedBy: turn.askedBy }),
    turnId: turn.turnId,
    turnNumber: turn.turnNumber,
    sandboxPolicy: turn.sandboxPolicy,
    effect: leadingEffect(open, subject, question.effect),
    assessment: view(),
    ...(atFirst && { rehearsal: atFirst }),
    createdAt: new Date(clock.now()).toISOString(),
    state: 'pending',
  }
  try {
    const answer = await approvals.ask(request, {
      heldOffer: () =>
        edited || asked.managed !== undefined ? Promise.resolve(undefined) : grants.answers(offers),
      ruled: () => again.ask(),
      checkRule: (text) => grants.checkRule(text),
      ...(checkEdit && { checkEdit }),
      signal: asked.signal ? AbortSignal.any([asked.signal, turn.signal]) : turn.signal,
      record: turn.recordApproval,
      told: () => told.resolve(undefined),
      assessed: (requestId, update) => {
        turn.emit({ type: 'approval.assessed', requestId, update })
      },
      viewAgain: view,
      ...(rehearsing &&
        atFirst && {
          rehearsing: {
            ...rehearsing,
            atFirst,
            emit: (rehearsal, others) => {
              const update = { type: 'approval.rehearsed', requestId: id, rehearsal } as const
              turn.emit({ ...update, ...(others && { offers: others }) })
            },
          },
        }),
    })
    // Before the request is over, which frees what nobody took.
    const decision = answer.kind === 'decided' ? answer.decision : undefined
    const applies = decision?.kind === 'apply' ? decision.rehearsal : undefined
    if (applies === undefined) return { request, answer, taken: undefined, rule: undefined }
    const held = again.end()
    const byRule = answer.kind === 'decided' && answer.request.decidedBy === 'grant'
    const rule = byRule ? held?.rule : undefined
    return { request, answer, taken: held?.taken ?? rehearsing?.take(applies), rule }
  } finally {
    over.abort()
    told.resolve(undefined)
    // What a rule took and nobody put in place.
    await again.end()?.taken.free()
  }
}

/** The folders that the paths of a turn are named from, for a person: the session's, and the home folder. */
export const namingOf = (
  { cwd }: Pick<TurnContext, 'cwd'>,
  { workspace }: Pick<ActionParts, 'workspace'>,
): NamingFolders => ({ roots: [cwd], home: workspace.home() })

/** What leads the panel: what the facts say where a rule found something, else what the kernel reported, else the facts. */
function leadingEffect(
  { checked }: OpenAssessment,
  { kind }: RequestSubject,
  effect: Effect | undefined,
): Effect {
  const { facts, floor } = checked
  const found = floor.level === 'medium' || floor.level === 'high'
  const reports = kind === 'command' && found && !/^(run|reason)$/.test(facts.effect.act.kind)
  return reports ? facts.effect : (effect ?? facts.effect)
}

/** A run that adds nothing has no network where the policy gives none: a command that names a host may fail there. */
function withReach(
  offers: Offer[],
  stage: Stage,
  { checked }: OpenAssessment,
  { sandboxPolicy }: TurnContext,
): Offer[] {
  const [host] = checked.facts.hosts
  const closed = !opensNetwork(sandboxPolicy)
  if (!host || !closed || stage !== 'first') return offers
  return offers.map((offer) =>
    offer.kind === 'only-this' && !offer.grants.some(({ kind }) => kind === 'host')
      ? { ...offer, unreachable: host.host }
      : offer,
  )
}

/** What an agent of another maker is let do runs where that agent runs. */
const runsUncontained = ({ kind, means }: Offer): boolean => kind === 'outside' || means.kind === 'answer'

/** A rehearsal that is only for looking at: its run is another's. */
const unapplied = (rehearsal: RequestRehearsal): RequestRehearsal => {
  if (rehearsal.state !== 'found') return rehearsal
  const { applies: _, ...found } = rehearsal.found
  return { state: 'found', found }
}

/**
 * A yes without the sandbox holds beyond one run only for what was read as a whole: a part that nobody saw could be anything
 * the next time.
 */
function boundOffers(offers: Offer[], subject: RequestSubject, { seenThrough }: CheckedRequest): Offer[] {
  if (subject.kind !== 'command' || seenThrough) return offers
  return offers.map((offer) =>
    runsUncontained(offer) && offer.scopes.length > 1
      ? { ...offer, scopes: offer.scopes.filter((scope) => scope === 'once'), onceOnly: true }
      : offer,
  )
}
