import type { CommandOutcome } from '@shared/domain/command-outcome'
import { describeSandboxPolicy } from '@shared/domain/sandbox-policy'
import type { Grant } from '@shared/domain/grant'
import type { ReadFile } from '@shared/domain/what-was-read'
import { effectOfEvidence } from '../approvals/effect'
import { changesSince, changesText, withChanges } from '../asking/changes-since'
import { grantKey } from '../approvals/grant-key'
import { starCovers } from '../approvals/star-covers'
import { asksAfterDenial } from '../policy/granular'
import type { Permit } from '../policy/permit'
import { besideTheWork, type IsBeside } from './beside-the-work'
import { lookUpPrograms } from '../policy/program-lookup'
import { askPerson, type PersonAnswer, type Question } from '../asking/ask-person'
import type { CommandCall, CommandParts, TurnContext } from '../turn/turn-context'
import { editedCall, editedStop, withEditTold } from '../asking/edited-command'
import type { Edit, EditableCall } from '../asking/edited-command'
import { decideFirst } from './first-decision'
import { judgeCommand } from './judge-command'
import { offerMissing, offerOutside, whyNoOffer } from '../asking/offers'
import { outcomeText } from '../asking/result-text'
import { alreadyAnswered } from '../network/already-answered'
import { foldersNamed, type NamesFolder } from '../asking/removed-trees'
import { permitByGrant } from '../asking/permit-by-grant'
import { runAttempt, type AttemptTurn } from './run-attempt'
import { stopText } from '../asking/stop-text'

/** What a tool call comes back with: the text for the model, and whether the turn is over. */
export interface CommandReply {
  readonly text: string
  readonly ends: boolean
}

/** What an attempt came to, and the text for the model. No outcome: it still runs, and may end at any later time. */
export interface AttemptReply {
  readonly outcome: CommandOutcome | undefined
  readonly text: string
}

/** One way of running a permitted command. It neither asks nor widens anything. */
export type Attempting = (
  call: CommandCall,
  permit: Permit,
  turn: AttemptTurn,
  parts: CommandParts,
) => Promise<AttemptReply>

/** Runs a command to its end. */
const runToEnd: Attempting = async (...given) => {
  const outcome = await runAttempt(...given)
  return { outcome, text: outcomeText(outcome) }
}

/** A reply before it is known whether the person's own command comes next. `ran`: something of the call ran. */
interface Ended extends CommandReply {
  readonly ran: boolean
  readonly edit?: Edit | undefined
}

/** A person can be asked this often about one call before it simply stays stopped. */
const maxRetries = 8

type Denied = Extract<CommandOutcome, { kind: 'denied' }>

/**
 * The request after the sandbox stopped an attempt: evidence, the narrowest addition, and the way outside. It asks for
 * nothing that is beside the work; the evidence holds that too.
 */
function retryQuestion(
  denied: Denied,
  grants: readonly Grant[],
  at: {
    turn: TurnContext
    home: string
    subject: Question['subject']
    names: NamesFolder
    isBeside: IsBeside
    changed: readonly string[]
  },
): Question {
  const { turn, home, subject, names, isBeside, changed } = at
  const asked = denied.evidence.filter((each) => !isBeside(each))
  const missing = offerMissing(asked, grants, { home, names })
  const noOnlyThis = missing ? undefined : whyNoOffer(asked, { home, names })
  return {
    stage: 'retry',
    effect: effectOfEvidence(asked, { home, cwd: turn.cwd }),
    stop: {
      boundary: 'sandbox',
      text: withChanges(stopText(asked, turn.sandboxPolicy), changed),
      policyLine: describeSandboxPolicy(turn.sandboxPolicy),
      evidence: denied.evidence,
      ...(noOnlyThis === undefined ? {} : { noOnlyThis }),
    },
    offers: missing ? [missing, offerOutside()] : [offerOutside()],
    subject,
    editable: true,
  }
}

/** A permit as the yes behind it. Full access by policy was given on nothing. */
const givenBy = ({ confinement, grants }: Permit) =>
  ({ kind: confinement === 'none' ? 'outside' : 'only-this', grants }) as const

