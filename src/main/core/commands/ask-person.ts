import type { ApprovalRequest, Offer, StopReason } from '@shared/domain/approval'
import type { GrantScope } from '@shared/domain/stored-grant'
import { refusalText } from '@shared/domain/refusal-text'
import { allow, type Permit } from '../policy/permit'
import type { CommandCall, CommandParts, TurnContext } from './command-call'

/** What is put in front of the person. */
export interface Question {
  readonly stage: ApprovalRequest['stage']
  readonly effect: string
  readonly stop: StopReason
  readonly offers: readonly Offer[]
  /** The command's grant key and its canonical form, under which a yes beyond this run is kept. */
  readonly subject: { readonly key: string; readonly command: readonly string[] }
}

/** A yes as a permit, or a no with what the agent is told. `ends` says that the turn is over. */
export type PersonAnswer =
  | { readonly kind: 'allowed'; readonly permit: Permit }
  | { readonly kind: 'refused'; readonly text: string; readonly ends: boolean }

/** The first line is the protocol's own (semantics §3.2). */
const refusal = (question: Question, message?: string): string =>
  `exec command rejected by user\n${refusalText(question, message)}`

function permitFor(offer: Offer, stage: ApprovalRequest['stage']): Permit {
  if (offer.kind === 'outside') return allow('person-unsandboxed', offer.grants)
  return allow(stage === 'first' ? 'person-first' : 'person-widened', offer.grants)
}

/** Puts a yes that holds beyond this run in force, before the run. A scope the offer does not have counts as once. */
async function keepGrant(
  call: CommandCall,
  given: { readonly question: Question; readonly offer: Offer; readonly scope: GrantScope },
  turn: TurnContext,
  parts: CommandParts,
): Promise<void> {
  const { question, offer, scope } = given
  if (scope === 'once' || !offer.scopes.includes(scope)) return
  await parts.grants.add({
    id: parts.ids.next(),
    scope,
    sessionId: turn.sessionId,
    turnId: turn.turnId,
    key: question.subject.key,
    command: [...question.subject.command],
    cwd: call.cwd,
    kind: offer.kind,
    grants: offer.grants,
    createdAt: new Date(parts.clock.now()).toISOString(),
  })
}

/**
 * Asks a person about a command and turns the answer into a permit. Everything but an explicit yes to an offer of this
 * very request is a no: withdrawal, abort, an unknown offer. Throws when the request cannot be put on record.
 */
export async function askPerson(
  call: CommandCall,
  question: Question,
  turn: TurnContext,
  parts: CommandParts,
): Promise<PersonAnswer> {
  const request: ApprovalRequest = {
    id: parts.ids.next(),
    sessionId: turn.sessionId,
    sessionTitle: turn.sessionTitle,
    turnId: turn.turnId,
    turnNumber: turn.turnNumber,
    callId: call.callId,
    stage: question.stage,
    command: [...call.command],
    cwd: call.cwd,
    effect: question.effect,
    stop: question.stop,
    sandboxPolicy: turn.sandboxPolicy,
    ...(call.justification === undefined ? {} : { justification: call.justification }),
    assessment: {
      level: 'not-assessed',
      categories: [],
      reason: 'this version has no rails and asks no model',
    },
    offers: [...question.offers],
    createdAt: new Date(parts.clock.now()).toISOString(),
    state: 'pending',
  }
  const answer = await parts.approvals.ask(request, {
    key: question.subject.key,
    record: (each) => turn.recordApproval(each),
    signal: turn.signal,
  })
  if (answer.kind === 'withdrawn') return { kind: 'refused', text: 'aborted', ends: true }
  const { decision } = answer
  switch (decision.kind) {
    case 'allow': {
      const offer = request.offers.find((each) => each.id === decision.offerId)
      if (!offer) return { kind: 'refused', text: refusal(question), ends: false }
      await keepGrant(call, { question, offer, scope: decision.scope ?? 'once' }, turn, parts)
      return { kind: 'allowed', permit: permitFor(offer, question.stage) }
    }
    case 'deny':
      return { kind: 'refused', text: refusal(question, decision.message), ends: false }
    case 'abort':
      return { kind: 'refused', text: refusal(question), ends: true }
  }
}
