import type { ApprovalRequest, DecidedBy, Decision, Offer, StopReason } from '@shared/domain/approval'
import type { FileChanges } from '@shared/domain/file-change'
import { quoteCommand } from '@shared/domain/quote-shell'
import type { Grant } from '@shared/domain/grant'
import { refusalText } from '@shared/domain/refusal-text'
import type { ReadFile } from '@shared/domain/what-was-read'
import { askAssessed } from './ask-assessed'
import { readCommandRule } from '../approvals/command-rule'
import { changesSince, withChanges } from './changes-since'
import type { GrantKeys } from '../approvals/grant-key'
import type { RequestMatter } from '../assessment/request-subject'
import { allow, type Permit } from '../policy/permit'
import type { CommandCall, CommandParts, TurnContext } from '../turn/turn-context'
import { checkEdit, type Edit } from './edited-command'
import { coveringGrants } from './permit-by-grant'

/** What wants to run, as far as a question needs to know it. */
export type AskingCall = Pick<CommandCall, 'callId' | 'command' | 'cwd' | 'justification'>

/**
 * What is put in front of the person. `subject` holds the keys under which a yes beyond this run is kept (a command has
 * one, a patch one per file) and the canonical command for showing. `changes` makes it a question about a patch, `about`
 * one about text for the process that the command became.
 */
export interface Question {
  readonly stage: ApprovalRequest['stage']
  /** What is known of its effect without the facts; undefined: nothing. */
  readonly effect: string | undefined
  readonly stop: StopReason
  readonly offers: readonly Offer[]
  readonly subject: GrantKeys
  readonly changes?: FileChanges
  /** What facts, checks and model look at; absent: the command. */
  readonly about?: RequestMatter
  /** A command of the person's may be the answer: whoever asks then goes on with `edit`. */
  readonly editable?: true
  /** What the agent asked for, when the command is the person's own. No grant answers such a question. */
  readonly edited?: NonNullable<ApprovalRequest['edited']>
}

/** What makes a request one about something else than a command. */
function kindOf({ changes, about }: Question): Pick<ApprovalRequest, 'kind' | 'changes' | 'input'> {
  if (changes !== undefined) return { kind: 'patch', changes }
  return about?.kind === 'input' ? { kind: 'input', input: about.text } : {}
}

/** How often a person is asked again because something changed, before it simply does not run. */
const maxRounds = 4

type Allow = Extract<Decision, { kind: 'allow' }>

/**
 * A yes as a permit, or a no with what the agent is told. `ends` says that the turn is over; `edit` is the command that the
 * person put in the place of this one, which has not run and must be asked about.
 */
export type PersonAnswer =
  | { readonly kind: 'allowed'; readonly permit: Permit; readonly whatWasRead: readonly ReadFile[] }
  | { readonly kind: 'refused'; readonly text: string; readonly ends: boolean; readonly edit?: Edit }

/** The first line is the protocol's own (docs/spec/approvals.md). */
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

/**
 * Puts a yes that holds beyond this run in force, before the run, and lets it answer what else waits for it. A scope the
 * offer does not have counts as once.
 */
async function keepGrant(
  call: AskingCall,
  given: {
    readonly question: Question
    readonly offer: Offer
    readonly decision: Allow
    readonly whatWasRead: readonly ReadFile[]
  },
  turn: TurnContext,
  parts: CommandParts,
): Promise<void> {
  const { question, offer, decision, whatWasRead } = given
  const { scope = 'once', rule } = decision
  if (scope === 'once' || !offer.scopes.includes(scope)) return
  const { keys, command, openKey } = question.subject
  const read = rule === undefined ? undefined : await readCommandRule(rule, question.subject, parts.parser)
  const open = read?.open === true && openKey !== undefined
  for (const key of open ? [openKey] : keys)
    await parts.grants.add({
      id: parts.ids.next(),
      scope,
      sessionId: turn.sessionId,
      turnId: turn.turnId,
      key,
      command: [...(open ? read.words : command)],
      ...(open && { covers: 'prefix' }),
      cwd: call.cwd,
      kind: offer.kind,
      grants: offer.grants,
      ...(whatWasRead.length === 0 ? {} : { whatWasRead: [...whatWasRead] }),
      createdAt: new Date(parts.clock.now()).toISOString(),
    })
  await parts.approvals.reconsider()
}

/**
 * The offers with the text of the rule that each would be stored as, where a rule can be edited; for one run only, where
 * nothing can be kept.
 */