/** Runs, and after each denial asks again with what the kernel newly reported (docs/spec/approvals.md: never silently). */
async function runAndRetry(
  call: EditableCall,
  first: {
    readonly permit: Permit
    /** What the yes behind the permit was given on; absent: there was none. */
    readonly whatWasRead?: readonly ReadFile[]
    readonly subject: Question['subject']
    readonly attempting: Attempting
    /** What a grant that does not hold any more was given on and is not so now. */
    readonly changed?: readonly string[]
  },
  turn: TurnContext,
  parts: CommandParts,
): Promise<Ended> {
  const { subject, attempting, changed = [] } = first
  let { permit, whatWasRead = [] } = first
  for (let attempt = 1; ; attempt++) {
    const late = await changesSince({ ...givenBy(permit), whatWasRead }, turn, parts)
    if (late.length > 0) {
      const reason = `Nothing ran. ${changesText(late)}`
      turn.emit({ type: 'command.finished', callId: call.callId, outcome: { kind: 'refused', reason } })
      return { text: `${reason} Ask again.`, ends: false, ran: false }
    }
    const { outcome, text } = await attempting(call, permit, { ...turn, attempt }, parts)
    if (outcome?.kind === 'cancelled') return { text, ends: true, ran: true }
    const mayAsk = asksAfterDenial(turn.approvalPolicy, permit.because)
    if (outcome?.kind !== 'denied' || !mayAsk || attempt > maxRetries || alreadyAnswered(outcome.evidence))
      return { text, ends: false, ran: true }
    const home = parts.workspace.home()
    const isBeside = besideTheWork(home, parts.workspace.environment(turn.sandboxPolicy, true))
    const names = await foldersNamed(call.command, home, parts.parser)
    const question = {
      ...retryQuestion(outcome, permit.grants, { turn, home, subject, names, isBeside, changed }),
      ...(call.edited && { edited: call.edited }),
    }
    const answer = await askPerson(call, question, turn, parts)
    if (answer.kind === 'refused') return { ...answer, ran: false }
    permit = answer.permit
    whatWasRead = answer.whatWasRead
  }
}

/**
 * The one way from a tool call to a process: policy, grant or first approval, sandboxed attempt, evidence, approval,
 * retry (docs/spec/approvals.md). A grant answers what would be asked and adds what it added before; it never turns a refusal
 * into a run. A command that the person put in its place goes the same way, but never unasked (decision 032). Fails
 * closed: whatever is not an explicit permit ends without a process. `attempting` says how a permitted command is run: by default to its end.
 */
export async function orchestrate(
  asked: CommandCall,
  turn: TurnContext,
  parts: CommandParts,
  attempting: Attempting = runToEnd,
): Promise<CommandReply> {
  let call: EditableCall = asked
  for (;;) {
    const ended = await runAsked(call, turn, parts, attempting)
    if (ended.edit === undefined) return { text: withEditTold(ended, call), ends: ended.ends }
    call = editedCall(call, ended.edit)
  }
}

async function runAsked(
  asked: EditableCall,
  turn: TurnContext,
  parts: CommandParts,
  attempting: Attempting,
): Promise<Ended> {
  const { approvalPolicy, sandboxPolicy } = turn
  const { parser, assessments, workspace } = parts
  const writable = sandboxPolicy.mode === 'workspace-write' ? sandboxPolicy.writable_roots : []
  const programs = lookUpPrograms(workspace, asked.cwd, [turn.cwd, ...writable])
  const [classification, sandbox] = await Promise.all([
    judgeCommand(asked, turn, { parser, assessments, programs }),
    parts.sandbox.status(),
  ])
  const { command, cwd, escalated } = asked
  const { danger } = classification
  const keys = await grantKey({ command, cwd, sandboxPolicy, escalated, danger }, { parser, programs })
  const subject: Question['subject'] = {
    ...keys,
    starProblem: (rule) =>
      starCovers({ rule, command: keys.command, cwd }, (words) =>
        assessments.judge({ command: words, cwd }, turn),
      ),
  }
  const guardsGit = approvalPolicy === 'untrusted' && classification.safe && classification.usesGit
  const { mayConnect, foreseen, packs } = classification
  const call = { ...asked, mayConnect, foreseen, packs, guardsGit }
  const refuse = (reason: string): void => {
    turn.emit({ type: 'command.finished', callId: call.callId, outcome: { kind: 'refused', reason } })
  }
  const first = decideFirst({
    approvalPolicy,
    sandboxPolicy,
    sandbox,
    classification,
    escalated: call.escalated,
  })
  if (first.kind === 'refuse') {
    refuse(first.reason)
    return { text: first.reason, ends: false, ran: false }
  }
  const held = call.edited ? undefined : await permitByGrant(call.callId, subject, turn, parts)
  if (held?.kind === 'permit') return runAndRetry(call, { ...held, subject, attempting }, turn, parts)
  const changed = held?.changed ?? []
  if (first.kind === 'run' && !call.edited)
    return runAndRetry(call, { permit: first.permit, subject, attempting, changed }, turn, parts)
  const { stop, offers } = first.kind === 'ask' ? first : editedStop(turn)
  const edited = call.edited && { edited: call.edited }
  const question: Question = {
    stage: 'first',
    effect: undefined,
    stop: { ...stop, text: withChanges(stop.text, changed) },
    offers,
    subject,
    editable: true,
    ...edited,
  }
  const answer = await askPerson(call, question, turn, parts)
  if (answer.kind === 'allowed') return runAndRetry(call, { ...answer, subject, attempting }, turn, parts)
  refuse(notRunText(answer))
  return { ...answer, ran: false }
}

function notRunText({ text, edit }: Extract<PersonAnswer, { kind: 'refused' }>): string {
  if (edit !== undefined) return 'You put another command in its place. This one did not run.'
  return text === 'aborted' ? 'The turn was stopped before this was answered.' : 'Denied. Nothing ran.'
}
