import type { ApprovalRequest, DecidedBy, Offer, StopReason } from '@shared/domain/approval'
import type { FileChanges } from '@shared/domain/file-change'
import type { GrantScope } from '@shared/domain/stored-grant'
import { refusalText } from '@shared/domain/refusal-text'
import { askAssessed } from '../approvals/ask-assessed'
import type { RequestMatter } from '../assessment/request-subject'
import { allow, type Permit } from '../policy/permit'
import type { CommandCall, CommandParts, TurnContext } from './command-call'

/** What wants to run, as far as a question needs to know it. */
export type AskingCall = Pick<CommandCall, 'callId' | 'command' | 'cwd' | 'justification'>

/**
 * What is put in front of the person. `subject` holds the keys under which a yes beyond this run is kept (a command has
 * one, a patch one per file) and the canonical command for showing. `changes` makes it a question about a patch.
 */
export interface Question {
  readonly stage: ApprovalRequest['stage']
  /** What is known of its effect without the facts; undefined: nothing. */
  readonly effect: string | undefined
  readonly stop: StopReason
  readonly offers: readonly Offer[]
  readonly subject: { readonly keys: readonly string[]; readonly command: readonly string[] }
  readonly changes?: FileChanges
  /** What facts, rails and model look at; absent: the command. */
  readonly about?: RequestMatter
}

/** A yes as a permit, or a no with what the agent is told. `ends` says that the turn is over. */
export type PersonAnswer =
  | { readonly kind: 'allowed'; readonly permit: Permit }
  | { readonly kind: 'refused'; readonly text: string; readonly ends: boolean }

/** The first line is the protocol's own (semantics §3.2). */
const refusal = (question: Question, message?: string, by?: DecidedBy): string => {
  const kind = question.changes ? 'patch' : 'command'
  const said = kind === 'patch' ? 'patch rejected by user' : 'exec command rejected by user'
  return `${said}\n${refusalText({ ...question, kind, decidedBy: by }, message)}`
}

/** The permit that a yes to this offer stands for. */
function permitFor(offer: Offer, stage: ApprovalRequest['stage']): Permit {
  if (offer.kind === 'outside') return allow('person-unsandboxed', offer.grants)
  return allow(stage === 'first' ? 'person-first' : 'person-widened', offer.grants)
}

/** Puts a yes that holds beyond this run in force, before the run. A scope the offer does not have counts as once. */
async function keepGrant(
  call: AskingCall,
  given: { readonly question: Question; readonly offer: Offer; readonly scope: GrantScope },
  turn: TurnContext,
  parts: CommandParts,
): Promise<void> {
  const { question, offer, scope } = given
  if (scope === 'once' || !offer.scopes.includes(scope)) return
  for (const key of question.subject.keys)
    await parts.grants.add({
      id: parts.ids.next(),
      scope,
      sessionId: turn.sessionId,
      turnId: turn.turnId,
      key,
      command: [...question.subject.command],
      cwd: call.cwd,
      kind: offer.kind,
      grants: offer.grants,
      createdAt: new Date(parts.clock.now()).toISOString(),
    })
}

/**
 * Asks a person about a command or a patch and turns the answer into a permit. Everything but an explicit yes to an offer of this
 * very request is a no: withdrawal, abort, an unknown offer. Throws when the request cannot be put on record.
 */
export async function askPerson(
  call: AskingCall,
  question: Question,
  turn: TurnContext,
  parts: CommandParts,
): Promise<PersonAnswer> {
  const { stage, changes, stop, offers, effect, subject, about } = question
  const { request, answer } = await askAssessed(
    {
      request: {
        callId: call.callId,
        stage,
        ...(changes === undefined ? {} : { kind: 'patch', changes }),
        command: [...call.command],
        cwd: call.cwd,
        stop,
        ...(call.justification === undefined ? {} : { justification: call.justification }),
        offers: [...offers],
      },
      effect,
      subject: {
        ...(about ?? { kind: 'command' }),
        command: call.command,
        cwd: call.cwd,
        justification: call.justification,
        evidence: stop.evidence,
        failure: stage === 'retry' ? stop.text : undefined,
      },
      key: subject.keys.join('\n'),
      signal: turn.signal,
    },
    turn,
    parts,
  )
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
      return {
        kind: 'refused',
        text: refusal(question, decision.message, answer.request.decidedBy),
        ends: false,
      }
    case 'abort':
      return { kind: 'refused', text: refusal(question), ends: true }
  }
}
