import type { ApprovalRequest, DecidedBy, Offer, StopReason } from '@shared/domain/approval'
import { notAssessed } from '@shared/domain/assessment'
import type { FileChanges } from '@shared/domain/file-change'
import type { GrantScope } from '@shared/domain/stored-grant'
import { refusalText } from '@shared/domain/refusal-text'
import { allow, type Permit } from '../policy/permit'
import type { CommandCall, CommandParts, TurnContext } from './command-call'

/** What wants to run, as far as a question needs to know it. */
export type AskingCall = Pick<CommandCall, 'callId' | 'command' | 'cwd' | 'justification'>

/**
 * What is put in front of the person. `subject` holds the keys under which a yes beyond this run is kept (a command has
 * one, a patch one per file) and the canonical command for showing. `changes` makes it a question about a patch, `input`
 * one about text for the process that the command became.
 */
export interface Question {
  readonly stage: ApprovalRequest['stage']
  readonly effect: string
  readonly stop: StopReason
  readonly offers: readonly Offer[]
  readonly subject: { readonly keys: readonly string[]; readonly command: readonly string[] }
  readonly changes?: FileChanges
  readonly input?: string
}

/** What makes a request one about something else than a command. */
function kindOf({ changes, input }: Question): Pick<ApprovalRequest, 'kind' | 'changes' | 'input'> {
  if (changes !== undefined) return { kind: 'patch', changes }
  return input === undefined ? {} : { kind: 'input', input }
}

/** A yes as a permit, or a no with what the agent is told. `ends` says that the turn is over. */
export type PersonAnswer =
  | { readonly kind: 'allowed'; readonly permit: Permit }
  | { readonly kind: 'refused'; readonly text: string; readonly ends: boolean }

/** The first line is the protocol's own (semantics §3.2). */
const refusal = (question: Question, message?: string, by?: DecidedBy): string => {
  const { kind = 'command' } = kindOf(question)
  const said = `${{ patch: 'patch', command: 'exec command', input: 'input' }[kind]} rejected by user`
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
  const request: ApprovalRequest = {
    id: parts.ids.next(),
    sessionId: turn.sessionId,
    sessionTitle: turn.sessionTitle,
    turnId: turn.turnId,
    turnNumber: turn.turnNumber,
    callId: call.callId,
    stage: question.stage,
    ...kindOf(question),
    command: [...call.command],
    cwd: call.cwd,
    effect: question.effect,
    stop: question.stop,
    sandboxPolicy: turn.sandboxPolicy,
    ...(call.justification === undefined ? {} : { justification: call.justification }),
    assessment: notAssessed('this version has no rails and asks no model'),
    offers: [...question.offers],
    createdAt: new Date(parts.clock.now()).toISOString(),
    state: 'pending',
  }
  const answer = await parts.approvals.ask(request, {
    key: question.subject.keys.join('\n'),
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
      return {
        kind: 'refused',
        text: refusal(question, decision.message, answer.request.decidedBy),
        ends: false,
      }
    case 'abort':
      return { kind: 'refused', text: refusal(question), ends: true }
  }
}
