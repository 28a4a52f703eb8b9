import type { ApprovalRequest } from '@shared/domain/approval'
import type { FileChanges } from '@shared/domain/file-change'
import { permitFor, type PersonAnswer, type Question } from '../commands/ask-person'
import type { CommandParts, TurnContext } from '../commands/command-call'
import { listEvidence } from '../commands/result-text'
import type { PatchCall } from './patch-call'

/** A patch in front of a person: the question, and what it would change. */
export interface PatchRequest {
  readonly call: PatchCall
  readonly changes: FileChanges
  readonly question: Question
}

function refusal({ stop, stage }: Question, message: string | undefined): string {
  const done =
    stage === 'first'
      ? 'Nothing was changed.'
      : 'The attempt in the sandbox stays stopped; nothing was changed.'
  const boundary =
    stop.evidence.length > 0 ? `${stop.boundary}, ${listEvidence(stop.evidence)}` : stop.boundary
  const says = message === undefined || message.trim() === '' ? '' : ` The user says: ${message.trim()}`
  return `patch rejected by user\nDenied by the user. ${done} Boundary: ${boundary}. Do not work around it; choose another way, or explain what you need.${says}`
}

/**
 * Asks a person about a patch and turns the answer into a permit. Everything but an explicit yes to an offer of this
 * very request is a no: withdrawal, abort, an unknown offer. Throws when the request cannot be put on record.
 */
export async function askAboutPatch(
  { call, changes, question }: PatchRequest,
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
    kind: 'patch',
    command: ['apply_patch'],
    cwd: call.cwd,
    changes,
    effect: question.effect,
    stop: question.stop,
    sandboxPolicy: turn.sandboxPolicy,
    ...(call.justification === undefined ? {} : { justification: call.justification }),
    assessment: {
      level: 'not-assessed',
      categories: [],
      reason: 'this version has no rails for patches and asks no model',
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