function withRules(offers: readonly Offer[], { keys, command, openKey }: GrantKeys): Offer[] {
  if (keys.length === 0) return offers.map((offer) => ({ ...offer, scopes: ['once'] }))
  return offers.map((offer) =>
    openKey !== undefined && offer.kind === 'only-this' && offer.scopes.includes('rule')
      ? { ...offer, rule: quoteCommand(command) }
      : offer,
  )
}

/** The offers with what each granted path is now, which is all that a yes is for; where it leads elsewhere, that is said. */
function withIdentities(offers: readonly Offer[], { sandbox }: CommandParts): Offer[] {
  return offers.map((offer) => {
    const grants = offer.grants.map((grant) => sandbox.identify?.(grant) ?? grant)
    const leads = grants.flatMap((grant) =>
      'was' in grant && grant.was !== undefined && grant.was.realPath !== grant.path
        ? [` ${grant.path} leads to ${grant.was.realPath}.`]
        : [],
    )
    return { ...offer, grants, description: `${offer.description}${leads.join('')}` }
  })
}

/** What a grant adds, whatever its path was when it was given: that is compared by itself. */
const grantText = (grant: Grant): string => JSON.stringify({ ...grant, was: undefined })

/** The offer that grants given meanwhile now make unnecessary to ask about; undefined while they do not cover it. */
async function heldOffer(
  { offers, subject }: Question,
  turn: TurnContext,
  parts: CommandParts,
): Promise<string | undefined> {
  const covering = await coveringGrants(subject, turn, parts)
  if (covering?.kind !== 'held') return undefined
  const { held } = covering
  const offer = offers.find((each) => each.kind === held.kind)
  const added = new Set(held.records.flatMap((record) => record.grants.map(grantText)))
  return offer?.grants.every((grant) => added.has(grantText(grant))) === true ? offer.id : undefined
}

/**
 * Asks a person about a command or a patch and turns the answer into a permit. Everything but an explicit yes to an offer of this
 * very request is a no: withdrawal, abort, an unknown offer. A yes to what has changed meanwhile is asked again, saying what.
 * Throws when the request cannot be put on record.
 */
export async function askPerson(
  call: AskingCall,
  question: Question,
  turn: TurnContext,
  parts: CommandParts,
): Promise<PersonAnswer> {
  let { stop } = question
  for (let round = 1; ; round++) {
    const answer = await askOnce(call, { ...question, stop }, turn, parts)
    if (answer.kind !== 'changed') return answer
    const text = withChanges(question.stop.text, answer.changed)
    if (round === maxRounds) return { kind: 'refused', text: `Nothing ran. ${text}`, ends: false }
    stop = { ...question.stop, text }
  }
}

/** An answer, or that it was given on something that is not so any more. */
type OneAnswer = PersonAnswer | { readonly kind: 'changed'; readonly changed: readonly string[] }

async function askOnce(
  call: AskingCall,
  question: Question,
  turn: TurnContext,
  parts: CommandParts,
): Promise<OneAnswer> {
  const { stage, stop, offers, effect, subject, about } = question
  const { request, answer } = await askAssessed(
    {
      request: {
        callId: call.callId,
        stage,
        ...kindOf(question),
        command: [...call.command],
        cwd: call.cwd,
        stop,
        ...(call.justification === undefined ? {} : { justification: call.justification }),
        offers: withIdentities(withRules(offers, subject), parts),
        ...(question.editable && { editable: true }),
        ...(question.edited && { edited: question.edited }),
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
      grantable: {
        heldOffer: () => (question.edited ? Promise.resolve(undefined) : heldOffer(question, turn, parts)),
        checkRule: async (text) => {
          await readCommandRule(text, subject, parts.parser)
        },
        ...(question.editable && {
          checkEdit: (command: readonly string[]) => checkEdit(command, parts.parser),
        }),
      },
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
      const { whatWasRead = [] } = request
      const changed = await changesSince({ ...offer, whatWasRead }, turn, parts)
      if (changed.length > 0) return { kind: 'changed', changed }
      await keepGrant(call, { question, offer, decision, whatWasRead }, turn, parts)
      return { kind: 'allowed', permit: permitFor(offer, question.stage), whatWasRead }
    }
    case 'deny':
      return {
        kind: 'refused',
        text: refusal(question, decision.message, answer.request.decidedBy),
        ends: false,
      }
    case 'edit': {
      const edit = { command: decision.command, level: answer.request.assessment.level }
      return { kind: 'refused', text: refusal(question), ends: false, ...(question.editable && { edit }) }
    }
    case 'abort':
      return { kind: 'refused', text: refusal(question), ends: true }
  }
}
