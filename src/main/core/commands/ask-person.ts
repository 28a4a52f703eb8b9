import type { ApprovalRequest, Offer, StopReason } from '@shared/domain/approval'
import { allow, type Permit } from '../policy/permit'
import type { CommandCall, CommandParts, TurnContext } from './command-call'
import { listEvidence } from './result-text'

/** What is put in front of the person. */
export interface Question {
  readonly stage: ApprovalRequest['stage']
  readonly effect: string
  readonly stop: StopReason
  readonly offers: readonly Offer[]
}

/** A yes as a permit, or a no with what the agent is told. `ends` says that the turn is over. */
export type PersonAnswer =
  | { readonly kind: 'allowed'; readonly permit: Permit }
  | { readonly kind: 'refused'; readonly text: string; readonly ends: boolean }

/** What the agent is told on a no: that nothing (more) ran, which boundary it was, what may be asked instead. */
function refusal(question: Question, message: string | undefined): string {
  const { stop, stage } = question
  const ran =
    stage === 'first' ? 'Nothing ran.' : 'The attempt in the sandbox stays stopped; nothing ran outside it.'
  const boundary =
    stop.evidence.length > 0 ? `${stop.boundary}, ${listEvidence(stop.evidence)}` : stop.boundary
  const says = message === undefined || message.trim() === '' ? '' : ` The user says: ${message.trim()}`
  return `exec command rejected by user\nDenied by the user. ${ran} Boundary: ${boundary}. Do not work around it; choose another way inside the sandbox, or explain what you need.${says}`
}

/** The permit that a yes to this offer stands for. */
export function permitFor(offer: Offer, stage: ApprovalRequest['stage']): Permit {
  if (offer.kind === 'outside') return allow('person-unsandboxed', offer.grants)
  return allow(stage === 'first' ? 'person-first' : 'person-widened', offer.grants)
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
  const answer = await parts.approvals.ask(request, (each) => turn.recordApproval(each), turn.signal)
  if (answer.kind === 'withdrawn') return { kind: 'refused', text: 'aborted', ends: true }
  const { decision } = answer
  switch (decision.kind) {
    case 'allow': {
      const offer = request.offers.find((each) => each.id === decision.offerId)
      if (!offer) return { kind: 'refused', text: refusal(question, undefined), ends: false }
      return { kind: 'allowed', permit: permitFor(offer, question.stage) }
    }
    case 'deny':
      return { kind: 'refused', text: refusal(question, decision.message), ends: false }
    case 'abort':
      return { kind: 'refused', text: refusal(question, undefined), ends: true }
  }
}
